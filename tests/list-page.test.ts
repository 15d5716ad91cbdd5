import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Reader } from '../src/core/db.ts'
import { ascending, defineOrder, descending, type ListOrder } from '../src/core/list-order.ts'
import { selectListPage, toWindow } from '../src/core/list-page.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
let db: Reader
beforeAll(async () => {
  world = await createWorld()
  db = world.app.contextFor(world.app.operator(world.acme)).db
})

interface Thing {
  readonly id: string
  readonly at: string
  readonly name: string
  readonly rank: number | null
  readonly due: string | null
  readonly open: boolean
}

/** Rows from a parameter, so that each run has its own table. */
const table = (things: readonly Thing[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(things)}::text::jsonb)
    as t (id uuid, at timestamptz, name text, rank float8, due date, open boolean)`

const id = ascending('t.id', 'uuid')
const ORDERS: Readonly<Record<string, ListOrder>> = {
  'one direction': defineOrder('a', descending('t.at', 'time'), descending('t.id', 'uuid')),
  'two directions': defineOrder('b', ascending('t.name', 'text'), descending('t.at', 'time'), id),
  'null last': defineOrder('c', descending('t.rank', 'number', 'last'), ascending('t.due', 'date', 'last'), id),
  'null first': defineOrder('d', ascending('t.due', 'date', 'first'), descending('t.rank', 'number', 'first'), id),
  expressions: defineOrder('e', descending(sql`not t.open`, 'boolean'), ascending('length(t.name)', 'integer'), id),
}

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const thing: fc.Arbitrary<Thing> = fc.record({
  id: fc.uuid(),
  // Microseconds: a cursor that cuts them to milliseconds repeats or skips rows.
  at: fc.integer({ min: 0, max: 4 }).map((n) => `2026-11-21T09:30:00.00000${n}Z`),
  name: fc.constantFrom('', 'a', 'B', 'ä', 'z\u2028', '"\\', '名前'),
  rank: orNull(fc.constantFrom(-1.5, 0, 0.1, 1e-9, 12_345.678_9, 1e20, 5e-324, 1.7976931348623157e308)),
  due: orNull(fc.constantFrom('2026-11-21', '2026-11-22', '1999-01-01')),
  open: fc.boolean(),
})
const things = fc.uniqueArray(thing, { selector: (one) => one.id, maxLength: 14 })

const select = (rows: readonly Thing[], order: ListOrder, window: Parameters<typeof selectListPage>[1]) =>
  selectListPage<{ id: string }>(db, window, {
    columns: sql`t.id`,
    from: table(rows),
    where: sql`false or true`,
    order,
    updated: 't.at',
  })

/** Reads the list by cursor. `change` returns the rows of the next request. */
async function walk(
  order: ListOrder,
  given: readonly Thing[],
  size: number,
  change = (rows: readonly Thing[]) => rows,
) {
  const seen: string[] = []
  let rows = given
  let cursor: string | null | undefined = ''
  for (let page = 1; cursor !== null; page++) {
    const found: Awaited<ReturnType<typeof select>> = await select(rows, order, { page: 1, size, cursor })
    seen.push(...found.rows.map((row) => row.id))
    expect(found.rows.filter((row) => Object.keys(row).join() !== 'id')).toEqual([])
    expect(found.meta).toMatchObject({ totalRecords: rows.length, pageNumber: page, pageSize: size })
    cursor = found.meta.nextCursor
    expect(cursor).not.toBe(undefined)
    rows = change(rows)
  }
  return seen
}

describe.each(Object.entries(ORDERS))('a list in an order with %s', (_, order) => {
  it('has the same records by cursor as by page, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(things, fc.integer({ min: 1, max: 5 }), async (rows, size) => {
        const whole = await select(rows, order, { page: 1, size: 100 })
        expect(whole.meta.nextCursor).toBe(undefined)
        expect(await walk(order, rows, size)).toEqual(whole.rows.map((row) => row.id))
      }),
      { numRuns: 25 },
    )
  })

  it('neither repeats nor hides records while others come and go', async () => {
    const changes = fc.array(fc.record({ add: thing, remove: fc.nat() }), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(things, changes, fc.integer({ min: 1, max: 3 }), async (rows, queue, size) => {
        const removed = new Set<string>()
        const added = new Set<string>()
        const left = [...queue]
        const change = (now: readonly Thing[]) => {
          const next = left.shift()
          if (next === undefined) return now
          const gone = now[next.remove % (now.length || 1)]
          if (gone !== undefined) removed.add(gone.id)
          added.add(next.add.id)
          return [...now.filter((one) => one !== gone && one.id !== next.add.id), next.add]
        }
        const seen = await walk(order, rows, size, change)
        expect(new Set(seen).size).toBe(seen.length)
        const stayed = rows.map((one) => one.id).filter((one) => !removed.has(one) && !added.has(one))
        expect(stayed.filter((one) => !seen.includes(one))).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('refuses what is no cursor of it', async () => {
    const [rows] = fc.sample(fc.uniqueArray(thing, { selector: (one) => one.id, minLength: 3 }), 1)
    const { meta } = await select(rows ?? [], order, { page: 1, size: 1, cursor: '' })
    const [digest, page, ...key] = JSON.parse(Buffer.from(meta.nextCursor ?? '', 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = [
      ...['x', encode(null), encode({}), encode([]), encode([digest, page])],
      ...[encode(['other!', page, ...key]), encode([digest, 0, ...key]), encode([digest, page, ...key, 'more'])],
      ...key.flatMap((_: unknown, n: number) =>
        [
          7,
          {},
          '\u0000',
          '1e-400',
          '1e+400',
          'NaN',
          "' or true --",
          '2026-02-30T00:00:00.000000Z',
          '0000-01-01T00:00:00.000000Z',
        ]
          .filter((value) => typeof value !== 'string' || order.columns[n]?.type !== 'text' || value === '\u0000')
          .map((value) => encode([digest, page, ...key.with(n, value)])),
      ),
    ]
    for (const cursor of bad) {
      await expect(select([], order, { page: 1, size: 1, cursor }), cursor).rejects.toMatchObject({
        kind: 'invalid',
        problems: [{ pointer: '/query/cursor' }],
      })
    }
  })
})

it('lists only what changed since a time, also in the total', async () => {
  const at = (n: number) => `2026-11-2${n}T00:00:00Z`
  const rows = fc.sample(thing, 3).map((one, n) => ({ ...one, id: crypto.randomUUID(), at: at(n + 1) }))
  const order = ORDERS['one direction'] as ListOrder
  const { rows: found, meta } = await select(rows, order, { page: 1, size: 1, updatedSince: new Date(at(2)) })
  expect([found.map((row) => row.id), meta.totalRecords]).toEqual([[rows[2]?.id], 2])
})

it('refuses a page and a cursor in one request', () => {
  expect(() => toWindow({ page: 2, size: 10, cursor: '' })).toThrow('Send one of them.')
  expect(toWindow({ page: 1, size: 10, cursor: '' })).toMatchObject({ page: 1, cursor: '' })
})
