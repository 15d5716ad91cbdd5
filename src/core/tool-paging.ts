/** Cursors of tools, and pagination of tools over operations that page by number. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid } from './errors.ts'
import type { metaSchema } from './page.ts'

const DEFAULT_LIMIT = 25

export const pagingArguments = (max: number) => ({
  limit: z.int().min(1).max(max).default(Math.min(DEFAULT_LIMIT, max)).describe('Maximum results per page.'),
  cursor: z.string().max(60).optional().describe('`next_cursor` from the previous response to the same arguments.'),
})

/** Arguments that can change between the pages. */
const FREE = ['cursor', 'limit', 'detail', 'confirm']

/** Digest of the arguments that select and sort the results. 48 bits, because it protects against mistakes only. */
function digest(args: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(args)
    .filter(([name, value]) => value !== undefined && !FREE.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 8)
}

/** Adds the arguments of a tool call to a cursor, so that other arguments don't continue another list. */
export const bindCursor = (cursor: string, args: Readonly<Record<string, unknown>>): string =>
  `${cursor}.${digest(args)}`

/**
 * Returns a cursor without its arguments.
 * @throws AppError `validation_failed` if it isn't the cursor of a call with these arguments
 */
export function unbindCursor(cursor: string, args: Readonly<Record<string, unknown>>): string {
  const [, own = '', bound] = /^(.*)\.([\w-]{8})$/s.exec(cursor) ?? []
  if (bound === undefined) throw unknownCursor()
  if (bound !== digest(args)) {
    throw invalid({
      pointer: '/cursor',
      detail:
        'The cursor belongs to a call with other arguments. Repeat them unchanged, or omit `cursor` for the first page.',
    })
  }
  return own
}

const unknownCursor = () =>
  invalid({
    pointer: '/cursor',
    detail:
      "The cursor isn't valid. Send `next_cursor` from the previous response, or omit `cursor` for the first page.",
  })

/** Pagination fields in the data of a list tool. */
export const pagingData = { total: z.int(), next_cursor: z.string().nullable() }

/**
 * Decodes a cursor to a page number and size. A cursor keeps the size of the first page: with another size, pages would
 * overlap or skip entries.
 * @throws AppError `validation_failed` if Parley didn't create the cursor
 */
export function pageAt(cursor: unknown, limit: unknown, max: number): { page: number; size: number } {
  if (cursor === undefined) return { page: 1, size: Number(limit) }
  const text = Buffer.from(String(cursor), 'base64url').toString()
  const [, page, size] = (/^p([1-9]\d{0,8})s([1-9]\d{0,3})$/.exec(text) ?? []).map(Number)
  if (page === undefined || size === undefined || size > max) {
    throw unknownCursor()
  }
  return { page, size }
}

const encodePageCursor = (page: number, size: number): string => Buffer.from(`p${page}s${size}`).toString('base64url')

/** Total number of entries, and the cursor of the next page. */
export function toToolPaging({ pageNumber, pageCount, pageSize, totalRecords }: z.infer<typeof metaSchema>) {
  return {
    total: totalRecords,
    next_cursor: pageNumber < pageCount ? encodePageCursor(pageNumber + 1, pageSize) : null,
  }
}
