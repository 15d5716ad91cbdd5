/** Sends an answer part by part, and collects the parts for the complete response. */
import type { z } from 'zod'
import type { Answer, Citation, events } from './schema.ts'
import type { AnswerPart, Proof } from './text.ts'

/** Type of `ctx.emit` in operations with these events. */
export type Listener = <Name extends keyof typeof events>(
  event: Name,
  data: z.input<(typeof events)[Name]>,
) => Promise<void>

export interface AnswerSource {
  /** How the answer was found. */
  readonly mode: Answer['mode']
  readonly verdict?: Answer['verdict']
  /** Conversations that facts without quotes come from. */
  readonly conversations?: readonly string[]
  /** False if the parts state that a record is empty. */
  readonly answered?: boolean
  /** Nearest passages, returned if the answer is empty. */
  readonly related?: readonly AnswerPart[]
}

export class Telling {
  readonly #listener: Listener
  readonly #output: string[] = []
  readonly #citations: Citation[] = []

  constructor(listener: Listener) {
    this.#listener = listener
  }

  /** Whether a part was sent. No other answer can be sent afterwards. */
  get hasBegun(): boolean {
    return this.#output.length > 0
  }

  /** Sends a part. @throws Error if a quote isn't found in its line; then nothing of the part is sent */
  async emit({ text, proofs }: AnswerPart): Promise<void> {
    const cited = proofs.map(toCitation)
    const piece = this.hasBegun ? text : text.trimStart()
    this.#output.push(piece)
    this.#citations.push(...cited)
    await this.#listener('text', { text: piece })
    for (const one of cited) await this.#listener('citation', one)
  }

  /** @param nothing text to send if the answer is empty */
  async end(
    nothing: string,
    notices: readonly string[],
    { mode, verdict = null, conversations = [], answered: isAnswer = true, related = [] }: AnswerSource,
  ): Promise<Answer> {
    const hasText = this.hasBegun
    if (!hasText) await this.emit({ text: nothing, proofs: [] })
    const citations = this.#citations
    const quoted = citations.flatMap(({ conversation_id: id }) => (id === null ? [] : [id]))
    const answered = hasText && isAnswer
    return {
      output: this.#output.join(''),
      citations,
      conversations_used: [...new Set([...quoted, ...conversations])],
      answered,
      related: answered ? [] : related.flatMap(({ proofs }) => proofs.map(toCitation)),
      mode: hasText ? mode : null,
      verdict,
      notice: notices.length === 0 ? null : notices.join(' '),
    }
  }
}

function toCitation({ of, line, quote, passage, key }: Proof): Citation {
  if (quote === '' || !line.text.includes(quote)) {
    throw new Error('The quote does not occur in its line.')
  }
  const isSource = of.kind === 'source'
  return {
    type: isSource ? 'KB_SOURCE' : 'CONVERSATION',
    conversation_id: isSource ? null : of.id,
    source_id: isSource ? of.id : null,
    title: of.title,
    speaker: line.speaker === '' ? null : line.speaker,
    start: line.start,
    end: line.end,
    quote,
    segment: isSource ? null : line.segment,
    passage: passage ?? null,
    key: key ?? null,
  }
}
