/** What one ask has cost so far, over all its requests: as the model tells it, and else by our estimate. */
import { estimateTokens, tokensInBytes } from '../core/language-model.ts'

/** More than any model takes or gives: a server that tells this tells nonsense. */
const TOKENS_MAX = 100_000_000

export class Tally {
  requests = 0
  inputTokens = 0
  outputTokens = 0
  estimated = false
  /** The request on its way: what it holds by our estimate, and how many bytes of its answer have come. */
  #open: { readonly input: number; received: number } | undefined
  readonly #outputMax: number

  /** @param outputMax tokens that an answer was limited to */
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

  /** It was refused, so it cost nothing. */
  refused(): void {
    this.#open = undefined
  }

  /** Its whole answer has come. Servers that count nothing say so by telling nothing, or zero. */
  answered(input: number | undefined, output: number | undefined): void {
    const { input: inputGuess = 0, received = 0 } = this.#open ?? {}
    this.#open = undefined
    this.#add(told(input) || undefined, inputGuess, 'inputTokens')
    this.#add(told(output) || (received === 0 ? 0 : undefined), this.#guess(received), 'outputTokens')
  }

  /** Whatever is still on its way will not be waited for; the model may have worked for it all the same. */
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

const told = (tokens: number | undefined): number | undefined =>
  Number.isInteger(tokens) && tokens !== undefined && tokens >= 0 && tokens <= TOKENS_MAX ? tokens : undefined
