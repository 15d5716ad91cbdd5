/** How tools page: an opaque cursor in, the next one out, over operations that page by number. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import type { metaSchema } from './page.ts'

const DEFAULT_LIMIT = 25

export const pagingArguments = (max: number) => ({
  limit: z.int().min(1).max(max).default(Math.min(DEFAULT_LIMIT, max)).describe('Entries at once.'),
  cursor: z.string().max(40).optional().describe('next_cursor of the answer before, for what follows.'),
})

/** What a list that pages says beside its entries. */
export const pagingData = { total: z.int(), next_cursor: z.string().nullable() }

/**
 * A cursor holds the size it was made with, which goes on to count: with another one, entries would be told twice or never.
 * @throws AppError `validation_failed` for what is none of ours
 */
export function pageAt(cursor: unknown, limit: unknown, max: number): { page: number; size: number } {
  if (cursor === undefined) return { page: 1, size: Number(limit) }
  const text = Buffer.from(String(cursor), 'base64url').toString()
  const [, page, size] = (/^p([1-9]\d{0,8})s([1-9]\d{0,3})$/.exec(text) ?? []).map(Number)
  if (page === undefined || size === undefined || size > max) {
    throw invalid({ pointer: '/cursor', detail: 'This must be the next_cursor of an answer before.' })
  }
  return { page, size }
}

const cursorOf = (page: number, size: number): string => Buffer.from(`p${page}s${size}`).toString('base64url')

/** How many there are, and what to ask for what follows. */
export function pagingOf({ pageNumber, pageCount, pageSize, totalRecords }: z.infer<typeof metaSchema>) {
  return { total: totalRecords, next_cursor: pageNumber < pageCount ? cursorOf(pageNumber + 1, pageSize) : null }
}
