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

/** @throws AppError `validation_failed` for what is none of ours */
export function pageOfCursor(cursor: unknown): number {
  if (cursor === undefined) return 1
  const [, page = ''] = /^p([1-9]\d{0,8})$/.exec(Buffer.from(String(cursor), 'base64url').toString()) ?? []
  if (page === '') throw invalid({ pointer: '/cursor', detail: 'This must be the next_cursor of an answer before.' })
  return Number(page)
}

export const cursorOfPage = (page: number): string => Buffer.from(`p${page}`).toString('base64url')

/** How many there are, and what to ask for what follows. */
export function pagingOf({ pageNumber, pageCount, totalRecords }: z.infer<typeof metaSchema>) {
  return { total: totalRecords, next_cursor: pageNumber < pageCount ? cursorOfPage(pageNumber + 1) : null }
}
