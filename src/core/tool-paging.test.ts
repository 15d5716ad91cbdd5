import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageAt, toToolPaging } from './tool-paging.ts'

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
