/** The schema as text, read from the catalogs of any PostgreSQL, in an order that doesn't depend on how it was created. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const MIGRATIONS = new URL('../migrations/', import.meta.url)

type Query = <R extends object>(sql: string) => Promise<R[]>

/**
 * Line of the schema with the SHA-256 of the migrations, in their order. It shows without a database that the schema is
 * older than the migrations.
 */
export function printMigrationsHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(new URL(name, MIGRATIONS)))
  return `-- SHA-256 of the migrations: ${hash.digest('hex')}`
}

export async function dumpSchema(query: Query): Promise<string> {
  const parts = [
    `-- Generated from migrations/ by \`npm run generate\`. Read it; change the migrations.\n${printMigrationsHash()}`,
    ...(await extensions(query)),
    ...(await functions(query)),
    ...(await tables(query)),
  ]
  return `${parts.join('\n\n')}\n`
}

async function extensions(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by extname`,
  )
  return rows.map((row) => `create extension ${row.name};`)
}

async function functions(query: Query): Promise<string[]> {
  const rows = await query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, pg_get_function_arguments(p.oid)`)
  return rows.map((row) => `${row.definition.trim()};`)
}

async function tables(query: Query): Promise<string[]> {
  const rows = await query<{ name: string; protected: boolean }>(`
    select c.relname as name, c.relrowsecurity as protected
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`)
  return Promise.all(rows.map((row) => table(query, row.name, row.protected)))
}

async function table(query: Query, name: string, isProtected: boolean): Promise<string> {
  const of = `'public.${name}'::regclass`
  const lines = async (sql: string) => (await query<{ line: string }>(sql)).map((row) => row.line)
  const columns = await lines(`
    select '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attnotnull then ' not null' else '' end
           || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                   when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
                   else '' end as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${of} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`)
  // Kind n: NOT NULL constraints, which newer servers list and the columns tell already.
  const constraints = await lines(`
    select '  constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where conrelid = ${of} and contype <> 'n' order by contype, conname`)
  const indexes = await lines(`
    select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i
    where i.indrelid = ${of} and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    order by i.indexrelid::regclass::text`)
  const triggers = await lines(`
    select pg_get_triggerdef(oid) || ';' as line
    from pg_trigger where tgrelid = ${of} and not tgisinternal order by tgname`)
  const policies = await lines(`
    select 'create policy ' || polname || ' on ${name} using (' || pg_get_expr(polqual, polrelid)
           || ') with check (' || pg_get_expr(polwithcheck, polrelid) || ');' as line
    from pg_policy where polrelid = ${of} order by polname`)
  return [
    `create table ${name} (\n${[...columns, ...constraints].join(',\n')}\n);`,
    ...indexes,
    ...(isProtected ? [`alter table ${name} enable row level security;`] : []),
    ...policies,
    ...triggers,
  ].join('\n')
}
