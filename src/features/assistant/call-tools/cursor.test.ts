import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, printCursor, readCursor } from './cursor.ts'

const ids = fc.uuid().map((id) => id.toLowerCase())
const instants = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

describe('a cursor', () => {
  it('of a list is read as it was printed', () => {
    fc.assert(
      fc.property(ids, instants, (id, startedAt) => {
        const after = { id, startedAt }
        expect(readCursor('list', printCursor({ kind: 'list', after }))?.after).toEqual(after)
      }),
    )
  })

  it('of a search is read as it was printed, and is short', () => {
    fc.assert(
      fc.property(fc.uniqueArray(ids, { minLength: 1, maxLength: 400, selector: fingerprint }), (told) => {
        const all = new Set(told.map(fingerprint))
        const cursor = printCursor({ kind: 'search', told: all })
        expect(readCursor('search', cursor)?.told).toEqual(all)
        expect(cursor.length).toBeLessThanOrEqual(Math.ceil((told.length * 5 * 4) / 3))
      }),
    )
  })

  it('is none where there is none', () => {
    expect(readCursor('list', undefined)).toBeUndefined()
  })

  it('of the other kind, or of somebody’s making, is refused', () => {
    const list = printCursor({
      kind: 'list',
      after: { id: crypto.randomUUID(), startedAt: '2026-01-01T00:00:00.000Z' },
    })
    const search = printCursor({ kind: 'search', told: new Set(['0123456789']) })
    const refusal = expect.objectContaining({ code: 'validation_failed' })
    for (const wrong of [search, '', 'x', '%%%', list.slice(1), `${list}=`]) {
      expect(() => readCursor('list', wrong)).toThrow(refusal)
    }
    for (const wrong of [list, '', 'x', `${search} `, search.slice(1)]) {
      expect(() => readCursor('search', wrong)).toThrow(refusal)
    }
  })
})
