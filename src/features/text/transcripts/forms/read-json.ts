import { LIMITS, type TranscriptDocument, TranscriptFault } from '../model.ts'
import { collector, detectTranscriptForm, sentence } from './collect.ts'
import {
  asArray,
  asDate,
  asObject,
  asString,
  asTime,
  isObject,
  type JsonObject,
  member,
  optionalName,
  optionalText,
} from './json-value.ts'
import { readTimes, readUnits, unitKind } from './read-units.ts'

/**
 * Reads all JSON forms except vCon:
 *
 * - Parley: `{final: [{speaker, sentence, startTimestamp, endTimestamp}]}` (V1), `{final: [{speaker, words: […]}]}`
 *   (V2), each entry with optional `start` and `end`, and the list of API responses, `[{speaker, start, end, words}]`
 * - podcast namespace: `{version, segments: [{speaker, startTime, endTime, body}]}`
 * - `{id, title, segments: [{speaker, text, start?, end?}]}`, such as responses of Whisper and Vexa
 * - Gong: `{monologues: [{speakerId, sentences: [{start, end, text}]}]}` and its call transcripts, milliseconds
 * - a plain list of any of these entries
 *
 * Texts and numbers are kept exactly. Unknown members are ignored.
 * @returns undefined if the value has none of these forms
 */
export function readJsonForm(value: unknown): TranscriptDocument | undefined {
  if (Array.isArray(value)) return readList(value, '')
  if (!isObject(value)) return undefined
  if (Array.isArray(member(value, 'final'))) return { ...readFinal(asArray(value.final, '/final')), ...readHead(value) }
  if (Array.isArray(member(value, 'segments'))) {
    const items = asArray(value.segments, '/segments')
    const isVexa = member(value, 'native_meeting_id') !== undefined || member(value, 'platform') !== undefined
    const read = readList(items, '/segments')
    const format = isVexa ? 'vexa' : read.format
    const language = isVexa ? commonLanguage(items) : undefined
    return { ...read, format, ...(language === undefined ? {} : { language }), ...readHead(value) }
  }
  return readGong(value)
}

function readFinal(items: unknown[]): TranscriptDocument {
  const { segments } = readUnits(items, '/final', { keepEmpty: true })
  const isV2 = unitKind(items) === 'words'
  return { format: isV2 ? 'parley-v2' : 'parley-v1', form: isV2 ? 'V2' : 'V1', segments }
}

function readList(items: unknown[], pointer: string): TranscriptDocument {
  const kind = unitKind(items)
  if (kind === 'sentences') return readMonologues(items, pointer)
  const isOurs = kind === 'words' || kind === 'sentence'
  const { segments, byWord } = readUnits(items, pointer, { keepEmpty: isOurs })
  const hasBounds = isObject(items[0]) && ('start' in items[0] || 'end' in items[0])
  // The list of API responses doesn't name its form. Only there, one entry per segment means a sentence.
  const form = byWord && !(kind === 'words' && hasBounds) ? 'V2' : detectTranscriptForm(segments)
  const formats: Record<string, string> = { words: 'parley-v2', sentence: 'parley-v1', body: 'podcast' }
  const format = kind === 'words' && form === 'V1' ? 'parley-v1' : (formats[kind ?? ''] ?? 'segments')
  return { format, form, segments }
}

type Head = Pick<TranscriptDocument, 'externalId' | 'title' | 'startedAt' | 'durationSeconds' | 'language'>

/** Properties of the conversation in a file, without its segments. */
function readHead(value: JsonObject): Head {
  const id = member(value, 'id')
  const externalId = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : optionalName(value, 'id', '')
  const title = optionalText(value, 'title', '', LIMITS.titleLength)
  const dateKey = ['startedAt', 'started_at', 'start_time', 'date'].find((key) => (member(value, key) ?? null) !== null)
  const duration = asTime(member(value, 'duration'), '/duration')
  const language = optionalName(value, 'language', '')
  return {
    ...(externalId ? { externalId } : {}),
    ...(title ? { title } : {}),
    ...(dateKey === undefined ? {} : { startedAt: asDate(value[dateKey], `/${dateKey}`) }),
    ...(duration === null ? {} : { durationSeconds: duration }),
    ...(language ? { language } : {}),
  }
}

function commonLanguage(items: readonly unknown[]): string | undefined {
  const found = new Set(items.map((item) => (isObject(item) ? member(item, 'language') : undefined)))
  const [only] = found
  return found.size === 1 && typeof only === 'string' && only !== '' && only.length <= 35 ? only : undefined
}

function readGong(value: JsonObject): TranscriptDocument | undefined {
  const calls = member(value, 'callTranscripts')
  if (Array.isArray(calls)) {
    if (calls.length !== 1) {
      throw new TranscriptFault('The file contains several calls. Send each call separately.', {
        pointer: '/callTranscripts',
      })
    }
    const call = asObject(calls[0], '/callTranscripts/0')
    const callId = optionalName(call, 'callId', '/callTranscripts/0')
    const read = readMonologues(
      asArray(member(call, 'transcript'), '/callTranscripts/0/transcript'),
      '/callTranscripts/0/transcript',
    )
    return { ...read, ...(callId ? { externalId: callId } : {}) }
  }
  for (const key of ['monologues', 'transcript']) {
    const items = member(value, key)
    if (Array.isArray(items) && (key === 'monologues' || unitKind(items) === 'sentences')) {
      return { ...readMonologues(items, `/${key}`), ...readHead(value) }
    }
  }
  return undefined
}

/** Reads monologues of Gong. Speakers have IDs, and names only in some exports. Times are in milliseconds. */
function readMonologues(items: readonly unknown[], pointer: string): TranscriptDocument {
  const collected = collector()
  for (const [index, item] of items.entries()) {
    const at = `${pointer}/${index}`
    const monologue = asObject(item, at)
    const id = optionalName(monologue, 'speakerId', at)
    const name = optionalName(monologue, 'speakerName', at) ?? ''
    const sentences = asArray(member(monologue, 'sentences'), `${at}/sentences`)
    for (const [position, each] of sentences.entries()) {
      const place = `${at}/sentences/${position}`
      const unit = asObject(each, place)
      const { start, end } = readTimes(unit, place, 1000)
      const text = asString(member(unit, 'text'), `${place}/text`)
      if (text.trim() === '') continue
      collected.add(sentence({ ...(id === undefined ? {} : { id }), name }, start, end, text), { pointer: place })
    }
  }
  return { format: 'gong', form: 'V1', segments: collected.segments }
}
