/** Converts what the tests send and receive to examples for readers: short, and without random values. */
import type { OperationExample } from '../src/inbound/http/examples.ts'

/** Maximum number of items of a list in an example. */
const ITEMS_MAX = 2
/** Maximum number of characters of a text in an example, if it consists of words. */
const TEXT_MAX = 200
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** A UUID that only makes a name unique: `Stage 0190…`, `ann.0190…@acme.example`. */
const SUFFIX = new RegExp(`(?<=[A-Za-z])[ .+-]${UUID.source}(?="|@|\\\\.)`, 'g')
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g
/** Times after this one come from the clock of the test run. */
const RUN_FROM = '2026-08-01'
const EXAMPLE_START = Date.parse('2026-03-12T14:00:00.000Z')
/** JSON Web Tokens. Examples contain no valid signature. */
const TOKEN = /\beyJ[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/g
const SECRET = /\b([a-z]{2,6})_(?=[\w+/=-]*[A-Z\d])[\w+/=-]{24,}/g
/** Secret part of the address to which vendors of call sources send events. */
const EVENT_SECRET = /(?<=\/events\/)[\w-]{40,}/g
const HOST = /\bhttps?:\/\/(?:localhost(?::\d+)?|parley\.test)(?=[/".])/g
/** Samples use a date that never comes. */
const FUTURE = /\b2098-/g
/** Maximum number of characters of a text body. Whole lines are kept. */
const BODY_MAX = 600

/** @returns the example, with numbered IDs and times of one afternoon */
export function toExample(given: OperationExample): OperationExample {
  const { texts } = given
  const short = JSON.stringify({
    ...(shorten({ ...given, texts: undefined }) as object),
    ...(texts === undefined
      ? {}
      : { texts: Object.fromEntries(Object.entries(texts).map(([type, text]) => [type, keepLines(text)])) }),
  }).replace(SUFFIX, '')
  const ids = new Map<string, string>()
  const times = new Map<string, string>()
  const text = short
    .replace(UUID, (id) => {
      if (/^0{8}-/.test(id)) return id
      const known = ids.get(id) ?? `019ce2c1-7a40-7b31-9d52-${(ids.size + 1).toString(16).padStart(12, '0')}`
      ids.set(id, known)
      return known
    })
    .replace(TIME, (time) => {
      if (time < RUN_FROM) return time
      const known = times.get(time) ?? new Date(EXAMPLE_START + times.size * 60_000).toISOString()
      times.set(time, known)
      return known
    })
    .replace(TOKEN, 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…')
    .replace(SECRET, (_, kind: string) => `${kind}_…`)
    .replace(EVENT_SECRET, '…')
    .replace(HOST, 'https://parley.example')
    .replace(FUTURE, '2026-')
  return JSON.parse(text) as OperationExample
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return shortenText(value)
  if (Array.isArray(value)) {
    const kept = value.some((item) => typeof item === 'object') ? value.slice(0, ITEMS_MAX) : value.slice(0, 8)
    return kept.map(shorten)
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}

/** The first lines of a text body. */
function keepLines(text: string): string {
  let kept = ''
  for (const line of text.split('\n')) {
    if (kept.length + line.length > BODY_MAX) return kept
    kept += `${line}\n`
  }
  return kept.slice(0, -1)
}

/** Cuts prose at a word. Other text, such as an address or a certificate, stays whole. */
function shortenText(text: string): string {
  if (text.length <= TEXT_MAX || !/\S \S/.test(text)) return text
  return `${text.slice(0, TEXT_MAX).replace(/\s+\S*$/, '')} …`
}

/**
 * Keeps stored values where only random parts differ, so that a new run changes no other lines: codes, times of the run
 * and measured milliseconds. Everything else is new.
 */
export function keepStoredValues(stored: unknown, made: unknown, name = ''): unknown {
  if (Array.isArray(stored) && Array.isArray(made) && stored.length === made.length)
    return made.map((item, at) => keepStoredValues(stored[at], item))
  if (isObject(stored) && isObject(made)) {
    return Object.fromEntries(
      Object.entries(made).map(([key, value]) => [
        key,
        key in stored ? keepStoredValues(stored[key], value, key) : value,
      ]),
    )
  }
  const isMeasured = name === 'ms' && typeof stored === 'number' && typeof made === 'number'
  const isCode = typeof stored === 'string' && typeof made === 'string' && isRandom(stored) && isRandom(made)
  return isMeasured || isCode ? stored : made
}

/** Whether a text is one word with digits and letters, such as a code, a time or an address. */
const isRandom = (text: string): boolean => /^(?=\S*\d)(?=\S*[A-Za-z])\S{4,}$/.test(text)

/**
 * Paths of properties that only one of two JSON values has. What one value lacks as a whole isn't compared: null, and
 * lists without items. Items of a list can differ, so a property counts as missing if all items of one list have it, and
 * none of the other.
 */
export function compareProperties(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === 0 || after.length === 0) return []
    const [left, right] = [summarizeItems(before), summarizeItems(after)]
    return [...compareKeys(left.always, right.ever, `${path}[]`), ...compareKeys(right.always, left.ever, `${path}[]`)]
  }
  if (!isObject(before) || !isObject(after)) return []
  const [left, right] = [new Set(Object.keys(before)), new Set(Object.keys(after))]
  return [
    ...compareKeys(left, right, path),
    ...compareKeys(right, left, path),
    ...[...left.intersection(right)].flatMap((name) => compareProperties(before[name], after[name], `${path}.${name}`)),
  ]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const compareKeys = (some: ReadonlySet<string>, others: ReadonlySet<string>, path: string) =>
  [...some.difference(others)].map((name) => `${path}.${name}`)

function summarizeItems(items: readonly unknown[]): { always: ReadonlySet<string>; ever: ReadonlySet<string> } {
  const keys = items.map((item) => new Set(isObject(item) ? Object.keys(item) : []))
  const [first = new Set<string>()] = keys
  return {
    always: keys.reduce((all, some) => all.intersection(some), first),
    ever: keys.reduce((all, some) => all.union(some), first),
  }
}
