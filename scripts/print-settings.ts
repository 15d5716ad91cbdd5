import { settings } from '../src/core/settings.ts'

/** `.env.example`: every setting with its sentence; what is commented out has that default. */
export function printSettings(): string {
  const entries = Object.entries(settings).map(
    ([name, setting]) => `# ${setting.about}\n#${name}=${setting.default ?? ''}`,
  )
  return `# Settings of Parley, read from the environment. Generated from src/core/settings.ts by \`npm run generate\`.\n\n${entries.join('\n\n')}\n`
}
