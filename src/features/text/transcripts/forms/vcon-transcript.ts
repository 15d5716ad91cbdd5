import { type Segment, type Speaker, TranscriptFault } from '../model.ts'
import { checkTime, collector, detectTranscriptForm, sentence } from './collect.ts'
import { isDeepgram, readDeepgram } from './deepgram.ts'
import {
  asArray,
  asDate,
  asObject,
  asString,
  asTime,
  checkJson,
  isObject,
  type JsonObject,
  member,
  optionalName,
} from './json-value.ts'
import { mimeText } from './mime.ts'
import { withPointer } from './pointers.ts'
import { readJsonForm } from './read-json.ts'
import { readString } from './read-string.ts'
import { readSpeaker, readTimes, readWords } from './read-units.ts'
import { PARLEY_SCHEMA, PARLEY_VENDOR } from './vcon-names.ts'
import { partyEmail, type Transcript, type Vcon } from './vcon-parts.ts'

interface VconTranscript {
  transcript: Transcript
  language: string | undefined
}

/** Content of a dialog, analysis or attachment; undefined if it is external or redacted. */
export function readContent(part: JsonObject, at: string): unknown {
  const body = member(part, 'body')
  if (body === undefined || body === null) return undefined
  const encoding = member(part, 'encoding')
  if (typeof body !== 'string') return body
  if (encoding === 'base64url' || encoding === 'base64') {
    const text = Buffer.from(body, 'base64url').toString('utf8')
    if (text.includes('\0')) throw new TranscriptFault("The body isn't text.", { pointer: `${at}/body` })
    return text
  }
  if (encoding !== 'json') return body
  // With this encoding, a body is a JSON value, but some writers convert it to a string.
  return parseObject(body, `${at}/body`) ?? body
}

/** @returns undefined if the text isn't a JSON object or array */
function parseObject(text: string, pointer: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  withPointer(pointer, () => checkJson(value))
  return typeof value === 'object' && value !== null ? value : undefined
}

/**
 * Transcript in the analyses: Parley's own if there is one, otherwise for each dialog the last one of type `transcript`
 * (or a variant such as `transcript-redacted`). Its times are relative to the start of its dialog.
 * @returns undefined if no analysis contains one
 */
export function readVconTranscript(vcon: Vcon): VconTranscript | undefined {
  const value = member(vcon.root, 'analysis')
  if (value === undefined || value === null) return undefined
  const analyses = asArray(value, `${vcon.at}/analysis`).map((item, index) => {
    const at = `${vcon.at}/analysis/${index}`
    const analysis = asObject(item, at)
    return { analysis, at, type: member(analysis, 'type') }
  })
  const own = analyses.findLast(({ analysis }) => isOwn(analysis))
  if (own !== undefined) return readOwn(asObject(readContent(own.analysis, own.at), `${own.at}/body`), `${own.at}/body`)
  const exact = analyses.filter(({ type }) => type === 'transcript')
  const named =
    exact.length > 0 ? exact : analyses.filter(({ type }) => typeof type === 'string' && type.startsWith('transcript'))
  const byDialog = new Map<number | undefined, { body: unknown; at: string }>()
  for (const { analysis, at } of named) {
    const body = readContent(analysis, at)
    const dialog = [member(analysis, 'dialog')].flat()[0]
    if (body !== undefined) byDialog.set(typeof dialog === 'number' ? dialog : undefined, { body, at: `${at}/body` })
  }
  if (byDialog.size === 0) return undefined
  const collected = collector()
  const found: VconTranscript[] = []
  for (const [dialog, { body, at }] of byDialog) {
    const read = readBody(vcon, body, at, dialog)
    const start = dialog === undefined ? undefined : vcon.starts[dialog]
    const isAlone = byDialog.size === 1
    const offset = start !== undefined && vcon.base !== undefined ? (start - vcon.base) / 1000 : isAlone ? 0 : null
    for (const segment of read.transcript.segments) collected.add(shiftTimes(segment, offset, at), { pointer: at })
    found.push(read)
  }
  const form = found.every((each) => each.transcript.form === 'V1') ? 'V1' : 'V2'
  return { transcript: { form, segments: collected.segments }, language: found.find((each) => each.language)?.language }
}

