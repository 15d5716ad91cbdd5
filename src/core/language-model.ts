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

/** What of an object an asker is told while the model still writes it. */
export interface SoFar<S> {
  /** What has to be there: the object with the elements of its lists that are complete. What does not fit is not told. */
  readonly schema: z.ZodType<S>
  /**
   * Told each time when more elements are complete, with all that came before. More is read when it is done; what it
   * throws is thrown on.
   * @returns whether anything of it was used: from then on the model is not asked to begin again, whatever it does
   */
  readonly tell: (soFar: S) => Promise<boolean>
}

/** A tool that a model may ask to be called. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** Nothing is called by asking: whoever made the turn decides, and tells the model what came of it. */
export interface AskedCall {
  /** Unlike those of the other calls of its turn; its result is told by it. */
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** Why it cannot be made: to be told to the model as what came of it. */
  readonly wrong?: 'unknown_tool' | 'not_json'
}

export type TurnMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly AskedCall[] }
  /** What came of a call of the message before. Every call needs one. */
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly text: string }

export interface TurnAsk extends Omit<Ask, 'prompt'> {
  readonly messages: readonly TurnMessage[]
  readonly tools: readonly OfferedTool[]
}

export interface Turn {
  /** Empty where it only asks for calls. */
  readonly text: string
  readonly calls: readonly AskedCall[]
  /** Calls it asked for beyond the most a turn may have. */
  readonly leftOut: number
}

/** Calls of one turn. */
export const TURN_CALLS_MAX = 8

/**
 * Bound to an organization and to the user who asks, so that every ask is recorded by itself. Ask outside of
 * transactions: it takes seconds, and the record is written in a transaction of its own.
 */
export interface LanguageModel {
  /** As its provider calls it; told in records. */
  readonly name: string
  /** Tokens it takes in, those of its answer included. Count with `estimateTokens`. */
  readonly contextTokens: number
  /**
   * One answer that fits the schema, which is that of an object. With `soFar` it is told while it is written, where the
   * server streams; the whole begins with what was used.
   * @throws ModelFault also after something was used: that is no whole answer
   */
  object<T, S = never>(ask: Ask & { readonly schema: z.ZodType<T>; readonly soFar?: SoFar<S> | undefined }): Promise<T>
  /** One answer, whole and not empty. @throws ModelFault */
  text(ask: Ask): Promise<string>
  /**
   * Pieces as they come, none of them empty. It is asked when the first piece is wanted, and ended when no more are.
   * @throws ModelFault also after some pieces: what came until then is no whole answer
   */
  stream(ask: Ask): AsyncIterable<string>
  /** What it says next in a conversation in which it may ask for tools to be called: words, calls or both. @throws ModelFault */
  turn(ask: TurnAsk): Promise<Turn>
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
      { pointer: '', detail: "The language model isn't available. Try again later." },
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
