/** What must hold of the data whatever happened, asked of the database itself. Each law gives a sentence a breach. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Query } from './kill-service.ts'
import { ROOT } from './processes.ts'

/** Sentences enough to see what is wrong. */
const BREACHES_MAX = 20

/** Columns by which conversations are counted; conversation_counts has the same. */
const KINDS = 'organization_id, archived, private, is_internal, is_empty, has_transcript, processing_status'
const COUNTED = `${KINDS}, owner_id, team_id`

const LAWS: Readonly<Record<string, string>> = {
  'a conversation without its details': `
    select c.external_id as what from conversations c
    where not exists (select from conversation_details d
                      where d.organization_id = c.organization_id and d.conversation_id = c.id)`,
  'a current transcript that is not the newest of an unbroken row of versions': `
    select c.external_id as what from conversations c
    left join lateral (
      select max(version) as newest, count(*) as n from transcripts t
      where t.organization_id = c.organization_id and t.conversation_id = c.id) t on true
    where t.newest is distinct from c.transcript_version or t.n <> coalesce(c.transcript_version, 0)`,
  'counts by owner that differ from the conversations there are': `
    select concat_ws(' ', sum(n)::text, ${COUNTED}) as what
    from (select ${COUNTED}, n from conversation_counts where owner_id is not null
          union all select ${COUNTED}, -1 from conversations) as both_sides
    group by ${COUNTED} having sum(n) <> 0`,
  'counts of the whole that differ from the conversations there are': `
    select concat_ws(' ', sum(n)::text, ${KINDS}) as what
    from (select ${KINDS}, n from conversation_counts where owner_id is null
          union all select ${KINDS}, -1 from conversations) as both_sides
    group by ${KINDS} having sum(n) <> 0`,
  'a transcript that the search does not know': `
    select c.external_id as what from conversations c
    where c.has_transcript and not exists (select from searched_texts s
                                           where s.organization_id = c.organization_id and s.conversation_id = c.id)`,
  'a text that has other passages than it counts': `
    select s.id::text as what from searched_texts s
    left join lateral (select count(*) as n, max(p.position) + 1 as behind from passages p
                       where p.organization_id = s.organization_id and p.text_id = s.id) p on true
    where p.n <> s.passages or coalesce(p.behind, 0) <> s.passages`,
  'a text that stands under other words than it tells': `
    with told as (select organization_id, id, source_id is not null as in_source,
                         unnest(string_to_array(nullif(words, ''), e'\n')) as word from searched_texts)
    select coalesce(t.id, w.text_id)::text as what
    from told t full join passage_words w
      on w.organization_id = t.organization_id and w.text_id = t.id and w.in_source = t.in_source and w.word = t.word
    where t.id is null or w.text_id is null`,
  'a text with a space in which one of its passages has no vector': `
    select s.id::text as what from searched_texts s
    join passages p on p.organization_id = s.organization_id and p.text_id = s.id
    where s.space_id is not null and not exists (
      select from passage_vectors v where v.organization_id = p.organization_id and v.text_id = p.text_id
        and v.passage_id = p.id and v.space_id = s.space_id)`,
  'an external id that two conversations have': `
    select external_id as what from conversations group by organization_id, application, external_id having count(*) > 1`,
  'an analysis that is to be done, and no job that does it': `
    select a.conversation_id::text as what from analyses a
    where a.state <> 'idle' and not exists (
      select from pgboss.job j
      where j.name = 'analyze_conversation' and j.state in ('created', 'retry', 'active')
        and j.data->'input'->>'id' = a.conversation_id::text and (j.data->'input'->>'ticket')::integer = a.ticket)`,
  'a transcript that nobody asked to have analyzed': `
    select c.external_id as what from conversations c
    where c.has_transcript and not exists (select from analyses a
                                           where a.organization_id = c.organization_id and a.conversation_id = c.id)`,
  'a conversation that is told to be analyzed, with a step of what was said before': `
    select concat_ws(' ', c.external_id, s.step) as what from conversations c
    join analysis_steps s on s.organization_id = c.organization_id and s.conversation_id = c.id
    where c.processing_status = 'analyzed' and s.transcript_version is distinct from c.transcript_version`,
  'an analysis that was given up': `
    select concat_ws(' ', c.external_id, s.step, s.fault) as what from conversations c
    left join analysis_steps s on s.organization_id = c.organization_id and s.conversation_id = c.id
      and s.state = 'failed'
    where c.processing_status = 'failed' or s.state = 'failed'`,
  'not exactly one organization': `
    select count(*)::text as what from organizations having count(*) <> 1`,
  'not exactly three roles': `
    select count(*)::text as what from roles having count(*) <> 3`,
  'no active admin': `
    select 'admin' as what where not exists (
      select from users u join roles r on r.organization_id = u.organization_id and r.id = u.role_id
      where u.active and r.type = 'ADMIN')`,
}

/** @returns a sentence for each breach */
export async function breaches(query: Query): Promise<string[]> {
  const laws = { ...LAWS, ...(await orphanLaws(query)) }
  const found: string[] = []
  for (const [law, text] of Object.entries(laws)) {
    for (const { what } of await query<{ what: string }>(`${text} limit ${BREACHES_MAX}`)) found.push(`${law}: ${what}`)
  }
  const applied = await query<{ name: string }>('select name from schema_migrations order by name')
  const wanted = readdirSync(join(ROOT, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const names = applied.map(({ name }) => name)
  if (names.join() !== wanted.join()) found.push(`migrations are ${names.join(', ') || 'none'}`)
  return found
}

/** Every table that belongs to conversations, those of later migrations too: no row without its conversation. */
async function orphanLaws(query: Query): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (select count(*) from pg_attribute a
           where a.attrelid = c.oid and a.attname in ('organization_id', 'conversation_id') and not a.attisdropped) = 2
    order by 1`)
  return Object.fromEntries(
    tables.map(({ name }) => [
      `a row of ${name} without its conversation`,
      `select distinct o.conversation_id::text as what from ${name} o
       where o.conversation_id is not null and not exists (
         select from conversations c where c.organization_id = o.organization_id and c.id = o.conversation_id)`,
    ]),
  )
}

/** The structure beneath: every B-tree against its table, every table's rows, by PostgreSQL's own checker. */
export async function damages(query: Query): Promise<{ checked: number; found: string[] }> {
  await query('create extension if not exists amcheck')
  const indexes = await query<{ name: string; oid: number }>(`
    select i.oid::int as oid, i.oid::regclass::text as name
    from pg_class i join pg_index x on x.indexrelid = i.oid join pg_am a on a.oid = i.relam
    where a.amname = 'btree' and i.relkind = 'i' and x.indisvalid and i.relpersistence = 'p'`)
  const tables = await query<{ name: string; oid: number }>(
    `select oid::int as oid, oid::regclass::text as name from pg_class where relkind in ('r', 't', 'm')`,
  )
  const found: string[] = []
  for (const { name, oid } of indexes) {
    await query('savepoint checking')
    try {
      await query('select bt_index_check($1::oid::regclass, true)', [oid])
    } catch (error) {
      await query('rollback to checking')
      found.push(`index ${name}: ${(error as Error).message}`)
    }
  }
  for (const { name, oid } of tables) {
    const rows = await query<{ msg: string }>('select msg from verify_heapam($1::oid::regclass) limit 5', [oid])
    for (const { msg } of rows) found.push(`table ${name}: ${msg}`)
  }
  return { checked: indexes.length + tables.length, found }
}
