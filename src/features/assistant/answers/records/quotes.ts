/** Finds recorded quotes in the transcripts, so that each citation is verified text. */
import { selectSegments } from '../../../conversations/records/index.ts'
import { cutTranscript } from '../../../text/passages/index.ts'
import type { Proof, Text } from '../text.ts'
import type { CallRecord, RecordPorts } from './model.ts'

export interface RecordedQuote {
  readonly segment: number
  readonly quote: string
}

type Named = Pick<CallRecord, 'id' | 'title' | 'startedAt'>

export class QuoteFinder {
  readonly #ports: RecordPorts
  readonly #texts = new Map<string, Promise<Text>>()

  constructor(ports: RecordPorts) {
    this.#ports = ports
  }

  /** Transcript of a call in lines. Each transcript is read once. */
  text(call: Named): Promise<Text> {
    const known = this.#texts.get(call.id)
    if (known !== undefined) return known
    const reading = this.#read(call)
    this.#texts.set(call.id, reading)
    return reading
  }

  /** Returns the quotes that are found verbatim in their segments. */
  async find(call: Named, quotes: readonly RecordedQuote[]): Promise<Proof[]> {
    if (quotes.length === 0) return []
    const text = await this.text(call)
    return quotes.flatMap(({ segment, quote }) => {
      const line = text.lines.findIndex((one) => one.segment === segment && one.text.includes(quote))
      return line < 0 || quote === '' ? [] : [{ of: text, line, quote }]
    })
  }

  async #read({ id, title, startedAt }: Named): Promise<Text> {
    this.#ports.signal.throwIfAborted()
    const { lines } = cutTranscript(await selectSegments(this.#ports.db, this.#ports.org, id, 'current'))
    return { kind: 'conversation', id, title, at: startedAt, lines }
  }
}
