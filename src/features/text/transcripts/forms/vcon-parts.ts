import type { Segment, TranscriptForm } from '../model.ts'
import { type JsonObject, optionalName } from './json-value.ts'

/** Context of a vCon for reading its parts. */
export interface Vcon {
  root: JsonObject
  /** Pointer of the vCon in the source: `/payload` for a signed one. */
  at: string
  parties: JsonObject[]
  dialogs: JsonObject[]
  /** Start of each dialog in milliseconds since 1970, if it has one. */
  starts: (number | undefined)[]
  /** Earliest start: second 0 of the conversation. */
  base: number | undefined
}

export interface Transcript {
  form: TranscriptForm
  segments: Segment[]
}

/** Email address of a party. vcon-server writes `email` instead of `mailto`. */
export function partyEmail(party: JsonObject, at: string): string | undefined {
  const mailto = optionalName(party, 'mailto', at)
  return mailto === undefined ? optionalName(party, 'email', at) : mailto.replace(/^mailto:/i, '')
}
