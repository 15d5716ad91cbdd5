/** What both evaluations are told on the command line. */
import { parseArgs } from 'node:util'
import { type Mode, modes } from './eval-service.ts'

export interface EvaluationOptions {
  readonly data: string | undefined
  readonly keep: string | undefined
  readonly runs: string | undefined
  readonly scorer: string | undefined
  readonly mode: Mode
  readonly limit: number
  readonly conversations: number
  readonly waitMinutes: number
  readonly seed: number
  readonly foreign: number
}

/** The options, or the end of the program with a message: exit 2. */
export function evaluationOptions(): EvaluationOptions {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        ...{ data: text, keep: text, runs: text, scorer: text },
        mode: { ...text, default: 'hybrid' },
        limit: { ...text, default: '1000000' },
        conversations: { ...text, default: '1000000' },
        wait: { ...text, default: '120' },
        seed: { ...text, default: '1' },
        foreign: { ...text, default: '3' },
      },
    })
    const mode = modes.find((one) => one === values.mode)
    if (mode === undefined) throw new Error(`--mode is one of ${modes.join(', ')}`)
    return {
      ...{ data: values.data, keep: values.keep, runs: values.runs, scorer: values.scorer, mode },
      limit: whole(values.limit, 1),
      conversations: whole(values.conversations, 1),
      waitMinutes: whole(values.wait, 1),
      seed: whole(values.seed, 0),
      foreign: whole(values.foreign, 0),
    }
  } catch (error) {
    process.stderr.write(`eval: ${(error as Error).message}\n`)
    process.exit(2)
  }
}

function whole(given: string, least: number): number {
  const number = Number(given)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`${given} should be a whole number from ${least}`)
}
