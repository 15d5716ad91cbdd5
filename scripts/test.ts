/**
 * `npm test`: all tests on the embedded database, and the same ones on the server that TEST_DATABASE_URL names, if it
 * names one. Arguments go to Vitest: `npm test -- tests/laws.test.ts`. Ends with what failed in any run, and the totals.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestReport } from './test-reporter.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-results-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
/** They start processes on data folders of their own, so a server's address changes nothing for them. */
const ALWAYS_EMBEDDED = [
  ...['command-line', 'command-line-demo', 'command-line-limits', 'command-line-sign-in', 'webhooks', 'worker'],
].map((name) => `tests/${name}.test.ts`)
let held = run('Behaviour holds on the embedded database', 'embedded', { TEST_DATABASE_URL: '' })
if (process.env.TEST_DATABASE_URL) {
  // Tests of the project `unit` use no database, and need no second run.
  const others = ['--project', 'app', '--passWithNoTests', ...ALWAYS_EMBEDDED.flatMap((file) => ['--exclude', file])]
  held = run('Behaviour holds on PostgreSQL', 'server', {}, others) && held
}
rmSync(folder, { recursive: true })

process.stdout.write(failures.map((failure) => `\n✗ ${failure}`).join(''))
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`)
process.exitCode = held ? 0 : 1

function run(rule: string, name: string, environment: Record<string, string>, more: readonly string[] = []): boolean {
  process.stdout.write(`\n── ${rule}\n`)
  const results = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.ts']
  const { status } = spawnSync('vitest', ['run', ...reporters, ...more, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...environment, PARLEY_TEST_REPORT: results },
  })
  let isWhole = false
  try {
    const told: TestReport = JSON.parse(readFileSync(results, 'utf8'))
    failures.push(...told.failures.map((failure) => `${name}: ${failure}`))
    totals.passed += told.passed
    // A run that broke outside of a test has failed all the same.
    totals.failed += told.failed || (status === 0 ? 0 : 1)
    totals.skipped += told.skipped
    isWhole = told.failures.length === 0
  } catch {
    // It died before it could tell.
    totals.failed += 1
  }
  return status === 0 && isWhole
}
