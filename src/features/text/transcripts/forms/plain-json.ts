import { LIMITS, type TranscriptDocument, TranscriptFault } from '../model.ts'
import { detectTranscriptForm } from './collect.ts'
import { asArray, asDate, asTime, isObject, type JsonObject, member, optionalName, optionalText } from './json-value.ts'
import { checkPace } from './pace.ts'
import { readUnits, unitKind } from './read-units.ts'

/** Fewer segments can have invented times, such as a long text within a second. Programs send them to try the API. */
const INVENTED_MAX = 4

/**
 * Reads the JSON forms that don't belong to one product. These are:
 *
 * - Parley: `{final: [{speaker, sentence, startTimestamp, endTimestamp}]}` (V1), `{final: [{speaker, words: […]}]}`
 *   (V2), each entry with optional `start` and `end`, and the list of API responses, `[{speaker, start, end, words}]`
 * - podcast namespace: `{version, segments: [{speaker, startTime, endTime, body}]}`
 * - `{id, title, segments: [{speaker, text, start?, end?}]}`
 * - a plain list of any of these entries
 *
 * Texts and numbers are kept exactly. Times are seconds; except in Parley's own forms, the pace of the speech must
 * confirm it. Unknown members are ignored, unless they could be the speaker or the time that an entry lacks.
 * @returns undefined if the value has none of these forms
 */
export function readPlainJson(value: unknown): TranscriptDocument | undefined {
  if (Array.isArray(value)) return isPlainList(value) ? readList(value, '', undefined) : undefined
  if (!isObject(value)) return undefined
  if (Array.isArray(member(value, 'final'))) return { ...readFinal(asArray(value.final, '/final')), ...readHead(value) }
  if (Array.isArray(member(value, 'segments'))) {
    const head = readHead(value)
    return { ...readList(asArray(value.segments, '/segments'), '/segments', head.durationSeconds), ...head }
  }
  return undefined
}

/** Whether a list can be a transcript. Other lists can be inside of an envelope. */
function isPlainList(items: readonly unknown[]): boolean {
  return items.length === 0 || !isObject(items[0]) || unitKind(items) !== undefined || items.length > 1
}

function readFinal(items: unknown[]): TranscriptDocument {
  const { segments } = readUnits(items, '/final', { keepEmpty: true })
  const isV2 = unitKind(items) === 'words'
  return { format: isV2 ? 'parley-v2' : 'parley-v1', form: isV2 ? 'V2' : 'V1', segments }
}

/** Flags of a result that live transcription repeats until it is final. */
const FINAL = ['completed', 'is_final', 'isFinal', 'final']
const PARTIAL = ['partial', 'is_partial', 'isPartial', 'interim', 'is_interim', 'isInterim']

const isPartial = (item: unknown): boolean =>
  isObject(item) &&
  (FINAL.some((key) => member(item, key) === false) || PARTIAL.some((key) => member(item, key) === true))

function readList(all: unknown[], pointer: string, duration: number | undefined): TranscriptDocument {
  const at = all.findIndex(isPartial)
  if (at !== -1) {
    throw new TranscriptFault('The entry is a partial result, which a later entry repeats. Send only final results.', {
      pointer: `${pointer}/${at}`,
    })
  }
  return readFinalList(all, pointer, duration)
}

function readFinalList(items: unknown[], pointer: string, duration: number | undefined): TranscriptDocument {
  const kind = unitKind(items)
  const isOurs = kind === 'words' || kind === 'sentence'
  checkMembers(items, pointer)
  const { segments, byWord } = readUnits(items, pointer, { keepEmpty: isOurs })
  if (!isOurs) checkPace(segments, { duration, segmentsMin: INVENTED_MAX })
  const hasBounds = isObject(items[0]) && ('start' in items[0] || 'end' in items[0])
  // The list of API responses doesn't name its form. Only there, one entry per segment means a sentence.
  const form = byWord && !(kind === 'words' && hasBounds) ? 'V2' : detectTranscriptForm(segments)
  const formats: Record<string, string> = { words: 'parley-v2', sentence: 'parley-v1', body: 'podcast' }
  const format = kind === 'words' && form === 'V1' ? 'parley-v1' : (formats[kind ?? ''] ?? 'segments')
  return { format, form, segments }
}

const SPEAKER_LIKE =
  /speaker|participant|author|sender|user|^name$|role|channel|^from$|^who$|party|person|caller|agent|customer|identifier/i
const TIME_LIKE = /start|begin|offset|time|stamp|^end|_ms$|_at$|millis|seconds|^ts$|^t0?$|date/i
/** Names of these values in the plain forms. `timestamp` of a message isn't a position in a recording. */
const TIMES = ['startTimestamp', 'startTime', 'start', 'endTimestamp', 'endTime', 'end']
const LOOKED_AT = 50

/**
 * Rejects entries whose speaker or time has another name: ignoring it would lose the speakers or the times.
 */
function checkMembers(items: readonly unknown[], pointer: string): void {
  const looked = items.slice(0, LOOKED_AT).filter(isObject)
  const keys = new Set(looked.flatMap((item) => Object.keys(item)))
  const others = [...keys].filter((key) => key !== 'speaker' && !TIMES.includes(key) && key !== 'words')
  const wordKeys = new Set(
    looked
      .flatMap(({ words }) => (Array.isArray(words) ? words.slice(0, LOOKED_AT).filter(isObject) : []))
      .flatMap(Object.keys),
  )
  const place = { pointer: `${pointer}/0` }
  if (!keys.has('speaker') && others.some((key) => SPEAKER_LIKE.test(key))) {
    throw new TranscriptFault(
      'The entries name their speakers in a member that is not supported. Supported is `speaker`. Rename the member, or send the export of the product unchanged.',
      place,
    )
  }
  const isUntimed = (own: ReadonlySet<string>) => !TIMES.some((key) => own.has(key))
  const hasOtherTimes =
    others.some((key) => TIME_LIKE.test(key)) ||
    (isUntimed(wordKeys) && [...wordKeys].some((key) => TIME_LIKE.test(key)))
  if (isUntimed(keys) && hasOtherTimes) {
    throw new TranscriptFault(
      'The entries have times in a member that is not supported. Supported are `start` and `end` in seconds. Convert the times, or send the export of the product unchanged.',
      place,
    )
  }
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
