/** An operation that takes long, of which a test says what it does. */
import { z } from 'zod'
import { newId } from '../src/core/clock.ts'
import { type Context, defineOperation } from '../src/core/operation.ts'

export interface Book {
  readonly title: string
  readonly pages: number
}

export type Write = (book: Book, ctx: Context) => Promise<void>

/** Each successful run makes a book with an id of its own, so that two runs never give the same answer. */
export function writesBooks(write: Write) {
  return defineOperation({
    id: 'writeBook',
    summary: 'Writes a book, page by page.',
    tag: 'Books',
    input: z.object({ title: z.string(), pages: z.int().min(1).default(1) }),
    output: z.object({ id: z.uuid(), title: z.string() }),
    requires: { scope: 'write' },
    takesLong: true,
    rest: {
      method: 'POST',
      derived: false,
      path: '/books',
      status: 201,
      headers: ({ id }) => ({ location: `/books/${id}` }),
    },
    async handle(book, ctx) {
      await write(book, ctx)
      return { id: newId(), title: book.title }
    },
  })
}

/** One transaction of the work, with its audit entry. */
export const writePage = (ctx: Context) => ctx.transact(async () => {})
