import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pageFields, pageLinks, pageMeta, Rows, rowsSchema } from './page.ts'

const wire = (query: Record<string, string | string[]>) => ({
  baseUrl: 'http://parley.test/v2',
  path: '/things',
  query,
})

describe('the meta of a page', () => {
  it('counts as many pages as it takes to hold everything, none for nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(10_000), (size, total) => {
        const { pageCount, ...rest } = pageMeta(1, size, total)
        expect(rest).toEqual({ totalRecords: total, pageNumber: 1, pageSize: size })
        expect(pageCount * size).toBeGreaterThanOrEqual(total)
        expect((pageCount - 1) * size).toBeLessThan(Math.max(total, 1))
      }),
    )
    expect(pageMeta(3, 10, 0).pageCount).toBe(0)
  })
})

describe('the links of a page', () => {
  const name = fc.constantFrom('filter[title]', 'filter[owner.id]', 'size', 'a b', 'ü&=', 'filter[crm_field.values]')
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { minLength: 1, maxLength: 3 }))

  it('keep everything that was asked, and differ in the page alone', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.integer({ min: 1, max: 20 }), fc.nat(200), (query, page, total) => {
        const meta = pageMeta(page, 10, total)
        const links = pageLinks(wire({ ...query, page: 'whatever' }), meta)
        const given = Object.entries(query).flatMap(([key, one]) => [one].flat().map((single) => [key, single]))
        const read = (link: string) => {
          const { origin, pathname, searchParams } = new URL(link)
          expect(origin + pathname).toBe('http://parley.test/v2/things')
          expect([...searchParams].filter(([key]) => key !== 'page')).toEqual(given)
          return searchParams.getAll('page')
        }
        expect(read(links.self)).toEqual([String(page)])
        expect(read(links.related)).toEqual([String(page < meta.pageCount ? page + 1 : page)])
      }),
    )
  })

  it('lead from the first page over every one to the last, and stop there', () => {
    let page = 1
    const seen: number[] = []
    for (;;) {
      seen.push(page)
      const { self, related } = pageLinks(wire({}), pageMeta(page, 10, 41))
      if (self === related) break
      page = Number(new URL(related).searchParams.get('page'))
    }
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the page that is asked for', () => {
  const fields = z.object(pageFields({ default: 25, max: 50 }))

  it('is the first one of the default size, unless it is told', () => {
    expect(fields.parse({})).toEqual({ page: 1, size: 25 })
    expect(fields.parse({ page: '1000000000', size: '50' })).toEqual({ page: 1_000_000_000, size: 50 })
  })

  it.each([{ page: '0' }, { page: '1000000001' }, { size: '51' }, { size: '0' }, { size: '-1' }, { page: '1.5' }])(
    'is not %j',
    (wrong) => {
      expect(fields.safeParse(wrong).success).toBe(false)
    },
  )
})

describe('rows', () => {
  async function* batches(): AsyncGenerator<unknown[]> {
    yield [{ n: 1 }, { n: 2 }]
    yield [{ n: 3, more: true }]
  }
  const schema = rowsSchema(z.object({ n: z.int() }))

  it('are checked one by one as they pass', async () => {
    const rows = schema.parse(new Rows(batches()))
    expect(await Array.fromAsync(rows.batches)).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }]])
  })

  it('end in an error where one is not what it should be, and nowhere before', async () => {
    async function* wrong(): AsyncGenerator<unknown[]> {
      yield* batches()
      yield [{ n: 'four' }]
    }
    const rows = schema.parse(new Rows(wrong()))
    const seen: unknown[] = []
    const read = async () => {
      for await (const batch of rows.batches) seen.push(...batch)
    }
    await expect(read()).rejects.toThrow()
    expect(seen).toHaveLength(3)
  })
})
