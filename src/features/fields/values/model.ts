/** Pure rules of field values. */
import { fold } from '../../../core/fold.ts'
import { codePoints, type Json } from '../../../core/wire.ts'
import type { Intelligence, IntelligenceItem, IntelligenceValue } from '../../conversations/records/index.ts'
import { type FieldEvidence, LONG_TEXT_MAX, type ResponseType, TEXT_MAX } from '../extraction/index.ts'
import type { FieldSource, FieldState, ValueHistoryEntry } from './schema.ts'

export interface StoredRow {
  readonly id: string
  readonly item_id: string
  readonly item_version: number
  readonly key: string
  readonly title: string
  readonly category: string
  readonly response_type: ResponseType
  readonly value: Json
  readonly state: FieldState
  readonly source: FieldSource
  readonly confidence: number
  readonly evidence: readonly FieldEvidence[]
  readonly transcript_version: number | null
  readonly model: string | null
  readonly history: readonly ValueHistoryEntry[]
  readonly found_at: string
  readonly decided_by: string | null
  readonly decided_at: string | null
}

export const isLive = ({ state }: Pick<StoredRow, 'state'>): boolean => state !== 'rejected'
/** Whether a person confirmed or corrected the value. */
export const isDecided = ({ state }: Pick<StoredRow, 'state'>): boolean =>
  state === 'confirmed' || state === 'corrected'

/** Maximum number of history entries per value. The oldest ones are dropped. */
const HISTORY_MAX = 100

export const appendHistory = (history: readonly ValueHistoryEntry[], change: ValueHistoryEntry): ValueHistoryEntry[] =>
  [...history, change].slice(-HISTORY_MAX)

export interface ValueFormat {
  readonly responseType: ResponseType
  readonly options: readonly string[]
  readonly maxValues: number | null
  readonly allowLongResponse: boolean
}

/**
 * Validates a value against the response type of its item. Picklist values get the spelling of the option.
 * @returns the value, or the problem if the value is invalid
 */
export function validateValue(shape: ValueFormat, given: Json): { value: Json } | { problem: string } {
  const { responseType, options, maxValues } = shape
  switch (responseType) {
    case 'number':
      return typeof given === 'number' && Number.isFinite(given)
        ? { value: given }
        : { problem: '`value` must be a number.' }
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : { problem: '`value` must be true or false.' }
    case 'date':
      return typeof given === 'string' && isDay(given)
        ? { value: given }
        : { problem: '`value` must be a date in the form YYYY-MM-DD.' }
    case 'picklist': {
      const option = typeof given === 'string' ? findOption(options, given) : undefined
      return option === undefined ? { problem: '`value` must be one of the options of the item.' } : { value: option }
    }
    case 'multipicklist': {
      const chosen = Array.isArray(given)
        ? given.map((one) => (typeof one === 'string' ? findOption(options, one) : undefined))
        : []
      if (chosen.length === 0 || chosen.includes(undefined)) {
        return { problem: '`value` must be a list of options of the item, with at least one option.' }
      }
      const value = options.filter((option) => chosen.includes(option))
      if (value.length !== chosen.length) return { problem: '`value` contains an option twice. Send each option once.' }
      const most = maxValues ?? options.length
      return value.length > most ? { problem: `\`value\` can contain at most ${most} options.` } : { value }
    }
    default: {
      const most = shape.allowLongResponse ? LONG_TEXT_MAX : TEXT_MAX
      const isText = typeof given === 'string' && given.trim() !== ''
      return isText && codePoints(given) <= most
        ? { value: given }
        : { problem: `\`value\` must be a text of 1 to ${most} characters.` }
    }
  }
}

const findOption = (options: readonly string[], given: string) => options.find((option) => fold(option) === fold(given))

function isDay(given: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given)
}

/** Reconstructs the value format of a deleted item from its stored value. */
export const shapeOfGone = (type: ResponseType, value: Json): ValueFormat => ({
  // The options of the deleted item are no longer stored.
  responseType: type === 'picklist' ? 'text' : type,
  options: Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [],
  maxValues: null,
  allowLongResponse: true,
})

/** Whether two values are identical, including spelling. A new spelling is a correction. */
export const isExactly = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether two values are equal, ignoring case, punctuation and the order of options. */
export const isSameValue = (one: Json, other: Json): boolean =>
  typeof one === typeof other && plain(one) === plain(other)

const plain = (value: Json): string => {
  if (typeof value === 'string')
    return fold(value)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return JSON.stringify(Array.isArray(value) ? value.map((one) => plain(one)).toSorted() : value)
}

/** Whether a quote of one list contains or equals a quote of the other. */
export function areSameWords(one: readonly FieldEvidence[], other: readonly FieldEvidence[]): boolean {
  return one.some(({ quote }) =>
    other.some(({ quote: before }) => {
      const [a, b] = [plain(quote), plain(before)]
      return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
    }),
  )
}

export const isRejected = (
  rows: readonly StoredRow[],
  itemId: string,
  value: Json,
  evidence: readonly FieldEvidence[],
) =>
  rows.some(
    (row) =>
      row.state === 'rejected' &&
      row.item_id === itemId &&
      isSameValue(row.value, value) &&
      areSameWords(evidence, row.evidence),
  )

interface Dependent {
  readonly id: string
  readonly dependsOn: string | null
}

/**
 * Items to evaluate, in their original order. An item is skipped if the item that it depends on is missing, skipped, or
 * has no value or the value `false`.
 */
export function orderByDependency<Item extends Dependent>(
  items: readonly Item[],
  values: ReadonlyMap<string, Json>,
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const isAsked = ({ dependsOn }: Item): boolean => {
    if (dependsOn === null) return true
    const parent = byId.get(dependsOn)
    const value = values.get(dependsOn)
    return parent !== undefined && value !== undefined && value !== false && isAsked(parent)
  }
  return items.filter(isAsked)
}

export interface NamedItem {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly category: string
  readonly responseType: string
}

export const serializeValue = (row: StoredRow): IntelligenceValue => ({
  ...{ id: row.id, key: row.key, title: row.title, value: row.value, category: row.category },
  ...{ source: row.source, confidence: row.confidence, evidence: [...row.evidence] },
})

/**
 * Field values in the API record of a conversation. If two values have one key, the value of an existing item is used.
 */
export function toIntelligence(rows: readonly StoredRow[], items: readonly NamedItem[]): Intelligence {
  const there = new Set(items.map(({ id }) => id))
  const live = rows.filter(isLive).toSorted((a, b) => Number(there.has(a.item_id)) - Number(there.has(b.item_id)))
  const byKey = (some: readonly StoredRow[]) => Object.fromEntries(some.map((row) => [row.key, serializeValue(row)]))
  const toIntelligenceItem = (row: StoredRow): IntelligenceItem => ({
    ...{ uuid: row.item_id, key: row.key, title: row.title, category: row.category, responseType: row.response_type },
    ...{ state: row.state, value: serializeValue(row) },
  })
  const ofItems = items.map((item): IntelligenceItem => {
    const row = live.find((one) => one.item_id === item.id)
    if (row !== undefined) return toIntelligenceItem(row)
    const isNone = rows.some((one) => one.item_id === item.id)
    const { id: uuid, key, title, category, responseType } = item
    return { uuid, key, title, category, responseType, state: isNone ? 'rejected' : 'open', value: null }
  })
  const others = live.filter((row) => !there.has(row.item_id)).map(toIntelligenceItem)
  return { extracted: byKey(live), confirmed: byKey(live.filter(isDecided)), items: [...ofItems, ...others] }
}
