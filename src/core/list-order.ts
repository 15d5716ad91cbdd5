/**
 * Sort orders of lists, and cursors that continue a list after a position in its order (keyset pagination; decisions,
 * section "REST for programs"). Records that are created or removed between two requests neither repeat nor hide others.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from './errors.ts'

/** Text form of a key in a cursor, and its type in SQL. */
const KEY_TYPES = {
  time: { sql: 'timestamptz', isValid: isTime },
  date: { sql: 'date', isValid: isDate },
  uuid: { sql: 'uuid', isValid: (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) },
  integer: { sql: 'bigint', isValid: (text: string) => /^-?\d{1,18}$/.test(text) },
  number: { sql: 'float8', isValid: isNumber },
  boolean: { sql: 'boolean', isValid: (text: string) => text === 'true' || text === 'false' },
  text: { sql: 'text', isValid: (text: string) => !text.includes('\u0000') && text.isWellFormed() },
} as const
type KeyType = keyof typeof KEY_TYPES

export interface OrderColumn {
  readonly expression: RawBuilder<unknown>
  readonly type: KeyType
  readonly isDescending: boolean
  /** Position of null. Absent if the expression is never null. */
  readonly nulls: 'first' | 'last' | undefined
}

/** Sort order of a list. The last column is unique, so that the order is total. */
export interface ListOrder {
  /** Digest of the name. A cursor of another list is refused. */
  readonly digest: string
  readonly columns: readonly OrderColumn[]
}

/** Values of the columns of a record, as text. */
export type OrderKey = readonly (string | null)[]

const column =
  (isDescending: boolean) =>
  (expression: string | RawBuilder<unknown>, type: KeyType, nulls?: 'first' | 'last'): OrderColumn => ({
    // In parentheses, because the expression becomes an operand of comparisons.
    expression: sql`(${typeof expression === 'string' ? sql.raw(expression) : expression})`,
    type,
    isDescending,
    nulls,
  })
export const ascending = column(false)
export const descending = column(true)

/** @param name unique name of the list and its order */
export const defineOrder = (name: string, ...columns: readonly OrderColumn[]): ListOrder => ({
  digest: createHash('sha256').update(name).digest('base64url').slice(0, 6),
  columns,
})

/**
 * Order by creation, newest first.
 * @param alias alias of the table, which has the columns `created_at` and `id`
 */
export const newestFirst = (name: string, alias: string): ListOrder =>
  defineOrder(name, descending(`${alias}.created_at`, 'time'), descending(`${alias}.id`, 'uuid'))

/** `order by` of the order. */
export function orderBy({ columns }: ListOrder): RawBuilder<unknown> {
  const terms = columns.map(
    ({ expression, isDescending, nulls }) =>
      sql`${expression}${sql.raw(`${isDescending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`)}`,
  )
  return sql`order by ${sql.join(terms, sql`, `)}`
}

/** JSON array of the key of a row, for a select list. Times have microseconds, as in the database. */
export function selectKey({ columns }: ListOrder): RawBuilder<unknown> {
  const texts = columns.map(({ expression, type }) =>
    type === 'time'
      ? sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : sql`${expression}::text`,
  )
  return sql`json_build_array(${sql.join(texts, sql`, `)})`
}

/** Condition for the rows that follow a key in the order. */
export function isAfter({ columns }: ListOrder, key: OrderKey): RawBuilder<unknown> {
  const [first] = columns
  const values = columns.map(({ type }, n) => sql`${key[n] ?? null}::text::${sql.raw(KEY_TYPES[type].sql)}`)
  // A comparison of rows can use an index on all columns.
  if (first && columns.every((one) => one.nulls === undefined && one.isDescending === first.isDescending)) {
    const left = sql.join(columns.map(({ expression }) => expression))
    return sql`(${left}) ${sql.raw(first.isDescending ? '<' : '>')} (${sql.join(values)})`
  }
  const alternatives = columns.map((one, n) => {
    const equal = columns.slice(0, n).map(({ expression }, i) => sql`${expression} is not distinct from ${values[i]}`)
    return sql`(${sql.join([...equal, followsValue(one, key[n] ?? null, values[n])], sql` and `)})`
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}

function followsValue(
  { expression, isDescending, nulls }: OrderColumn,
  text: string | null,
  value: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  if (text === null) return nulls === 'first' ? sql`${expression} is not null` : sql`false`
  const follows = sql`${expression} ${sql.raw(isDescending ? '<' : '>')} ${value}`
  return nulls === 'last' ? sql`(${follows} or ${expression} is null)` : follows
}

/** Position in a list: the number of the page, starting at 1, and the key of the last record before it. */
export interface ListPosition {
  readonly page: number
  readonly key: OrderKey
}

export const printCursor = ({ digest }: ListOrder, { page, key }: ListPosition): string =>
  Buffer.from(JSON.stringify([digest, page, ...key])).toString('base64url')

/** @throws AppError `validation_failed` if it isn't a cursor of this order */
export function readCursor({ digest, columns }: ListOrder, cursor: string): ListPosition {
  const [given, page, ...key] = parseArray(cursor)
  if (given !== digest || !isPageNumber(page) || !isKey(columns, key)) {
    throw invalid({
      pointer: '/query/cursor',
      detail:
        "The cursor isn't a cursor of this list and order. Send `meta.nextCursor` of the previous page, or an empty value for the first page.",
    })
  }
  return { page, key }
}

function parseArray(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

const isPageNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 1

const isKey = (columns: readonly OrderColumn[], key: readonly unknown[]): key is OrderKey =>
  key.length === columns.length &&
  columns.every(({ type, nulls }, n) => {
    const value = key[n]
    return value === null ? nulls !== undefined : typeof value === 'string' && KEY_TYPES[type].isValid(value)
  })

/** PostgreSQL refuses numbers that are too large or too small for a double. */
function isNumber(text: string): boolean {
  const number = Number(text)
  const isInRange = Number.isFinite(number) && (number !== 0 || !text.includes('e'))
  return isInRange && /^-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]\d{2,3})?$/.test(text)
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) || text.startsWith('0000')) return false
  const time = new Date(`${text.slice(0, 19)}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19))
}

function isDate(text: string): boolean {
  return isTime(`${text}T00:00:00.000000Z`)
}
