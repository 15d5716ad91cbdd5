import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bindCursor, pageAt, toToolPaging, unbindCursor } from './tool-paging.ts'

it('cursors lead through all of a list, whatever limit is sent beside them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
      (total, limit, limits) => {
        const seen: number[] = []
        let cursor: string | undefined
        do {
          const { page, size } = pageAt(cursor, cursor === undefined ? limit : limits.next().value, 50)
          const from = (page - 1) * size
          for (let at = from; at < Math.min(from + size, total); at++) seen.push(at)
          const meta = { pageNumber: page, pageSize: size, totalRecords: total, pageCount: Math.ceil(total / size) }
          cursor = toToolPaging(meta).next_cursor ?? undefined
        } while (cursor !== undefined)
        expect(seen).toEqual(Array.from({ length: total }, (_, at) => at))
      },
    ),
  )
})

it.each(['', 'p2', '%', Buffer.from('p0s10').toString('base64url'), Buffer.from('p1s51').toString('base64url')])(
  'a cursor that is none of ours is refused: %s',
  (cursor) => {
    expect(() => pageAt(cursor, 10, 50)).toThrow("The cursor isn't valid.")
  },
)

const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { maxLength: 2 }), fc.constant(undefined))
const argumentsOf = fc.dictionary(fc.constantFrom('query', 'from', 'status', 'limit', 'detail', 'cursor'), value)

it('a cursor continues a call with the same arguments, in any order, at another size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), argumentsOf, fc.integer(), (cursor, args, limit) => {
      const again = { ...Object.fromEntries(Object.entries(args).toReversed()), limit, cursor: 'x', detail: 'full' }
      expect(unbindCursor(bindCursor(cursor, args), again)).toBe(cursor)
    }),
  )
})

it('a cursor continues no call with other arguments, and none without arguments', () => {
  const bound = bindCursor('p2s10', { query: 'price', status: ['open'] })
  for (const args of [{ query: 'prices', status: ['open'] }, { query: 'price' }, { query: 'price', status: [] }, {}]) {
    expect(() => unbindCursor(bound, args)).toThrow('The cursor belongs to a call with other arguments.')
  }
  expect(() => unbindCursor('p2s10', {})).toThrow("The cursor isn't valid.")
})
