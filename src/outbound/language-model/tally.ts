/** Token counts of one call over all its requests, reported by the model or estimated. */
import { estimateTokens, tokensInBytes } from '../../core/language-model.ts'

/** Counts above this value are invalid, because no model supports as many tokens. */
const TOKENS_MAX = 100_000_000

export class Tally {
  requests = 0
  inputTokens = 0
  outputTokens = 0
  estimated = false
  /** Current request: its estimated input tokens, and the received bytes of output. */
  #open: { readonly input: number; received: number } | undefined
  readonly #outputMax: number

  /** @param outputMax maximum number of output tokens */
  constructor(outputMax: number) {
    this.#outputMax = outputMax
  }

  sent(body: string): void {
    this.requests++
    this.#open = { input: estimateTokens(body), received: 0 }
  }

  received(bytes: number): void {
    if (this.#open !== undefined) this.#open.received += bytes
  }

  /** The server rejected the request, so it costs nothing. */
  refused(): void {
    this.#open = undefined
  }

  /** The output is complete. Servers that don't count tokens report nothing or zero. */
  answered(input: number | undefined, output: number | undefined): void {
    const { input: inputGuess = 0, received = 0 } = this.#open ?? {}
    this.#open = undefined
    this.#add(parseTokenCount(input) || undefined, inputGuess, 'inputTokens')
    this.#add(parseTokenCount(output) || (received === 0 ? 0 : undefined), this.#guess(received), 'outputTokens')
  }

  /** Ends the count. An unfinished request counts with estimates, because the model may have processed it. */
  close(): void {
    if (this.#open !== undefined) this.answered(undefined, undefined)
  }

  #guess(bytes: number): number {
    return Math.min(tokensInBytes(bytes), this.#outputMax)
  }

  #add(tokens: number | undefined, guess: number, to: 'inputTokens' | 'outputTokens'): void {
    if (tokens === undefined) this.estimated = true
    this[to] += tokens ?? guess
  }
}

const parseTokenCount = (tokens: number | undefined): number | undefined =>
  Number.isInteger(tokens) && tokens !== undefined && tokens >= 0 && tokens <= TOKENS_MAX ? tokens : undefined
