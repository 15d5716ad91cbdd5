/**
 * Port for language models. Their output is data: objects are validated against a schema, and callers verify claims in
 * texts before they store them. Prompts can contain untrusted text, which the caller delimits clearly. A model is
 * optional: all features work without one.
 */
import type { z } from 'zod'
import { AppError } from './errors.ts'

export interface ModelQuery {
  /** Purpose in snake_case, for records and reports: `answer`, `summary`. */
  readonly purpose: string
  /** Instructions. They contain no user data. */
  readonly system: string
  /** Instructions and user data, clearly delimited by the caller. */
  readonly prompt: string
  readonly maxOutputTokens: number
  /** Cancels the request; its reason is thrown. Pass `ctx.signal`, so that a cancelled request costs no more tokens. */
  readonly signal?: AbortSignal | undefined
}

/** Receives partial objects while the model generates them. */
export interface PartialOutput<S> {
  /**
   * Schema of a partial object: required fields, and lists with their complete elements. Partial objects that don't
   * match are skipped.
   */
  readonly schema: z.ZodType<S>
  /**
   * Called when more elements are complete, with the whole partial object. Reading pauses until it resolves, and its
   * errors are rethrown.
   * @returns whether any part was used. If so, Parley doesn't restart the request after a failure.
   */
  readonly onPartial: (soFar: S) => Promise<boolean>
}

/** A tool that a model can call. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/**
 * A tool call that a model requests. Parley doesn't run it: the caller decides, and returns the result to the model.
 */
export interface RequestedToolCall {
  /** Unique within the turn. The result refers to it. */
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** Why the call is invalid. The caller returns this to the model as the result. */
  readonly wrong?: 'unknown_tool' | 'not_json'
}

export type TurnMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly RequestedToolCall[] }
  /** Result of a call in the previous message. Every call needs one. */
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly text: string }

export interface TurnAsk extends Omit<ModelQuery, 'prompt'> {
  readonly messages: readonly TurnMessage[]
  readonly tools: readonly OfferedTool[]
}

export interface ModelTurn {
  /** Text of the turn. Empty if it consists of calls only. */
  readonly text: string
  readonly calls: readonly RequestedToolCall[]
  /** Number of requested calls above the maximum of a turn, which were dropped. */
  readonly leftOut: number
}

/** Maximum number of calls per turn. */
export const TURN_CALLS_MAX = 8

/**
 * Language model, bound to an organization and a user, so that every call is recorded for them. Call it outside of
 * transactions: a call takes seconds and is recorded in a transaction of its own.
 */
export interface LanguageModel {
  /** Name of the model at its provider, stored in records. */
  readonly name: string
  /** Context length in tokens, including the output. Count with `estimateTokens`. */
  readonly contextTokens: number
  /**
   * Generates an object that matches the schema. With `soFar`, reports partial objects if the server streams; the final
   * object starts with the parts that were used.
   * @throws ModelFault also after parts were used; the output is incomplete then
   */
  object<T, S = never>(
    ask: ModelQuery & { readonly schema: z.ZodType<T>; readonly soFar?: PartialOutput<S> | undefined },
  ): Promise<T>
  /** Generates a text, complete and not empty. @throws ModelFault */
  text(ask: ModelQuery): Promise<string>
  /**
   * Generates a text in non-empty chunks. The request starts with the first read, and ends when the reader stops.
   * @throws ModelFault also after some chunks; the text is incomplete then
   */
  stream(ask: ModelQuery): AsyncIterable<string>
  /** Generates the next turn of a dialog with tools: text, tool calls or both. @throws ModelFault */
  turn(ask: TurnAsk): Promise<ModelTurn>
}

/** All faults with their kinds. */
const FAULTS = {
  unreachable: 'unavailable',
  dropped: 'unavailable',
  timeout: 'unavailable',
  rate_limited: 'unavailable',
  server_error: 'unavailable',
  // A fault of Parley: too many calls are waiting.
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
 * `unavailable`: a retry can succeed. `refused`: calls fail until a setting or the prompt changes. `wrong`: the model's
 * output is unusable.
 */
export type FaultKind = (typeof FAULTS)[FaultDetail]

/** Error of a call without usable output. It contains no prompt, output or key. HTTP returns 503. */
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

/** `aborted`: the caller cancelled the call. */
export type ModelOutcome = 'ok' | 'aborted' | FaultKind

/** Record of one call, including all of its requests. */
export interface ModelCall {
  readonly purpose: string
  readonly model: string
  readonly startedAt: Date
  readonly ms: number
  /** Number of requests to the model, including retries and repairs. At least 1. */
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Whether some token counts are estimates, because the model didn't report all of them. */
  readonly estimated: boolean
  /** Prices at the time of the call, in US dollars per million tokens. */
  readonly prices: ModelPrices | undefined
  readonly outcome: ModelOutcome
  readonly detail: FaultDetail | undefined
}

export interface ModelPrices {
  readonly input: number
  readonly output: number
}

/** A language model that isn't bound to a user yet. */
export interface LanguageModelPort {
  /** @param record called once for each call that sent a request. Its errors don't affect the output. */
  of(record: (call: ModelCall) => Promise<void>): LanguageModel
  /** Waits for pending records. */
  close(): Promise<void>
}

/**
 * Estimates the number of tokens, rather too high than too low. Models differ: about four English letters per token,
 * and one or two letters in scripts with more bytes per letter.
 */
export const estimateTokens = (text: string): number => tokensInBytes(Buffer.byteLength(text))

export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / 3)
