/** Cursor pagination of tools over operations that page by number. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import type { metaSchema } from './page.ts'

const DEFAULT_LIMIT = 25

export const pagingArguments = (max: number) => ({
  limit: z.int().min(1).max(max).default(Math.min(DEFAULT_LIMIT, max)).describe('Maximum results per page.'),
  cursor: z
    .string()
    .max(40)
    .optional()
    .describe('`next_cursor` from the previous response. Omit it for the first page.'),
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
    throw invalid({
      pointer: '/cursor',
      detail:
        "The cursor isn't valid. Send `next_cursor` from the previous response, or omit `cursor` for the first page.",
    })
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
