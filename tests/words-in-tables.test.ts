/**
 * Every column of text is known to what takes people out of the database: it holds words and has its line in `PLACES`, or
 * says nothing of people and has its reason in `NON_PERSONAL_COLUMNS`. A column that is bound to a closed list needs neither.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { NON_PERSONAL_COLUMNS, PLACES } from '../src/features/privacy/personal-data/index.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

let columns: Column[]
let closed: Set<string>
let keys: Map<string, string[]>
beforeAll(async () => {
  const { owner } = (await createTestApp()).store
  columns = await owner.query<Column>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('schema_migrations', 'change_epochs')
       and c.udt_name in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_text', '_varchar', 'xml', 'citext')`,
  )
  const checks = await owner.query<{ table: string; definition: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  closed = new Set(
    checks.flatMap(({ table, definition }) => {
      const column =
        /^CHECK \(\(+(\w+) = ANY \(ARRAY\[/.exec(definition)?.[1] ??
        /^CHECK \(\(+(\w+) = '[^']*'::text\)\)$/.exec(definition)?.[1]
      return column === undefined ? [] : [`${table}.${column}`]
    }),
  )
  const primary = await owner.query<{ table: string; columns: string[] }>(
    `select i.indrelid::regclass::text as table, array_agg(a.attname::text order by k.n) as columns
     from pg_index i
     cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, n)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indisprimary and i.indrelid::regclass::text !~ '\\.' group by i.indrelid`,
  )
  keys = new Map(primary.map(({ table, columns: of }) => [table, of]))
})

const placed = () =>
  new Set(
    PLACES.flatMap(({ table, columns: of, folded = {} }) =>
      [...Object.keys(of), ...Object.keys(folded)].map((column) => `${table}.${column}`),
    ),
  )

describe('every column of text', () => {
  it('is told to hold words, or why it holds none', () => {
    const known = placed()
    const unknown = columns
      .map(({ table, column }) => ({ name: `${table}.${column}`, free: NON_PERSONAL_COLUMNS[table]?.[column] }))
      .filter(({ name, free }) => !known.has(name) && !closed.has(name) && free === undefined)
      .map(({ name }) => name)
    expect(columns.length).toBeGreaterThan(150)
    expect(unknown).toEqual([])
  })

  it('is told once', () => {
    const known = placed()
    const twice = Object.entries(NON_PERSONAL_COLUMNS).flatMap(([table, of]) =>
      Object.keys(of)
        .filter((column) => known.has(`${table}.${column}`))
        .map((column) => `${table}.${column}`),
    )
    expect(twice).toEqual([])
  })
})

describe('every line', () => {
  it('is of a column that there is, of the type it says', () => {
    const types = new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type]))
    const wanted = { words: ['text'], list: ['_text'], json: ['jsonb', 'json'], 'json text': ['text'] }
    const wrong = PLACES.flatMap(({ table, columns: of }) =>
      Object.entries(of)
        .filter(([column, holds]) => !wanted[holds].includes(types.get(`${table}.${column}`) ?? 'none'))
        .map(([column]) => `${table}.${column}`),
    )
    const gone = Object.entries(NON_PERSONAL_COLUMNS).flatMap(([table, of]) =>
      Object.keys(of)
        .map((column) => `${table}.${column}`)
        .filter((name) => !types.has(name)),
    )
    expect([wrong, gone]).toEqual([[], []])
  })

  it('names the primary key of its table', () => {
    for (const { table, key } of PLACES) expect([table, keys.get(table)]).toEqual([table, ['organization_id', ...key]])
  })
})
