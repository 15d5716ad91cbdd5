/** What is generated from the list of tools: `tools.json`, as clients get it, and `docs/tools.md`, for people. */
import { tools } from '../src/catalog.ts'
import type { Tool } from '../src/core/tool.ts'
import { describeTools } from '../src/inbound/mcp/describe-tools.ts'
import { CALLERS, type CallerKind, codeOf } from './tool-callers.ts'

export const printTools = (): string => `${JSON.stringify({ tools: describeTools(tools) }, undefined, 2)}\n`

export function printToolGuide(): string {
  const kinds = Object.keys(CALLERS) as CallerKind[]
  return `# Tools

Generated from the catalog by \`npm run generate\`: what assistants find at \`{PUBLIC_URL}/mcp\`. The same list with all schemas is \`tools.json\`. How to connect one, and how its people sign in: [oauth.md](oauth.md).

${tools.map(entry).join('\n')}

## Who may call what

\`yes\`: the call is taken, and finds what that caller may see. Otherwise the code of the error it is answered with. Keys have both scopes. A token or key never does more than its user may in the app.

${row(['Tool', ...kinds])}
${row(['---', ...kinds.map(() => '---')])}
${tools.map((tool) => row([`\`${tool.name}\``, ...kinds.map((kind) => codeOf(tool, kind) ?? 'yes')])).join('\n')}
`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function entry({ name, title, description, args, hints }: Tool): string {
  const required = Object.entries(args.shape).filter(([, schema]) => !schema.safeParse(undefined).success)
  const optional = Object.keys(args.shape).filter((one) => !required.some(([given]) => given === one))
  const taken = [...required.map(([one]) => `**${one}**`), ...optional].join(', ')
  const marks = [
    ...(hints?.effect === 'removes' ? ['cannot be undone'] : hints?.effect === 'changes' ? ['changes data'] : []),
    ...(hints?.openWorld ? ['reaches beyond the service'] : []),
  ]
  const marked = marks.length === 0 ? '' : ` *(${marks.join('; ')})*`
  return `### \`${name}\`: ${title}${marked}\n\n${description}\n\n${taken === '' ? 'No arguments.' : `Arguments: ${taken}.`}\n`
}
