/** Lenient access to members of JSON forms: a missing or mistyped optional member is absent. */
import { LIMITS, TranscriptFault } from '../model.ts'
import { checkTime, isLongerThan } from './collect.ts'
import { asArray, asDate, asObject, asTime, isObject, type JsonObject, member } from './json-value.ts'

/** Fault of a file with several conversations where one is expected. */
export const SEVERAL_CALLS =
  'The file contains several calls. Import it with `parley import`, or send each call separately.'

export const SECONDS = 1
export const MILLISECONDS = 1_000
export const MICROSECONDS = 1_000_000
/** Units of 100 nanoseconds, as in .NET. */
export const TICKS = 10_000_000

/** Whether a value is an object that has all members. They can be null. */
export function hasMembers(value: unknown, ...keys: readonly string[]): value is JsonObject {
  return isObject(value) && keys.every((key) => Object.hasOwn(value, key))
}

/** Whether a value is an object with at least one of the members. */
export function hasAny(value: unknown, ...keys: readonly string[]): value is JsonObject {
  return isObject(value) && keys.some((key) => Object.hasOwn(value, key))
}

export function objectAt(value: unknown, ...path: readonly string[]): JsonObject | undefined {
  let at = value
  for (const key of path) at = isObject(at) ? member(at, key) : undefined
  return isObject(at) ? at : undefined
}

export function listAt(value: unknown, ...path: readonly string[]): unknown[] | undefined {
  let at = value
  for (const key of path) at = isObject(at) ? member(at, key) : undefined
  return Array.isArray(at) ? at : undefined
}

/** First entry of a list. An empty object if the value isn't a list of objects. */
export function firstEntry(value: unknown): JsonObject {
  const first = Array.isArray(value) ? value[0] : undefined
  return isObject(first) ? first : {}
}

/** Trimmed text of a member; undefined if it is absent, empty, too long or no string. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const key = path.at(-1) ?? ''
  const found = member(objectAt(value, ...path.slice(0, -1)) ?? {}, key)
  if (typeof found !== 'string') return undefined
  const text = found.trim()
  return text === '' || isLongerThan(text, LIMITS.titleLength) ? undefined : text
}

/** ID of a member: a text or an integer. */
export function idAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(objectAt(value, ...path.slice(0, -1)) ?? {}, path.at(-1) ?? '')
  if (typeof found === 'number' && Number.isSafeInteger(found)) return String(found)
  return textAt(value, ...path)
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = member(objectAt(value, ...path.slice(0, -1)) ?? {}, path.at(-1) ?? '')
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Entries of a list, each with its pointer. */
export function* entries(items: readonly unknown[], at: string): Generator<[JsonObject, string, number]> {
  for (const [index, item] of items.entries()) yield [asObject(item, `${at}/${index}`), `${at}/${index}`, index]
}

/** Text of an entry. Null and absent text is empty. */
export function spokenAt(unit: JsonObject, key: string, at: string): string {
  const value = member(unit, key)
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new TranscriptFault('The value must be a string.', { pointer: `${at}/${key}` })
  return value
}

/** Time in seconds of a number. Null if absent. */
export function timeAt(unit: JsonObject, key: string, at: string, scale: number): number | null {
  return asTime(member(unit, key), `${at}/${key}`, scale)
}

const DECIMAL = /^\d{1,12}(?:\.\d{1,12})?$/

/** Time in seconds of a decimal in a string, such as `"12.34"`, or of a number. */
export function decimalAt(unit: JsonObject, key: string, at: string, scale = SECONDS): number | null {
  const value = member(unit, key)
  if (typeof value !== 'string') return timeAt(unit, key, at, scale)
  if (!DECIMAL.test(value)) throw new TranscriptFault('A time must be a decimal number.', { pointer: `${at}/${key}` })
  return checkTime(Number(value) / scale, { pointer: `${at}/${key}` })
}

/** Time in seconds of a protobuf duration: `"1.400s"`, or `{seconds, nanos}`. An absent one is zero. */
export function protobufDuration(value: unknown, pointer: string): number {
  if (value === undefined || value === null) return 0
  if (isObject(value)) {
    const seconds = Number(member(value, 'seconds') ?? 0) + Number(member(value, 'nanos') ?? 0) / 1e9
    return checkTime(seconds, { pointer })
  }
  const match = typeof value === 'string' ? /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(value) : null
  if (match === null) throw new TranscriptFault('A time must be a duration such as `1.400s`.', { pointer })
  return checkTime(Number(match[1]), { pointer })
}

/** Time in seconds of an ISO 8601 duration such as `PT1M2.5S`. */
export function isoDuration(value: unknown, pointer: string): number | null {
  if (value === undefined || value === null) return null
  const match =
    typeof value === 'string' ? /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/.exec(value) : null
  if (match === null || value === 'PT') {
    throw new TranscriptFault('A time must be an ISO 8601 duration such as `PT1.07S`.', { pointer })
  }
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return checkTime(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), { pointer })
}

/** First and last instant that a time since 1970 can be: 2000 and 2100. They determine its unit. */
const EPOCH_FIRST = 946_684_800
const EPOCH_LAST = 4_102_444_800

/**
 * Instant of a time since 1970. The scale is in units per second.
 * @returns milliseconds since 1970; undefined if absent
 * @throws TranscriptFault if the time isn't in this century, so that the unit must be another one
 */
export function epochAt(unit: JsonObject, key: string, at: string, scale: number): number | undefined {
  const value = member(unit, key)
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !isEpoch(number, scale)) {
    throw new TranscriptFault('The value must be a time since 1970 in the unit of the form.', {
      pointer: `${at}/${key}`,
    })
  }
  return (number / scale) * 1000
}

export function isEpoch(value: unknown, scale: number): boolean {
  return typeof value === 'number' && value / scale >= EPOCH_FIRST && value / scale <= EPOCH_LAST
}

/** Instant of an ISO 8601 date-time in milliseconds since 1970; undefined if absent. */
export function instantAt(unit: JsonObject, key: string, at: string): number | undefined {
  const value = member(unit, key)
  if (value === undefined || value === null) return undefined
  return Date.parse(asDate(value, `${at}/${key}`))
}

/** Seconds from `zero` to an instant, both in milliseconds since 1970. An instant before `zero` is a fault. */
export function secondsSince(zero: number | undefined, instant: number | undefined, pointer: string): number | null {
  if (zero === undefined || instant === undefined) return null
  return checkTime(Math.round(instant - zero) / 1000, { pointer })
}

/** Instant as `YYYY-MM-DDTHH:mm:ss.sssZ`; undefined if it is unknown or outside of the supported years. */
export function toIso(instant: number | undefined): string | undefined {
  if (instant === undefined || !isEpoch(instant, 1000)) return undefined
  return new Date(instant).toISOString()
}

/** Start of a conversation in an optional member with an ISO 8601 date-time. Other values are ignored. */
export function isoAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = textAt(value, ...path)
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return undefined
  try {
    return asDate(text, '')
  } catch (error) {
    if (error instanceof TranscriptFault) return undefined
    throw error
  }
}

/** The list of a member that a form requires. */
export function requiredList(value: unknown, ...path: readonly string[]): [unknown[], string] {
  const pointer = `/${path.join('/')}`
  return [asArray(listAt(value, ...path), pointer), pointer]
}
