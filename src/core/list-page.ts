/**
 * Pages of a list, by number or by cursor, and its records that changed since a time: the parameters, the SQL and the
 * `meta` of the response.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { PREPARED, type Reader, type Writer } from './db.ts'
import { invalid } from './errors.ts'
import {
  isAfter,
  type ListOrder,
  type ListPosition,
  orderBy,
  printCursor,
  readCursor,
  selectKey,
} from './list-order.ts'
import { type metaSchema, pageFields, pageMeta } from './page.ts'
import { queryInstant, queryString } from './wire.ts'

/** Maximum length of a cursor: a key with two texts of 512 characters. */
const CURSOR_MAX = 6_000

/** @param instead parameter that the cursor replaces */
export const cursorField = (instead: string) =>
  queryString(CURSOR_MAX)
    .optional()
    .describe(
      `Position in the list, instead of \`${instead}\`: empty for the first page, then \`meta.nextCursor\` of the previous page. ` +
        'Records that are created or removed between two requests neither repeat nor hide others. Example: `WyJ3ZWJob29rcyIsMl0`.',
    )

/** Parameters of a list: `page`, `size` and `cursor`. */
export const listFields = (size: { default: number; max: number }) => ({
  ...pageFields(size),
  cursor: cursorField('page'),
})

/** Parameter of a list that selects records by their last change. */
export const updatedSinceField = () =>
  queryInstant()
    .optional()
    .describe('Earliest time of the last change, in UTC if it is a date. Example: `2026-11-21T09:30:00Z`.')

/** Field of a record with the time of its last change. */
export const updatedAtField = () =>
  z.string().describe('Time of the last change, as an ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.')

/** Parameters of a list whose records have a time of the last change. */
export const changedListFields = (size: { default: number; max: number }) => ({
  ...listFields(size),
  'filter[updatedSince]': updatedSinceField(),
})

/** Part of a list that a request asks for. */
export interface ListWindow {
  /** Number of the page, starting at 1. */
  readonly page: number
  /** Maximum number of records. */
  readonly size: number
  /** Number of records before the page, if pages aren't numbered. */
  readonly offset?: number
  /** Cursor of the page, or empty for the first one. */
  readonly cursor?: string | undefined
  /** Earliest time of the last change. */
  readonly updatedSince?: Date | undefined
}

interface ListInput {
  readonly page: number
  readonly size: number
  readonly cursor?: string | undefined
  readonly 'filter[updatedSince]'?: Date | undefined
}

/** @throws AppError `validation_failed` if the request has both a page and a cursor */
export function toWindow(input: ListInput): ListWindow {
  const { page, size, cursor, 'filter[updatedSince]': updatedSince } = input
  if (cursor !== undefined && page > 1) {
    throw invalid({
      pointer: '/query/page',
      detail: `The request has \`page\` ${page} and a \`cursor\`. Send one of them.`,
    })
  }
  return { page, size, cursor, updatedSince }
}

export type ListMeta = z.output<typeof metaSchema>

/** Row with its key in the order, if the list is read by cursor. */
type Keyed<Row> = Row & { readonly list_key?: (string | null)[] }

interface PagePlan {
  /** Condition for the rows of this page and the following ones. */
  readonly condition: RawBuilder<unknown>
  /** `order by`, `limit` and `offset`. */
  readonly sorted: RawBuilder<unknown>
  /** End of the select list. */
  readonly key: RawBuilder<unknown>
  /** @returns number of records of the whole list, if the number of rows of the page shows it */
  readonly totalFrom: (rows: number) => number | undefined
  /** Records of the page without their keys, and the `meta` of the response. */
  finish<Row extends object>(rows: readonly Keyed<Row>[], total: number): { rows: Row[]; meta: ListMeta }
}

/**
 * Plans the query of a page.
 * @throws AppError `validation_failed` if the cursor isn't one of this order
 */
export function planPage(order: ListOrder, window: ListWindow): PagePlan {
  const { page, size, cursor, offset = (page - 1) * size } = window
  if (cursor === undefined) {
    // Page sizes have few values and are literals, so that the plan can be reused. So is the offset of the first page.
    const start = offset === 0 ? sql.lit(0) : sql`${offset}`
    return {
      condition: sql`true`,
      sorted: sql`${orderBy(order)} limit ${sql.lit(size)} offset ${start}`,
      key: sql``,
      totalFrom: (rows) => (rows < size && (rows > 0 || offset === 0) ? offset + rows : undefined),
      finish: (rows, total) => ({ rows: [...rows], meta: pageMeta(page, size, total) }),
    }
  }
  const position = cursor === '' ? undefined : readCursor(order, cursor)
  return {
    condition: position === undefined ? sql`true` : isAfter(order, position.key),
    // One row more than the page shows whether another page follows.
    sorted: sql`${orderBy(order)} limit ${sql.lit(size + 1)}`,
    key: sql`, ${selectKey(order)} as list_key`,
    totalFrom: (rows) => (position === undefined && rows <= size ? rows : undefined),
    finish: (rows, total) => finishByCursor(order, { position, size }, rows, total),
  }
}

function finishByCursor<Row extends object>(
  order: ListOrder,
  { position, size }: { position: ListPosition | undefined; size: number },
  found: readonly Keyed<Row>[],
  total: number,
): { rows: Row[]; meta: ListMeta } {
  const page = position?.page ?? 1
  const shown = found.slice(0, size)
  const key = found.length > size ? shown.at(-1)?.list_key : undefined
  const nextCursor = key === undefined ? null : printCursor(order, { page: page + 1, key })
  const rows = shown.map(({ list_key: _, ...row }) => row as unknown as Row)
  return { rows, meta: { ...pageMeta(page, size, total), nextCursor } }
}

interface ListQuery {
  /** Select list. */
  readonly columns: RawBuilder<unknown>
  /** Tables with their joins. */
  readonly from: RawBuilder<unknown>
  /** Tables of the count, if the joins only add columns. PostgreSQL omits left joins of unique keys itself. */
  readonly countFrom?: RawBuilder<unknown>
  /** Condition for the records of the whole list. It includes the organization and the visibility. */
  readonly where: RawBuilder<unknown>
  readonly order: ListOrder
  /** Expression of the time of the last change. Absent if the list has no such filter. */
  readonly updated?: string
  /** Whether PostgreSQL should keep the plan, see `PREPARED`. */
  readonly isPrepared?: boolean
}

/**
 * Reads one page of a list, and counts its records. Most lists have one page, whose rows are the count.
 * @throws AppError `validation_failed` if the cursor isn't one of this list
 */
export async function selectListPage<Row extends object>(
  db: Reader | Writer,
  window: ListWindow,
  { columns, from, countFrom = from, where, order, updated, isPrepared = false }: ListQuery,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const wanted =
    window.updatedSince === undefined || updated === undefined
      ? sql`(${where})`
      : sql`(${where}) and ${sql.raw(updated)} >= ${window.updatedSince}`
  const { condition, sorted, key, totalFrom, finish } = planPage(order, window)
  const prefix = sql.raw(isPrepared ? PREPARED : '')
  const { rows } = await sql<Keyed<Row>>`
    ${prefix} select ${columns}${key} from ${from} where ${wanted} and ${condition} ${sorted}`.execute(db)
  const known = totalFrom(rows.length)
  if (known !== undefined) return finish(rows, known)
  const counted = await sql<{ n: number }>`
    ${prefix} select count(*)::int as n from ${countFrom} where ${wanted}`.execute(db)
  return finish(rows, counted.rows[0]?.n ?? 0)
}
