/**
 * `npm run check`: the rules that hold without running the service, the quickest first. A rule that held is checked again
 * when a file has changed. `--all` checks all of them.
 */
import { hashFiles, readHeldSteps, writeHeldSteps } from './check-cache.ts'
import { runSteps, type Step } from './steps.ts'

const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo']

const STEPS: readonly Step[] = [
  { rule: 'Texts and names follow docs/style.md', command: ['node', 'scripts/style.ts', '--check'] },
  { rule: 'Types hold', command: ['tsc', '--project', '.', ...INCREMENTAL] },
  { rule: 'Types hold in browsers', command: ['tsc', '--project', 'tsconfig.browser.json'] },
  { rule: 'Types of the TypeScript client hold', command: ['tsc', '--project', 'clients/typescript', '--noEmit'] },
  { rule: 'Style holds', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { rule: 'Dependencies point one way', command: ['vitest', 'run', '--reporter=dot', 'tests/architecture.test.ts'] },
  { rule: 'Generated files are fresh', command: ['vitest', 'run', '--reporter=dot', 'tests/generated.test.ts'] },
]

const files = hashFiles()
const before = process.argv.includes('--all') ? new Set<string>() : readHeldSteps(files)
const held = new Set([...before, ...runSteps(STEPS.filter(({ rule }) => !before.has(rule)))])
writeHeldSteps(files, held)

const outcome = (rule: string) => (before.has(rule) ? 'unchanged' : held.has(rule) ? 'holds' : 'BROKEN')
process.stdout.write(`\n${STEPS.map(({ rule }) => `${outcome(rule).padEnd(9)}  ${rule}`).join('\n')}\n`)
process.exitCode = held.size === STEPS.length ? 0 : 1
