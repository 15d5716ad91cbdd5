/** SQL of the glossary. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { GlossaryEntry, GlossaryKind } from '../glossary-spellings/index.ts'

export interface TermRow extends GlossaryEntry {
  readonly meaning: string
  readonly updated_at: string
}

const columns = sql`t.id, t.version, t.term, t.kind, t.meaning, t.aliases, t.misheard, t.updated_at`

async function selectTerms(db: Reader | Writer, which: RawBuilder<unknown>): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`select ${columns} from glossary_terms t where ${which}`.execute(db)
  return rows
}

export async function selectTerm(db: Reader | Writer, org: OrganizationId, id: string): Promise<TermRow | undefined> {
  const [row] = await selectTerms(db, sql`t.organization_id = ${org} and t.id = ${id}`)
  return row
}

export async function selectTermsById(
  db: Reader | Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    select ${columns}
    from unnest(${[...ids]}::uuid[]) as i (id)
    cross join lateral (
      select * from glossary_terms where organization_id = ${org} and id = i.id limit 1
    ) t`.execute(db)
  return rows
}

export interface TermFilter {
  /** Folded text that the term, or one of its spellings, contains. */
  readonly contains: string
  readonly kinds: readonly GlossaryKind[] | undefined
}

const order = defineOrder('glossary terms', ascending('t.term_folded', 'text'), ascending('t.id', 'uuid'))

/** Terms sorted alphabetically. */
export function selectPage(db: Reader, org: OrganizationId, { contains, kinds }: TermFilter, window: ListWindow) {
  const pattern = `%${contains.replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`t.organization_id = ${org}
    and (${contains === ''} or t.term_folded like ${pattern}
      or lower(array_to_string(t.aliases || t.misheard, chr(10))) like ${pattern})
    and (${kinds === undefined} or t.kind = any(${[...(kinds ?? [])]}::text[]))`
  return selectListPage<TermRow>(db, window, {
    columns,
    from: sql`glossary_terms t`,
    where,
    order,
    updated: 't.updated_at',
  })
}

export async function countTerms(tx: Writer, org: OrganizationId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from glossary_terms where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** All terms, in order of their IDs. */
export const selectAllTerms = (db: Reader, org: OrganizationId) =>
  selectTerms(db, sql`t.organization_id = ${org} order by t.id`)

/** Version of the glossary; 0 if it never had a term. */
export async function selectVersion(db: Reader, org: OrganizationId): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from glossary_versions where organization_id = ${org}`.execute(db)
  return rows[0]?.version ?? 0
}

/** Locks the glossary until the transaction ends, and increases its version. */
export async function lockGlossary(tx: Writer, org: OrganizationId): Promise<void> {
  await sql`
    insert into glossary_versions (organization_id) values (${org})
    on conflict (organization_id) do update set version = glossary_versions.version + 1`.execute(tx)
}

/** IDs of the terms that have spellings with these keys, by key. */
export async function selectOwners(
  db: Reader | Writer,
  org: OrganizationId,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; term_id: string }>`
    select k.key, s.term_id
    from unnest(${[...keys]}::text[]) as k (key)
    -- One index lookup for each key. Without statistics, the planner would read all spellings of the organization.
    cross join lateral (
      select term_id from glossary_spellings where organization_id = ${org} and key = k.key limit 1
    ) s`.execute(db)
  return new Map(rows.map(({ key, term_id }) => [key, term_id]))
}

/** Keys of one-word spellings with one of these sounds. */
export async function selectKeysBySound(
  db: Reader,
  org: OrganizationId,
  sounds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from glossary_spellings
    where organization_id = ${org} and sound = any(${[...sounds]}::text[]) and sound <> ''
    order by key limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Terms for a transcriber: those with misheard forms first, then the latest. */
export async function selectTermNames(db: Reader, org: OrganizationId, limit: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from glossary_terms where organization_id = ${org}
    order by cardinality(misheard) > 0 desc, updated_at desc, id limit ${limit}`.execute(db)
  return rows.map(({ term }) => term)
}

export interface NewTerm extends Omit<TermRow, 'updated_at'> {
  readonly termFolded: string
  readonly at: Date
  readonly spellings: readonly { readonly key: string; readonly sound: string }[]
}

/** Creates or replaces terms, with their spellings. Spellings that other terms have must be gone by now. */
export async function upsertTerms(tx: Writer, org: OrganizationId, terms: readonly NewTerm[]): Promise<void> {
  if (terms.length === 0) return
  const rows = JSON.stringify(
    terms.map(({ id, term, termFolded, kind, meaning, aliases, misheard, version, at }) => ({
      ...{ id, term, term_folded: termFolded, kind, meaning, aliases, misheard, version, at: at.toISOString() },
    })),
  )
  await sql`
    insert into glossary_terms (organization_id, id, term, term_folded, kind, meaning, aliases, misheard, version,
      created_at, updated_at)
    select ${org}, r.id, r.term, r.term_folded, r.kind, r.meaning, r.aliases, r.misheard, r.version, r.at, r.at
    from jsonb_to_recordset(${rows}::text::jsonb) as r (id uuid, term text, term_folded text, kind text, meaning text,
      aliases text[], misheard text[], version integer, at timestamptz)
    on conflict (organization_id, id) do update
    set term = excluded.term, term_folded = excluded.term_folded, kind = excluded.kind, meaning = excluded.meaning,
        aliases = excluded.aliases, misheard = excluded.misheard, version = excluded.version,
        updated_at = excluded.updated_at`.execute(tx)
  const spellings = terms.flatMap(({ id, spellings }) =>
    spellings.map(({ key, sound }) => ({ key, sound, term_id: id })),
  )
  await sql`
    delete from glossary_spellings
    where organization_id = ${org} and term_id = any(${terms.map(({ id }) => id)}::uuid[])`.execute(tx)
  await sql`
    insert into glossary_spellings (organization_id, key, term_id, sound)
    select ${org}, r.key, r.term_id, r.sound
    from jsonb_to_recordset(${JSON.stringify(spellings)}::text::jsonb) as r (key text, term_id uuid, sound text)`.execute(
    tx,
  )
}

export async function deleteTermRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from glossary_terms where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
