import type { Segment, TranscriptForm } from '../model.ts'
import { type JsonObject, optionalName } from './json-value.ts'

/** What the parts of one vCon need to know of the whole. */
export interface Vcon {
  root: JsonObject
  /** Pointer of the vCon within what was read: `/payload` for a signed one. */
  at: string
  parties: JsonObject[]
  dialogs: JsonObject[]
  /** Milliseconds since 1970 of each dialog's start, where it has one. */
  starts: (number | undefined)[]
  /** The earliest of them: second 0 of the conversation. */
  base: number | undefined
}

export interface Transcript {
  form: TranscriptForm
  segments: Segment[]
}

/** `email` is what vcon-server writes for `mailto`. */
export function partyEmail(party: JsonObject, at: string): string | undefined {
  const mailto = optionalName(party, 'mailto', at)
  return mailto === undefined ? optionalName(party, 'email', at) : mailto.replace(/^mailto:/i, '')
}
