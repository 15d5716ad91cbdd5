/**
 * JSON that is already text. Transcripts and derived documents are stored as the JSON of responses. Parsing and
 * serializing them again would take longer than the rest of a list request.
 */
import { randomUUID } from 'node:crypto'

const EMPTY: readonly never[] = []

export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  /**
   * Called by `JSON.stringify`. Returns a marker that `stringify` replaces, or the value of a very short text; outside of
   * `stringify`, returns the parsed value.
   */
  toJSON(): unknown {
    // The two texts that most rows contain. `JSON.stringify` prints them faster than a marker is replaced.
    if (this.text === 'null') return null
    if (this.text === '[]') return EMPTY
    if (collecting === undefined) return JSON.parse(this.text)
    collecting.push(this.text)
    return MARK
  }
}

/** Marker prefix. Random for each process, so that stored strings can't match it. */
const MARK = `raw-${randomUUID()}`
const PRINTED_MARK = JSON.stringify(MARK)
let collecting: string[] | undefined

/** `JSON.stringify` that inserts `RawJson` verbatim. */
export function stringify(value: unknown): string {
  const parts = stringifyParts(value)
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('')
}

/** Same as `stringify`, as parts whose concatenation is the text. Large texts are never copied. */
export function stringifyParts(value: unknown): string[] {
  const raws: string[] = []
  collecting = raws
  let printed: string
  try {
    printed = JSON.stringify(value)
  } finally {
    collecting = undefined
  }
  if (raws.length === 0) return [printed]
  const pieces = printed.split(PRINTED_MARK)
  const parts = [pieces[0] ?? '']
  for (let i = 0; i < raws.length; i++) parts.push(raws[i] ?? '', pieces[i + 1] ?? '')
  return parts
}
