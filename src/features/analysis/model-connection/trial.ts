/**
 * Tries a model before it is connected. First, it streams the answer to a question about a sample conversation, to measure
 * the speed. Then it requests a summary in the schema that the analysis uses.
 */
import { type FaultDetail, ModelFault } from '../../../core/language-model.ts'
import { ModelServerError, type ModelTrial } from '../../../core/model-connection.ts'
import { fencedData, findQuote } from '../../text/model-input/index.ts'
import { modelSummarySchema, summaryInstructions } from '../summaries/index.ts'
import { SAMPLE, SAMPLE_QUESTION } from './sample.ts'

const ANSWER_TOKENS_MAX = 2_000
const SUMMARY_TOKENS_MAX = 4_000
/** Ratio of reported tokens to estimated tokens of the visible text above which the model has also written hidden text. */
const HIDDEN_RATIO = 1.5

/**
 * How JSON schemas hold. `first`: the first output matched. `repaired`: a later request matched, because the server rejected
 * the schema or the first output was invalid. `failed`: no output matched.
 */
export type SchemaResult = 'first' | 'repaired' | 'failed'

export interface TrialResult {
  readonly question: string
  /** Null if the model gave no complete answer. */
  readonly answer: string | null
  readonly answerFault: FaultDetail | null
  /** Seconds from the request to the first visible word. Includes the time to load the model. Null without any word. */
  readonly firstTokenSeconds: number | null
  /** Output tokens per second. Null without a complete answer. */
  readonly tokensPerSecond: number | null
  /** Whether the server reported no tokens, so that the speed is an estimate. */
  readonly isSpeedEstimated: boolean
  /** Null if the model gave no complete answer, because then nothing else is tried. */
  readonly schema: SchemaResult | null
  readonly schemaFault: FaultDetail | null
  readonly quotes: { readonly total: number; readonly verbatim: number }
  /** Context length in tokens that the server uses. Null if the server doesn't report it. */
  readonly contextTokens: number | null
}

export async function tryModel(trial: ModelTrial, signal?: AbortSignal): Promise<TrialResult> {
  const answered = await ask(trial, signal)
  const summarized =
    answered.answer === null
      ? { schema: null, schemaFault: null, quotes: { total: 0, verbatim: 0 } }
      : await summarize(trial, signal)
  const contextTokens = answered.answer === null ? undefined : await readContext(trial)
  return { question: SAMPLE_QUESTION, ...answered, ...summarized, contextTokens: contextTokens ?? null }
}

/** The context length is optional, so a server that doesn't report it fails no trial. */
async function readContext(trial: ModelTrial): Promise<number | undefined> {
  try {
    return await trial.contextTokens()
  } catch (error) {
    if (error instanceof ModelServerError) return undefined
    throw error
  }
}

const numbered = () => SAMPLE.map((line, index) => `${index} ${line}`).join('\n')

type TrialAnswer = Pick<
  TrialResult,
  'answer' | 'answerFault' | 'firstTokenSeconds' | 'tokensPerSecond' | 'isSpeedEstimated'
>

async function ask({ model, calls }: ModelTrial, signal: AbortSignal | undefined): Promise<TrialAnswer> {
  const began = performance.now()
  let first: number | undefined
  let answer = ''
  try {
    const stream = model.stream({
      purpose: 'model_trial',
      system: 'You answer questions about a conversation in one to three sentences. Use only what was said.',
      prompt: fencedData('conversation', numbered(), SAMPLE_QUESTION),
      maxOutputTokens: ANSWER_TOKENS_MAX,
      signal,
    })
    for await (const piece of stream) {
      first ??= performance.now()
      answer += piece
    }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return {
      ...{ answer: null, answerFault: error.detail, tokensPerSecond: null, isSpeedEstimated: false },
      firstTokenSeconds: first === undefined ? null : seconds(first - began),
    }
  }
  const ended = performance.now()
  const call = calls.at(-1)
  const tokens = call?.outputTokens ?? 0
  // Hidden thinking comes before the first word, so the time before it counts too.
  const isHidden = tokens > visibleTokens(answer) * HIDDEN_RATIO
  const ms = Math.max(1, ended - (isHidden ? began : (first ?? began)))
  return {
    ...{ answer: answer.trim(), answerFault: null, isSpeedEstimated: call?.estimated ?? true },
    firstTokenSeconds: first === undefined ? null : seconds(first - began),
    tokensPerSecond: Math.round((tokens / ms) * 10_000) / 10,
  }
}

/** English text has about four letters per token. */
const visibleTokens = (text: string): number => Math.ceil(text.length / 4)
const seconds = (ms: number): number => Math.round(ms / 10) / 100

async function summarize({ model, calls }: ModelTrial, signal: AbortSignal | undefined) {
  try {
    const summary = await model.object({
      purpose: 'model_trial',
      system: summaryInstructions,
      prompt: fencedData('transcript', numbered(), 'Summarize it.'),
      schema: modelSummarySchema,
      maxOutputTokens: SUMMARY_TOKENS_MAX,
      signal,
    })
    const lines = [
      ...[summary.headline, ...summary.paragraphs, ...summary.decisions],
      ...[...summary.actionItems, ...summary.openQuestions, ...summary.chapters],
    ]
    const quotes = lines.flatMap(({ evidence }) => evidence)
    const text = SAMPLE.join('\n')
    const verbatim = quotes.filter(({ quote }) => findQuote(text, quote) !== undefined).length
    return {
      schema: (calls.at(-1)?.requests ?? 1) > 1 ? ('repaired' as const) : ('first' as const),
      ...{ schemaFault: null, quotes: { total: quotes.length, verbatim } },
    }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return { schema: 'failed' as const, schemaFault: error.detail, quotes: { total: 0, verbatim: 0 } }
  }
}
