/**
 * Many organizations in one database: copies of one that got its calls through the product. A copy has all rows of all
 * tables, so everything that grows with use grows here too. IDs of a copy are digests of the original ones, and foreign
 * keys decide which IDs belong to a call and which to the organization.
 */
import type pg from 'pg'
import { withClient } from './database.ts'

/** An organization by its place in the order of sizes, which is also its number. */
export interface Tenant {
  readonly number: number
  readonly calls: number
}

/** Sizes by a power law (Zipf): the n-th organization has 1/n of the calls of the first one, and at least one. */
export function sizesOf(organizations: number, calls: number): Tenant[] {
  const sum = Array.from({ length: organizations }, (_, index) => 1 / (index + 1)).reduce((a, b) => a + b, 0)
  return Array.from({ length: organizations }, (_, index) => ({
    number: index + 1,
    calls: Math.max(1, Math.round(calls / sum / (index + 1))),
  }))
}

export const organizationIdOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Rows of the original that aren't copied: what belongs to one browser, program or process. */
const OMITTED = new Set([
  'api_keys',
  'change_floors',
  'organizations',
  'schema_migrations',
  'sessions',
  'sign_in_links',
])
/** Columns with the ID of a call, without a foreign key. */
const CALL_COLUMNS: Readonly<Record<string, string>> = {
  passage_words: 'text_id',
  changes: 'entity_id',
  audit_log: 'entity_id',
}
/** Expressions for columns that can't be the same in each copy. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  'conversations.created_at': "s.created_at - c.copy * interval '1 hour'",
  'conversations.external_id': "s.external_id || ' ' || c.copy",
  'users.email': "split_part(s.email, '@', 1) || '@org' || c.number || '.example'",
  'vector_spaces.id': 'c.number + 1000',
  'searched_texts.space_id': 'c.number + 1000',
  'passage_vectors.space_id': 'c.number + 1000',
  'passage_vectors.vector': 'l2_normalize(s.vector + v.vector)',
}
/** Texts of calls are the same in each copy, but no two vectors are: each gets one of these deviations. */
const DEVIATIONS = 997
const LENGTH_OF_DEVIATION = 0.5
/** Calls that one transaction writes. */
const AT_ONCE = 2_000

interface Column {
  readonly name: string
  readonly type: string
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Whether its rows belong to a call. */
  readonly isOfCall: boolean
  /** Referenced table by column. */
  readonly references: ReadonlyMap<string, string>
}

/** Copies the template organization until all of `tenants` are there. @returns number of calls written */
export async function fillTenants(
  url: string,
  { template, tenants, onProgress }: { template: string; tenants: readonly Tenant[]; onProgress(calls: number): void },
): Promise<number> {
  return withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set work_mem = '256MB'; set maintenance_work_mem = '1GB'`)
    const tables = await readTables(client)
    await prepare(client, tables, template)
    let written = 0
    for (const batch of batchesOf(tenants)) {
      await client.query('begin')
      await writeBatch(client, tables, batch)
      await client.query('commit')
      written += batch.reduce((sum, { calls }) => sum + calls, 0)
      onProgress(written)
    }
    await client.query('drop schema bench cascade')
    await recount(client)
    return written
  })
}

/** Parts of organizations with their calls: a giant needs several. */
interface Part extends Tenant {
  readonly firstCopy: number
}

function* batchesOf(tenants: readonly Tenant[]): Generator<Part[]> {
  let batch: Part[] = []
  let size = 0
  for (const { number, calls } of tenants)
    for (let firstCopy = 0; firstCopy < calls; firstCopy += AT_ONCE) {
      const part = { number, firstCopy, calls: Math.min(AT_ONCE, calls - firstCopy) }
      if (size + part.calls > AT_ONCE) {
        yield batch
        ;[batch, size] = [[], 0]
      }
      batch.push(part)
      size += part.calls
    }
  if (batch.length > 0) yield batch
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows: columns } = await client.query<{ name: string; columns: Column[] }>(`
    select t.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attgenerated = ''
    group by t.relname having bool_or(a.attname = 'organization_id')`)
  const { rows: keys } = await client.query<{ name: string; column: string; referenced: string }>(`
    select t.relname as name, a.attname as column, r.relname as referenced
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any (k.conkey) and a.attname <> 'organization_id'
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
  const ofCall = new Set(['conversations', ...Object.keys(CALL_COLUMNS)])
  for (let before = 0; before < ofCall.size; ) {
    before = ofCall.size
    for (const key of keys) if (ofCall.has(key.referenced)) ofCall.add(key.name)
  }
  return columns
    .filter(({ name }) => !OMITTED.has(name))
    .map((table) => ({
      ...table,
      isOfCall: ofCall.has(table.name),
      references: new Map(keys.filter(({ name }) => name === table.name).map((key) => [key.column, key.referenced])),
    }))
}