function isOwn(analysis: JsonObject): boolean {
  const schema = member(analysis, 'schema')
  return member(analysis, 'vendor') === PARLEY_VENDOR && (schema === PARLEY_SCHEMA.V1 || schema === PARLEY_SCHEMA.V2)
}

/** @param offset seconds to add; null removes the times, because their position in the conversation is unknown */
function shiftTimes(segment: Segment, offset: number | null, at: string): Segment {
  if (offset === 0) return segment
  const move = (time: number | null) =>
    time === null || offset === null ? null : checkTime(Math.round((time + offset) * 1e6) / 1e6, { pointer: at })
  return {
    speaker: segment.speaker,
    start: move(segment.start),
    end: move(segment.end),
    words: segment.words.map((word) => ({
      text: word.text,
      startTimestamp: move(word.startTimestamp),
      endTimestamp: move(word.endTimestamp),
    })),
  }
}

/**
 * Reads a transcript body. The draft (section 4.5.1) defines no schema, so this supports the schemas that are used in
 * practice.
 */
function readBody(vcon: Vcon, body: unknown, at: string, dialog: number | undefined): VconTranscript {
  if (typeof body === 'string') {
    const value = parseObject(body, at)
    return value === undefined
      ? { transcript: readTextBody(body, at), language: undefined }
      : readBody(vcon, value, at, dialog)
  }
  if (isDeepgram(body)) {
    const channels = dialog === undefined ? undefined : member(vcon.dialogs[dialog] ?? {}, 'parties')
    const speakers = Array.isArray(channels)
      ? channels.map((party) =>
          typeof party === 'number' ? partySpeaker(vcon, party, `${vcon.at}/dialog/${dialog}/parties`) : undefined,
        )
      : []
    return { transcript: readDeepgram(body, at, speakers), language: undefined }
  }
  if (isObject(body) && typeof member(body, 'transcript') === 'string') {
    const language = optionalName(body, 'detected_language', at) ?? optionalName(body, 'language', at)
    return { transcript: readTextBody(asString(member(body, 'transcript'), at), `${at}/transcript`), language }
  }
  if (Array.isArray(body) && isPartyList(body))
    return { transcript: readPartyList(vcon, body, at, dialog), language: undefined }
  const read = withPointer(at, () => readJsonForm(body))
  if (read !== undefined) return { transcript: { form: read.form, segments: read.segments }, language: read.language }
  throw new TranscriptFault('The form of the transcript is not supported.', { pointer: at })
}

function readTextBody(text: string, pointer: string): Transcript {
  if (text.trim() === '') return { form: 'V1', segments: [] }
  const { form, segments } = withPointer(pointer, () => readString(text, ''))
  return { form, segments }
}

function isPartyList(body: readonly unknown[]): boolean {
  const [first] = body
  return isObject(first) && (typeof member(first, 'start') === 'string' || member(first, 'parties') !== undefined)
}

/**
 * Reads a list of dialog-like entries: `{parties, start: a date, duration: seconds, text}` (the draft's redaction
 * example).
 */
function readPartyList(vcon: Vcon, items: readonly unknown[], at: string, dialog: number | undefined): Transcript {
  const zero = (dialog === undefined ? undefined : vcon.starts[dialog]) ?? vcon.base
  const collected = collector()
  for (const [index, item] of items.entries()) {
    const pointer = `${at}/${index}`
    const unit = asObject(item, pointer)
    const text = asString(member(unit, 'text') ?? member(unit, 'body'), `${pointer}/text`)
    const party = [member(unit, 'originator') ?? member(unit, 'parties') ?? member(unit, 'party')].flat()[0]
    const speaker =
      typeof party === 'number'
        ? partySpeaker(vcon, party, `${pointer}/parties`)
        : readSpeaker(member(unit, 'speaker'), `${pointer}/speaker`)
    const { start, end } = readEntryTimes(unit, zero, pointer)
    if (text.trim() !== '') collected.add(sentence(speaker, start, end, text), { pointer })
  }
  return { form: 'V1', segments: collected.segments }
}

