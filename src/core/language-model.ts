/**
 * Language models. What one says is data: an object is checked against a schema before anybody sees it, and whoever asks
 * for words looks its claims up before anything is stored. A prompt may hold words of strangers, so a caller parts its
 * own words from them clearly. There may be no model at all: everything has to work without one.
 */
import type { z } from 'zod'
import { AppError } from './errors.ts'

export interface Ask {
  /** What it is for, in a snake_case word that records and reports tell: `answer`, `summary`. */
  readonly purpose: string
  /** Our own words alone. */
  readonly system: string
  /** Ours and data, clearly parted by the caller. */
  readonly prompt: string
  readonly maxOutputTokens: number
  /** Ends it at once; its reason is thrown. Give it `ctx.signal`, so that nobody pays for what nobody waits for. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Bound to an organization and to the user who asks, so that every ask is recorded by itself. Ask outside of
 * transactions: it takes seconds, and the record is written in a transaction of its own.
 */
export interface LanguageModel {
  /** As its provider calls it; told in records. */
  readonly name: string
  /** Tokens it takes in, those of its answer included. Count with `estimateTokens`. */
  readonly contextTokens: number
  /** One answer that fits the schema, which is that of an object. @throws ModelFault */
  object<T>(ask: Ask & { readonly schema: z.ZodType<T> }): Promise<T>
  /** One answer, whole and not empty. @throws ModelFault */
  text(ask: Ask): Promise<string>
  /**
   * Pieces as they come, none of them empty. It is asked when the first piece is wanted, and ended when no more are.
   * @throws ModelFault also after some pieces: what came until then is no whole answer
   */
  stream(ask: Ask): AsyncIterable<string>
}

/** All that can go wrong, and of what kind it is. */
const FAULTS = {
  unreachable: 'unavailable',
  dropped: 'unavailable',
  timeout: 'unavailable',
  rate_limited: 'unavailable',
  server_error: 'unavailable',
  // Of ours: too many asks wait for their turn.
  busy: 'unavailable',
  key: 'refused',
  model_unknown: 'refused',
  redirected: 'refused',
  content_filter: 'refused',
  too_long: 'refused',
  request: 'refused',
  not_understood: 'wrong',
  not_json: 'wrong',
  not_schema: 'wrong',
  empty: 'wrong',
  cut_off: 'wrong',
  too_much: 'wrong',
} as const

export type FaultDetail = keyof typeof FAULTS
/**
 * `unavailable`: may work later. `refused`: will not work before a setting or the question is another. `wrong`: there is
 * an answer, and it is of no use.
 */
export type FaultKind = (typeof FAULTS)[FaultDetail]

/** The model gave no answer. Carries nothing of the question, of the answer or of the key. A door answers 503. */
export class ModelFault extends AppError {
  readonly fault: FaultKind
  readonly detail: FaultDetail
  constructor(detail: FaultDetail) {
    super('unavailable', 'model_unavailable', 'Language model unavailable', [
      { pointer: '', detail: 'The language model gives no answer at the moment.' },
    ])
    this.fault = FAULTS[detail]
    this.detail = detail
  }
}

/** `aborted`: whoever asked wanted no more. */
export type ModelOutcome = 'ok' | 'aborted' | FaultKind

/** What one ask came to, all its requests together. */
export interface ModelCall {
  readonly purpose: string
  readonly model: string
  readonly startedAt: Date
  readonly ms: number
  /** Sent to the model, repetitions and repairs included; at least one. */
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** The model did not tell all of the tokens; the rest is our estimate. */
  readonly estimated: boolean
  /** US dollars a million tokens, as they were set at that time. */
  readonly prices: ModelPrices | undefined
  readonly outcome: ModelOutcome
  readonly detail: FaultDetail | undefined
}

export interface ModelPrices {
  readonly input: number
  readonly output: number
}

/** A model before it is known who asks. */
export interface LanguageModelPort {
  /** @param record is told of each ask that sent something, once; it may fail, which takes no answer away */
  of(record: (call: ModelCall) => Promise<void>): LanguageModel
  /** Waits for records that are being written. */
  close(): Promise<void>
}

/**
 * How many tokens a text is, rather too many than too few: models count differently, about four letters of English a
 * token and one or two of scripts that take more bytes a letter.
 */
export const estimateTokens = (text: string): number => tokensInBytes(Buffer.byteLength(text))

export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / 3)
