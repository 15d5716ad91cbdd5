/** What both evaluations do around what they measure. */
import type { EvaluationData } from './eval-data.ts'
import { type Baseline, openRuns, printTimes, type Runs, readBaselines } from './eval-report.ts'
import { type Evaluated, type EvaluationPlace, openEvaluated } from './eval-service.ts'
import { run } from './program.ts'

export interface Evaluation {
  /** The service, with the data in it. */
  readonly evaluated: Evaluated
  readonly runs: Runs
  readonly baseline: Baseline
}

/** What is told when the tables are printed. */
export interface Evidence {
  /** Files that hold the runs. */
  readonly paths: readonly string[]
  /** Milliseconds of each request, by what was asked. */
  readonly times: Readonly<Record<string, readonly number[]>>
}

export async function evaluate(
  data: EvaluationData,
  options: EvaluationPlace & Parameters<typeof openRuns>[1],
  measure: (evaluation: Evaluation) => Promise<Evidence>,
): Promise<void> {
  await run('eval', async () => {
    const runs = await openRuns(data, options)
    const baseline = await readBaselines(data.folder)
    const evaluated = await openEvaluated(data, options)
    try {
      const { paths, times } = await measure({ evaluated, runs, baseline })
      console.log(`\nRuns: ${paths.join('\n      ')}`)
      if (evaluated.settings.length > 0) console.log(`Settings: ${evaluated.settings.join(', ')}`)
      for (const [what, ms] of Object.entries(times)) printTimes(what, ms)
    } finally {
      await evaluated.stop()
    }
  })
}