/** Start of an entry in seconds from `zero` (milliseconds since 1970), and its end if it has a duration. */
function readEntryTimes(
  unit: JsonObject,
  zero: number | undefined,
  at: string,
): { start: number | null; end: number | null } {
  const start = member(unit, 'start')
  if (start === undefined || start === null || zero === undefined) return { start: null, end: null }
  const since = Date.parse(asDate(start, `${at}/start`)) - zero
  const from = checkTime(since / 1000, { pointer: `${at}/start` })
  const duration = asTime(member(unit, 'duration'), `${at}/duration`)
  // Dates have a precision of milliseconds.
  return { start: from, end: duration === null ? null : Math.round(since + duration * 1000) / 1000 }
}

/** Reads text dialogs (chats, email threads): each is one segment of its originator, or of its first party. */
export function textDialogs(vcon: Vcon): Transcript {
  const collected = collector()
  for (const [index, dialog] of vcon.dialogs.entries()) {
    const at = `${vcon.at}/dialog/${index}`
    if (member(dialog, 'type') !== 'text') continue
    const body = readContent(dialog, at)
    if (typeof body !== 'string') continue
    const mediatype = member(dialog, 'mediatype') ?? member(dialog, 'mimetype')
    const text = (typeof mediatype === 'string' ? mimeText(body, mediatype.slice(0, 1000)) : undefined) ?? body
    const party = [member(dialog, 'originator') ?? member(dialog, 'parties')].flat(3)[0]
    const speaker = typeof party === 'number' ? partySpeaker(vcon, party, `${at}/parties`) : { name: '' }
    const { start, end } = readEntryTimes(dialog, vcon.base, at)
    const said = text.replaceAll('\0', '').toWellFormed().trim()
    if (said !== '') collected.add(sentence(speaker, start, end, said), { pointer: at })
  }
  return { form: 'V1', segments: collected.segments }
}

function partySpeaker(vcon: Vcon, index: number, pointer: string): Speaker {
  const party = vcon.parties[index]
  if (party === undefined) throw new TranscriptFault('No party has this index.', { pointer })
  const at = `${vcon.at}/parties/${index}`
  const id = optionalName(party, 'uuid', at) ?? optionalName(party, 'id', at)
  const email = partyEmail(party, at)
  return { ...(id ? { id } : {}), name: optionalName(party, 'name', at) ?? '', ...(email ? { email } : {}) }
}

/** Reads the schema of Parley exports, see `write-vcon.ts`. */
function readOwn(body: JsonObject, at: string): VconTranscript {
  const speakers = asArray(member(body, 'speakers'), `${at}/speakers`).map((each, i) =>
    readSpeaker(each, `${at}/speakers/${i}`),
  )
  const collected = collector()
  for (const [index, item] of asArray(member(body, 'segments'), `${at}/segments`).entries()) {
    const pointer = `${at}/segments/${index}`
    const unit = asObject(item, pointer)
    const number = member(unit, 'speaker')
    const speaker = typeof number === 'number' ? speakers[number] : undefined
    if (speaker === undefined)
      throw new TranscriptFault('No speaker has this index.', { pointer: `${pointer}/speaker` })
    const segment = {
      speaker: { ...speaker },
      ...readTimes(unit, pointer),
      words: readWords(member(unit, 'words'), `${pointer}/words`),
    }
    collected.add(segment, { pointer })
  }
  const form = member(body, 'form')
  return {
    transcript: {
      form: form === 'V1' || form === 'V2' ? form : detectTranscriptForm(collected.segments),
      segments: collected.segments,
    },
    language: optionalName(body, 'language', at),
  }
}
