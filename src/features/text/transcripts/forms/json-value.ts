import { LIMITS, TranscriptFault } from '../model.ts'
import { checkName, checkTime, isLongerThan } from './collect.ts'

export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object. Only own members are read, so `__proto__` in a source is a normal name. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** First of the named members that exists and isn't null, with its name. */
export function firstMember(object: JsonObject, keys: readonly string[]): { key: string; value: unknown } | undefined {
  for (const key of keys) {
    const value = member(object, key)
    if (value !== undefined && value !== null) return { key, value }
  }
  return undefined
}

/**
 * Rejects content that isn't allowed in any form: nesting beyond `LIMITS.depth`, NUL (not allowed in PostgreSQL text)
 * and unpaired surrogates. Checks the whole value once, without recursion. The pointer ends before a name that isn't a
 * plain word.
 */
export function checkJson(root: unknown): void {
  interface Frame {
    value: object
    depth: number
    pointer: string
  }
  checkString(root, '')
  const stack: Frame[] = typeof root === 'object' && root !== null ? [{ value: root, depth: 1, pointer: '' }] : []
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { value, depth, pointer } = frame
    if (depth > LIMITS.depth) {
      throw new TranscriptFault(`JSON can be nested at most ${LIMITS.depth} levels deep.`, {
        pointer: pointer.slice(0, 200),
      })
    }
    const check = (key: string, child: unknown) => {
      if (typeof child === 'string') {
        if (isForbidden(child)) checkString(child, extend(pointer, key))
      } else if (typeof child === 'object' && child !== null) {
        stack.push({ value: child, depth: depth + 1, pointer: extend(pointer, key) })
      }
    }
    if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) check(String(i), value[i])
      continue
    }
    for (const [key, child] of Object.entries(value)) {
      if (isForbidden(key)) checkString(key, pointer)
      check(key, child)
    }
  }
}

function extend(pointer: string, key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? `${pointer}/${key}` : pointer
}

function isForbidden(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

function checkString(value: unknown, pointer: string): void {
  if (typeof value !== 'string') return
  if (value.includes('\0')) throw new TranscriptFault('Text must not contain a NUL character.', { pointer })
  if (!value.isWellFormed()) throw new TranscriptFault('Text must be valid Unicode.', { pointer })
}

export function asObject(value: unknown, pointer: string): JsonObject {
  if (!isObject(value)) throw new TranscriptFault('The value must be an object.', { pointer })
  return value
}

export function asArray(value: unknown, pointer: string): unknown[] {
  if (!Array.isArray(value)) throw new TranscriptFault('The value must be an array.', { pointer })
  return value
}

export function asString(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw new TranscriptFault('The value must be a string.', { pointer })
  return value
}

/**
 * Reads a time.
 * @param scale units per second in the source (1000 for milliseconds)
 * @returns seconds; null if the source has none
 */
export function asTime(value: unknown, pointer: string, scale = 1): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number') throw new TranscriptFault('A time must be a number.', { pointer })
  return checkTime(scale === 1 ? value : value / scale, { pointer })
}

/** An optional name, ID or email address. */
export function optionalName(object: JsonObject, key: string, pointer: string): string | undefined {
  const value = member(object, key)
  if (value === undefined || value === null) return undefined
  const name = asString(value, `${pointer}/${key}`)
  checkName(name, { pointer: `${pointer}/${key}` })
  return name
}

export function optionalText(object: JsonObject, key: string, pointer: string, limit: number): string | undefined {
  const value = member(object, key)
  if (value === undefined || value === null) return undefined
  const text = asString(value, `${pointer}/${key}`)
  if (isLongerThan(text, limit)) {
    throw new TranscriptFault(`The value can have at most ${limit} characters.`, { pointer: `${pointer}/${key}` })
  }
  return text
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,12})?)?) ?(Z|z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Parses an ISO 8601 date or date-time. A date is midnight UTC. A time without an offset, as some vCon writers have it,
 * is UTC.
 * @returns `YYYY-MM-DDTHH:mm:ss.sssZ`
 */
export function asDate(value: unknown, pointer: string): string {
  const match = typeof value === 'string' ? DATE.exec(value) : null
  if (match !== null) {
    const [, day = '', time = '00:00', zone = 'Z'] = match
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
    const date = new Date(`${day}T${time.replace(',', '.')}${offset}`)
    // JavaScript would convert 30 February to 2 March.
    const isReal = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
    if (isReal) return date.toISOString()
  }
  throw new TranscriptFault('The value must be a date or a date-time (ISO 8601). Example: `2026-11-21T09:30:00Z`.', {
    pointer,
  })
}
