/**
 * Writes the report of a run of Vitest for `scripts/test.ts` to the file that PARLEY_TEST_REPORT names: the tests that ran
 * and those that were skipped, and a line for each failure of a test, of a hook, of a file, or outside of them.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface TestReport {
  readonly passed: number
  readonly failed: number
  /** Names of the tests that passed or failed. */
  readonly ran: readonly string[]
  readonly skipped: readonly string[]
  readonly failures: readonly string[]
  /** Files of the failures, from the root of the repository; undefined if something failed outside of a file. */
  readonly failedFiles: readonly string[] | undefined
}

const WORDS_MAX = 300

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its file
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report = {
      ...{ passed: 0, failed: 0 },
      ...{ ran: [] as string[], skipped: [] as string[], failures: unhandled.map(inOneLine) },
    }
    const failedFiles = new Set<string>()
    for (const module of modules) {
      const failuresBefore = report.failures.length
      const at = relative('.', module.moduleId)
      const fail = (where: string, errors: Iterable<SerializedError>) => {
        for (const error of errors) report.failures.push(`${where}: ${inOneLine(error)}`)
      }
      fail(at, module.errors())
      for (const suite of module.children.allSuites()) fail(`${at} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const name = `${at} > ${test.fullName}`
        if (state === 'passed' || state === 'failed') {
          report[state] += 1
          report.ran.push(name)
        } else report.skipped.push(name)
        if (state === 'failed') fail(name, (errors ?? []).slice(0, 1))
      }
      // Its process died, or never came to it.
      if (module.state() === 'queued' || module.state() === 'pending') report.failures.push(`${at}: never ended`)
      if (report.failures.length > failuresBefore) failedFiles.add(at)
    }
    const written: TestReport = { ...report, failedFiles: unhandled.length > 0 ? undefined : [...failedFiles] }
    writeFileSync(process.env.PARLEY_TEST_REPORT ?? '', JSON.stringify(written))
  }
}

/** An error whose message is empty, or begins with an empty line, still has a name and a place. */
function inOneLine({ name, message, stack, cause }: SerializedError): string {
  const place = message ? '' : (stack?.split('\n').find((line) => line.includes(' at ')) ?? '')
  const words = [name, message, place, cause === undefined ? '' : `caused by ${inOneLine(cause as SerializedError)}`]
  return words.filter(Boolean).join(' ').replace(/\s+/g, ' ').slice(0, WORDS_MAX)
}
