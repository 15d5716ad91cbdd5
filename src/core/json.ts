/**
 * JSON that is already text. Transcripts and derived documents are stored as the JSON that answers carry; parsing one
 * only to print it again would cost more than everything else a list does.
 */
import { randomUUID } from 'node:crypto'

export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  /** Called by `JSON.stringify`: leaves a mark that `stringify` fills in. Outside of `stringify` it parses. */
  toJSON(): unknown {
    if (collecting === undefined) return JSON.parse(this.text)
    collecting.push(this.text)
    return MARK
  }
}

/** Random for each process, so that no stored string can be taken for it. */
const MARK = `raw-${randomUUID()}`
const PRINTED_MARK = JSON.stringify(MARK)
let collecting: string[] | undefined

/** `JSON.stringify` that splices `RawJson` in verbatim. */
export function stringify(value: unknown): string {
  const raws: string[] = []
  collecting = raws
  let printed: string
  try {
    printed = JSON.stringify(value)
  } finally {
    collecting = undefined
  }
  if (raws.length === 0) return printed
  const pieces = printed.split(PRINTED_MARK)
  let out = pieces[0] ?? ''
  for (let i = 0; i < raws.length; i++) out += raws[i] + (pieces[i + 1] ?? '')
  return out
}
