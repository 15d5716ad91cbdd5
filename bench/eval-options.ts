/** What both evaluations are told on the command line. */
import { parseArgs } from 'node:util'
import { type Mode, modes } from './eval-service.ts'
import { modelOptions, modelSettingsOf } from './model-options.ts'
import { optionsOf, wholeFrom } from './program.ts'

export interface EvaluationOptions {
  readonly data: string | undefined
  readonly keep: string | undefined
  readonly runs: string | undefined
  /** Folder that what was embedded for a training is kept in. */
  readonly vectors: string
  readonly scorer: string | undefined
  readonly mode: Mode
  readonly limit: number
  readonly conversations: number
  readonly waitMinutes: number
  readonly seed: number
  readonly foreign: number
  /** Number of meetings that a question is put to at once. 0: each question is put to one meeting. */
  readonly among: number
  /** Settings of the language model that `--model` names. Empty: the model of the environment, or none. */
  readonly modelSettings: Readonly<Record<string, string>>
}

/** The options, or the end of the program with a message: exit 2. */
export const evaluationOptions = (): EvaluationOptions => optionsOf('eval', readOptions)

function readOptions(): EvaluationOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ data: text, keep: text, runs: text, scorer: text },
      vectors: { ...text, default: 'data/vectors' },
      mode: { ...text, default: 'hybrid' },
      limit: { ...text, default: '1000000' },
      conversations: { ...text, default: '1000000' },
      wait: { ...text, default: '120' },
      seed: { ...text, default: '1' },
      foreign: { ...text, default: '3' },
      among: { ...text, default: '0' },
      ...modelOptions,
    },
  })
  const mode = modes.find((one) => one === values.mode)
  if (mode === undefined) throw new Error(`--mode is one of ${modes.join(', ')}`)
  return {
    ...{ data: values.data, keep: values.keep, runs: values.runs, scorer: values.scorer, mode },
    vectors: values.vectors,
    limit: wholeFrom(values.limit, 1),
    conversations: wholeFrom(values.conversations, 1),
    waitMinutes: wholeFrom(values.wait, 1),
    seed: wholeFrom(values.seed, 0),
    foreign: wholeFrom(values.foreign, 0),
    among: wholeFrom(values.among, 0),
    modelSettings: modelSettingsOf(values),
  }
}
