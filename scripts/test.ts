/**
 * `npm test`: the tests on the embedded database, without the long ones (`test-files.ts`). `npm run test:all` runs all of
 * them, as CI does. If TEST_DATABASE_URL names a server, the tests that depend on the database run on it too, and those
 * that do the same on every database run on it alone. Arguments go to Vitest: `npm test -- tests/laws.test.ts`. Ends with
 * the failures of all runs, the tests that no run executed, and the totals.
 *
 * If few files of a whole run fail, they run a second time, alone. A fault fails again. Failures
 * that don't come back are listed with `≈`: these tests depend on chance, and need a fix.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { LONG, ON_ONE_DATABASE, ON_OWN_FOLDERS } from './test-files.ts'
import { splitTests } from './test-projects.ts'
import type { TestReport } from './test-reporter.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-results-'))
const totals = { passed: 0, failed: 0 }
const ran = new Set<string>()
const skipped = new Set<string>()
const failures: string[] = []
const gone: string[] = []
const ALL = '--all'
/** Arguments for Vitest. */
const given = process.argv.slice(2).filter((one) => one !== ALL)
const { unit, app } = splitTests()
const findMatches = (files: readonly string[], entries: readonly string[]) =>
  files.filter((file) => entries.some((entry) => matchesGlob(file, entry)))
const toExclusions = (files: readonly string[]) => files.flatMap((file) => ['--exclude', file])
/** Excludes tests of the project `app`. Those of `unit` run only once, on the embedded database. */
const exclude = (entries: readonly string[]) => toExclusions(findMatches(app, entries))
/** Omitted long test files. None if the arguments select tests. */
const omitted = given.length > 0 || process.argv.includes(ALL) ? [] : findMatches([...unit, ...app], LONG)
const hasServer = !!process.env.TEST_DATABASE_URL
/** Maximum number of failed files that run a second time. With more of them, it is no chance. */
const SECOND_RUN_FILES_MAX = 3
/** Maximum number of skipped tests that are listed. With `-t`, most tests are skipped. */
const SKIPPED_SHOWN = 40
const WHY_SKIPPED =
  'Skipped tests need a program, TEST_DATABASE_URL, or the recorded conversations of PARLEY_DATA. CONTRIBUTING.md lists them.'
const embedded = hasServer ? ['--passWithNoTests', ...exclude(ON_ONE_DATABASE)] : []
let held = run('Behaviour holds on the embedded database', 'embedded', { TEST_DATABASE_URL: '' }, [
  ...embedded,
  ...toExclusions(omitted),
])
if (hasServer) {
  // Tests of the project `unit` use no database, and need no second run.
  const others = ['--project', 'app', '--passWithNoTests', ...exclude(ON_OWN_FOLDERS), ...toExclusions(omitted)]
  held = run('Behaviour holds on PostgreSQL', 'server', {}, others) && held
}
rmSync(folder, { recursive: true })

process.stdout.write(failures.map((failure) => `\n✗ ${failure}`).join(''))
process.stdout.write(gone.map((failure) => `\n≈ passed in the second run only: ${failure}`).join(''))
// A test that one database skips is fine if it ran on the other one.
const missing = [...skipped].filter((name) => !ran.has(name)).sort()
process.stdout.write(
  missing
    .slice(0, SKIPPED_SHOWN)
    .map((name) => `\n○ skipped: ${name}`)
    .join(''),
)
if (missing.length > SKIPPED_SHOWN) process.stdout.write(`\n○ and ${missing.length - SKIPPED_SHOWN} more`)
if (missing.length > 0) process.stdout.write(`\n${WHY_SKIPPED}\n`)
if (omitted.length > 0) process.stdout.write(`\n${omitted.length} long test files are left for npm run test:all\n`)
process.stdout.write(
  `\n${totals.passed} passed, ${totals.failed} failed, ${missing.length} skipped${gone.length > 0 ? `, ${gone.length} passed in the second run only` : ''}\n`,
)
process.exitCode = held ? 0 : 1

function run(rule: string, name: string, environment: Record<string, string>, more: readonly string[] = []): boolean {
  process.stdout.write(`\n── ${rule}\n`)
  const first = runVitest(name, environment, [...more, ...given])
  const again = given.length === 0 ? (first.report?.failedFiles ?? []) : []
  let isHeld = first.holds
  let { report } = first
  if (!isHeld && again.length > 0 && again.length <= SECOND_RUN_FILES_MAX) {
    process.stdout.write(`\n── Failed files again, alone: ${again.join(', ')}\n`)
    const second = runVitest(name, environment, ['--maxWorkers=1', ...again])
    isHeld = second.holds
    if (isHeld && report !== undefined) {
      gone.push(...report.failures.map((failure) => `${name}: ${failure}`))
      report = { ...report, passed: report.passed + report.failed, failed: 0, failures: [] }
    }
  }
  // A run that broke outside of a test, or ended before it wrote the report, has failed all the same.
  totals.failed += report?.failed || (isHeld ? 0 : 1)
  totals.passed += report?.passed ?? 0
  failures.push(...(report?.failures ?? []).map((failure) => `${name}: ${failure}`))
  for (const test of report?.ran ?? []) ran.add(test)
  for (const test of report?.skipped ?? []) skipped.add(test)
  return isHeld
}

function runVitest(name: string, environment: Record<string, string>, more: readonly string[]) {
  const results = join(folder, `${name}.json`)
  rmSync(results, { force: true })
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.ts']
  const { status } = spawnSync('vitest', ['run', ...reporters, ...more], {
    stdio: 'inherit',
    env: { ...process.env, ...environment, PARLEY_TEST_REPORT: results },
  })
  const report = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as TestReport) : undefined
  return { report, holds: status === 0 && report?.failures.length === 0 }
}
