/** `docs/contract.md`: the contract's sentences, and the checks of each, read from `acceptance/`. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sentences } from '../acceptance/sentences.ts'

const folder = fileURLToPath(new URL('../acceptance/', import.meta.url))

/** Checks that files take from `shared-checks.ts`: how they are called, and the sentence each proves. */
const SHARED: readonly (readonly [call: RegExp, sentence: string])[] = [
  [/needsKey\(/, 'all.c'],
  [/takesBothTypes\(\w+\)/, 'all.d'],
  [/takesBothTypes\(\w+, 'scim'\)/, 'all.e'],
  [/givesBothTypes\(/, 'all.d'],
  [/isHiddenFromRivals\(/, 'all.g'],
]

export interface Check {
  readonly sentence: string
  readonly file: string
  readonly title: string
}

export function checksOf(): Check[] {
  return globSync('{*.test,conversation-lists}.ts', { cwd: folder })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(folder + file, 'utf8')
      const own = [...text.matchAll(/check\(\s*'([\w.]+)',\s*'((?:[^'\\]|\\.)*)'/g)].map(
        ([, sentence = '', title = '']) => ({
          sentence,
          file,
          title,
        }),
      )
      const shared = SHARED.filter(([call]) => call.test(text)).map(([call, sentence]) => {
        return { sentence, file, title: `by ${/\w+/.exec(call.source)?.[0]}` }
      })
      return [...own, ...shared]
    })
}

export function printContract(): string {
  const checks = Map.groupBy(checksOf(), ({ sentence }) => sentence)
  const rows = Object.entries(sentences).map(([id, says]) => {
    const shown = (checks.get(id) ?? []).map(({ file, title }) => `${file.replace(/(\.test)?\.ts$/, '')}: ${title}`)
    // What many files share is told by its number.
    const told = shown.length > 6 ? `${shown.length} checks, one or more an operation` : shown.join('<br>')
    return `| ${id} | ${says} | ${told} |`
  })
  return `# The contract, sentence by sentence

Generated from \`acceptance/\` by \`npm run generate\`. Each check runs against a running service (\`npm run acceptance\`), and once more through a proxy that holds every request and answer against the description (\`npm run contract\`).

| | The contract says | Checked by |
|---|---|---|
${rows.join('\n')}
`
}
