/**
 * `npm test`: all tests on the embedded database, and the same ones on the server that TEST_DATABASE_URL names, if it
 * names one. Arguments go to Vitest: `npm test -- tests/laws.test.ts`. Ends with what failed in any run, and the totals.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** What is read of Vitest's report in JSON. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'parley-results-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
/** They start processes on data folders of their own, so a server's address changes nothing for them. */
const ALWAYS_EMBEDDED = ['command-line', 'command-line-demo', 'command-line-limits', 'webhooks', 'worker'].map(
  (name) => `tests/${name}.test.ts`,
)
let held = run('Behaviour holds on the embedded database', 'embedded', { TEST_DATABASE_URL: '' })
if (process.env.TEST_DATABASE_URL) {
  const others = ALWAYS_EMBEDDED.flatMap((file) => ['--exclude', file])
  held = run('Behaviour holds on PostgreSQL', 'server', {}, others) && held
}
rmSync(folder, { recursive: true })

process.stdout.write(failures.map((failure) => `\n✗ ${failure}`).join(''))
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`)
process.exitCode = held ? 0 : 1

function run(rule: string, name: string, environment: Record<string, string>, more: readonly string[] = []): boolean {
  process.stdout.write(`\n── ${rule}\n`)
  const results = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  const { status } = spawnSync('vitest', ['run', ...reporters, ...more, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  try {
    const told: Report = JSON.parse(readFileSync(results, 'utf8'))
    failures.push(...failed(told).map((failure) => `${name}: ${failure}`))
    totals.passed += told.numPassedTests
    // A run that broke outside of a test has failed all the same.
    totals.failed += told.numFailedTests || (status === 0 ? 0 : 1)
    totals.skipped += told.numPendingTests
  } catch {
    // It died before it could tell; its status says the rest.
    totals.failed += 1
  }
  return status === 0
}

/** A line for each test that failed, and for each file that failed outside of its tests. */
function failed({ testResults }: Report): string[] {
  return testResults.flatMap((file) => {
    const at = relative('.', file.name)
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (!tests.length && file.status === 'failed') return [`${at}: ${firstLine(file.message)}`]
    return tests.map((test) => `${at} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
}

function firstLine(message: string | undefined): string {
  return message?.split('\n', 1)[0] ?? ''
}
