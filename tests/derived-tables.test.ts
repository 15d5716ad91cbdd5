/**
 * Every table that stores words, or belongs to conversations, says how it leads to the conversations behind it, or why it
 * leads to none. A new table can't be forgotten: it is missing in `REACH` until somebody decides.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Derived, REACH } from '../src/features/platform/derived-data/index.ts'
import { NON_PERSONAL_COLUMNS, PLACES } from '../src/features/privacy/personal-data/index.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'

let columns: ReadonlySet<string>
let ofConversations: readonly string[]
beforeAll(async () => {
  const { owner } = (await createTestApp()).store
  const rows = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  columns = new Set(rows.map(({ name }) => name))
  const tables = await owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'conversation_id'`,
  )
  ofConversations = tables.map(({ name }) => name)
})

const derived = Object.entries(REACH).flatMap(([table, reach]): [string, Derived][] =>
  'derived' in reach ? [[table, reach]] : [],
)

describe('the list of derived data', () => {
  it('has every table that stores words', () => {
    const byHand = Object.entries(NON_PERSONAL_COLUMNS).flatMap(([table, reasons]) =>
      Object.values(reasons).includes('by hand') ? [table] : [],
    )
    const wanted = new Set([...PLACES.map(({ table }) => table), ...byHand])
    expect([...wanted].filter((table) => REACH[table] === undefined)).toEqual([])
  })

  it('has every table that belongs to conversations, as derived', () => {
    expect(ofConversations.length).toBeGreaterThan(20)
    const names = new Set(derived.map(([table]) => table))
    // A legal hold names a conversation and says nothing of it.
    expect(ofConversations.filter((table) => !names.has(table))).toEqual(['legal_holds'])
  })

  it('agrees with what is masked along with a conversation', () => {
    const names = new Set(derived.map(([table]) => table))
    expect(PLACES.filter(({ of, table }) => of !== undefined && !names.has(table))).toEqual([])
  })

  it.each(derived)('leads from %s to conversations by columns that exist', (table, { derived: by, named }) => {
    const wanted =
      typeof by === 'string'
        ? [`${table}.${by}`]
        : [`${table}.${by.own ?? 'id'}`, `${by.table}.${by.column}`, `${by.table}.conversation_id`]
    if (named) wanted.push(`${table}.id`)
    expect(wanted.filter((column) => !columns.has(column))).toEqual([])
  })

  it('lists no table that does not exist', () => {
    const tables = new Set([...columns].map((name) => name.split('.')[0]))
    expect(Object.keys(REACH).filter((table) => !tables.has(table))).toEqual([])
  })
})