/** Stores the rows of the template with the number of their call, which is found by following foreign keys. */
async function prepare(client: pg.Client, tables: readonly Table[], template: string): Promise<void> {
  await client.query(`
    create schema bench;
    create unlogged table bench.calls as
      select id, row_number() over (order by id) - 1 as call from conversations where organization_id = '${template}';
    create unlogged table bench.rows_of_calls as select 'conversations' as name, id, call from bench.calls;
    create unlogged table bench.deviations as
      select n, array_agg((random() - .5) * sqrt(12.0 / d.dimension) * ${LENGTH_OF_DEVIATION})::real[]::vector::halfvec as vector
      from (select max(dimension) as dimension from vector_spaces where organization_id = '${template}') d,
        generate_series(0, ${DEVIATIONS - 1}) n, generate_series(1, d.dimension) group by n;
    create unlogged table bench.copies (number int, copy int, call bigint, organization_id uuid)`)
  const pending = new Set(tables.filter(({ isOfCall }) => isOfCall))
  while (pending.size > 0) {
    const before = pending.size
    for (const table of pending) {
      const parent = parentOf(table, pending)
      if (parent === undefined) continue
      await client.query(`
        create unlogged table bench.${table.name} as
        select t.*, r.call as bench_call from ${table.name} t
        join bench.rows_of_calls r on r.name = '${parent.table}' and r.id::text = t.${parent.column}::text
        where t.organization_id = '${template}'`)
      if (table.name !== 'conversations' && hasId(table))
        await client.query(
          `insert into bench.rows_of_calls select '${table.name}', id, bench_call from bench.${table.name}`,
        )
      pending.delete(table)
    }
    if (pending.size === before) throw new Error(`no way to a call: ${[...pending].map(({ name }) => name).join(', ')}`)
  }
  await client.query('analyze')
}

const hasId = ({ columns }: Table) => columns.some(({ name, type }) => name === 'id' && type === 'uuid')

/** Column of a table by which the call of a row is found, if the referenced table is ready. */
function parentOf({ name, references }: Table, pending: ReadonlySet<Table>) {
  if (name === 'conversations') return { table: 'conversations', column: 'id' }
  if (CALL_COLUMNS[name] !== undefined) return { table: 'conversations', column: CALL_COLUMNS[name] }
  const names = new Set([...pending].map((table) => table.name))
  for (const [column, referenced] of references)
    if (referenced === 'conversations') return { table: referenced, column }
  for (const [column, table] of references)
    if (['passages', 'searched_texts'].includes(table) && column === 'text_id')
      return { table: 'conversations', column }
  for (const [column, table] of references) if (!names.has(table) && table !== name) return { table, column }
  return undefined
}

/** Digest of an ID and of what it belongs to. */
const idOf = (column: string, isOfCall: boolean) =>
  isOfCall ? `md5(c.number || ' ' || c.copy || s.${column})::uuid` : `md5(c.number || ' ' || s.${column})::uuid`

function expressionOf(table: Table, { name, type }: Column, ofCall: ReadonlySet<string>): string {
  if (name === 'organization_id') return 'c.organization_id'
  const special = EXPRESSIONS[`${table.name}.${name}`]
  if (special !== undefined) return special
  if (CALL_COLUMNS[table.name] === name) return type === 'uuid' ? idOf(name, true) : `(${idOf(name, true)})::text`
  if (type !== 'uuid') return `s.${quoted(name)}`
  const referenced = table.references.get(name)
  if (referenced !== undefined) return idOf(name, ofCall.has(referenced))
  return idOf(name, table.isOfCall && name === 'id')
}

const quoted = (name: string) => `"${name}"`

async function writeBatch(client: pg.Client, tables: readonly Table[], batch: readonly Part[]): Promise<void> {
  const ofCall = new Set(tables.filter(({ isOfCall }) => isOfCall).map(({ name }) => name))
  const parts = JSON.stringify(batch.map((part) => ({ ...part, id: organizationIdOf(part.number) })))
  await client.query('truncate bench.copies')
  await client.query(
    `insert into bench.copies (number, copy, call, organization_id)
     select p.number, p."firstCopy" + n, (p."firstCopy" + n) % (select count(*) from bench.calls), p.id
     from json_to_recordset($1) p (number int, "firstCopy" int, calls int, id uuid), generate_series(0, p.calls - 1) n`,
    [parts],
  )
  await client.query(`insert into organizations (id, name)
    select distinct organization_id, 'Organization ' || number from bench.copies where copy = 0`)
  for (const table of tables) {
    const names = table.columns.map(({ name }) => quoted(name)).join(', ')
    const values = table.columns.map((column) => expressionOf(table, column, ofCall)).join(', ')
    const isVector = table.name === 'passage_vectors'
    await client.query(
      table.isOfCall
        ? `insert into ${table.name} (${names}) overriding system value select ${values} from bench.copies c
           join bench.${table.name} s on s.bench_call = c.call
           ${isVector ? `join bench.deviations v on v.n = (c.copy * 31 + hashtext(s.passage_id::text) % 997 + 997) % ${DEVIATIONS}` : ''}
           order by c.number, c.copy`
        : `insert into ${table.name} (${names}) overriding system value select ${values} from bench.copies c
           join ${table.name} s on s.organization_id = (select organization_id from bench.conversations limit 1)
           where c.copy = 0`,
    )
  }
}

/** Counts that triggers keep. */
async function recount(client: pg.Client): Promise<void> {
  const groups = `organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
    processing_status`
  await client.query(`begin; truncate conversation_counts;
    insert into conversation_counts (${groups}, n) select ${groups}, count(*) from conversations group by ${groups};
    commit`)
}
