/** SQL that resolves names in questions to calls: people, accounts, deals, labels, teams and titles. */
import { sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { ACCOUNT_CODES, NAMING_FIELDS } from '../../../conversations/crm-records/index.ts'
import type { ScopedConversations } from '../queries.ts'
import { permitted } from './queries.ts'

/** Names by which a question can mean a call. */
export interface CallNames {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly team: string | null
  readonly deal: string | null
  readonly people: readonly string[]
  readonly labels: readonly string[]
  /** Names of linked companies, contacts and deals. */
  readonly records: readonly { readonly code: string; readonly name: string }[]
}

interface NamesRow extends Omit<CallNames, 'people' | 'labels' | 'records'> {
  people: string
  labels: string
  records: string
}

/**
 * Returns the newest calls of the scope whose names contain one of the words anywhere. The comparison of complete words
 * follows in the program.
 */
export async function selectNames(
  db: Reader,
  org: OrganizationId,
  within: ScopedConversations,
  words: readonly string[],
  limit: number,
): Promise<CallNames[]> {
  const { rows } = await sql<NamesRow>`
    with meant as materialized (
      select c.id, c.title, c.started_at, c.owner_id, c.team_id, c.opportunity_id from conversations c
      where c.organization_id = ${org} and ${permitted(org, within)}
    ), named as (
      select c.id, c.title, c.started_at, trim(u.first_name || ' ' || u.last_name) as owner, t.name as team,
             o.title as deal, d.labels,
             coalesce((select jsonb_agg(p ->> 'name') from jsonb_array_elements(
               d.participants || d.internal_participants || coalesce(d.statistics -> 'speakers', '[]')) p
               where p ->> 'name' is not null), '[]') as people,
             coalesce((select jsonb_agg(jsonb_build_object('code', v.code, 'name', v.value))
               from conversation_crm_links l
               join crm_record_values v on v.organization_id = ${org} and v.code = l.code and v.record_id = l.record_id
                 and v.field = any(${[...NAMING_FIELDS]}::text[])
               where l.organization_id = ${org} and l.conversation_id = c.id), '[]') as records
      from meant c
      join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
      join users u on u.organization_id = ${org} and u.id = c.owner_id
      left join teams t on t.organization_id = ${org} and t.id = c.team_id
      left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    )
    select id, title, owner, team, deal, people::text as people, labels::text as labels, records::text as records
    from named
    where exists (
      select from unnest(${[...words]}::text[]) as w (word)
      where strpos(lower(concat_ws(' ', title, owner, team, deal, people, labels, records)), w.word) > 0)
    order by started_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ people, labels, records, ...row }) => ({
    ...row,
    people: JSON.parse(people) as string[],
    labels: Object.values(JSON.parse(labels) as Record<string, string>),
    records: JSON.parse(records) as CallNames['records'],
  }))
}

/** Names of the accounts of calls, by call: the linked company, or the domain of the outside participants. */
export async function selectAccountNames(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select c.id, coalesce(
      (select min(v.value) from conversation_crm_links l
       join crm_record_values v on v.organization_id = ${org} and v.code = l.code and v.record_id = l.record_id
         and v.field = any(${[...NAMING_FIELDS]}::text[])
       where l.organization_id = ${org} and l.conversation_id = c.id and (l.code like 'compan%' or l.code like 'account%')
         and v.value ~ '[A-Z ]'),
      (select min(split_part(p ->> 'email', '@', 2)) from jsonb_array_elements(d.participants) p
       where p ->> 'email' like '%@%')) as name
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}

/** Maximum number of accounts of an organization that are compared with a text. */
const ACCOUNTS_MAX = 2_000

/** Returns the names of the accounts of an organization, for comparison only: the caller may see none of them. */
export async function selectAllAccountNames(db: Reader, org: OrganizationId): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct value from crm_record_values
    where organization_id = ${org} and code = any(${[...ACCOUNT_CODES]}::text[])
      and field = any(${[...NAMING_FIELDS]}::text[])
    limit ${ACCOUNTS_MAX}`.execute(db)
  return rows.map(({ value }) => value)
}

export async function selectOrganizationName(db: Reader, org: OrganizationId): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from organizations where id = ${org}`.execute(db)
  return rows[0]?.name ?? ''
}
