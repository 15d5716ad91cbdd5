/** SQL of contacts: conversations of one account, and CRM records of people. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import type { CrmFields } from '../../conversations/crm-records/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'

/**
 * IDs of visible conversations of the same account as a visible one, newest first, with that one among them. They share
 * its opportunity, or its only linked company. A conversation with several companies doesn't say whose people are whose.
 * Empty if the caller can't read the conversation.
 */
export async function selectCallsOfAccount(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with meant as (
      select c.id, c.opportunity_id from conversations c
      where c.organization_id = ${org} and c.id = ${id} and ${visibleTo(visibility)}
    ),
    company as (
      select min(l.code) as code, min(l.record_id) as record_id from conversation_crm_links l
      where l.organization_id = ${org} and l.conversation_id = (select id from meant) and l.code in ('companies', 'account')
      having count(*) = 1
    )
    select c.id from conversations c
    where c.organization_id = ${org} and not c.archived and ${visibleTo(visibility)} and (
      c.id = (select id from meant)
      or c.opportunity_id = (select opportunity_id from meant)
      or c.id in (
        select l.conversation_id from company
        join conversation_crm_links l on l.organization_id = ${org} and l.code = company.code and l.record_id = company.record_id
        where (select id from meant) is not null and not exists (
          select from conversation_crm_links other
          where other.organization_id = ${org} and other.conversation_id = l.conversation_id
            and other.code in ('companies', 'account') and other.record_id <> l.record_id)))
    order by c.started_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Fields of the CRM record of a person. It has the email address, or is the only one with the name that is linked to one
 * of the conversations.
 *
 * @param by `emails`: the address in all spellings to look for
 */
export async function selectContactFields(
  db: Reader,
  org: OrganizationId,
  by: { readonly emails: readonly string[] } | { readonly name: string; readonly conversationIds: readonly string[] },
): Promise<CrmFields | undefined> {
  const isMeant =
    'emails' in by
      ? sql`v.field in ('email', 'Email') and v.value = any(${[...by.emails]}::text[])`
      : sql`v.field in ('name', 'Name') and lower(v.value) = ${by.name} and exists (
          select from conversation_crm_links l
          where l.organization_id = ${org} and l.code = v.code and l.record_id = v.record_id
            and l.conversation_id = any(${[...by.conversationIds]}::uuid[]))`
  const { rows } = await sql<{ fields: string }>`
    select r.fields::text as fields from crm_records r
    join (
      select distinct v.code, v.record_id from crm_record_values v
      where v.organization_id = ${org} and v.code in ('contacts', 'contact', 'lead') and ${isMeant}
    ) v on r.code = v.code and r.id = v.record_id
    where r.organization_id = ${org}
    order by r.updated_at desc limit 2`.execute(db)
  const [first, second] = rows
  if (first === undefined || ('name' in by && second !== undefined)) return undefined
  return JSON.parse(first.fields) as CrmFields
}

export interface FoundContactRow {
  name: string | null
  email: string | null
  /** Newest conversation in which the person took part. */
  conversation_id: string
}

/**
 * Outside people whose name or address contains the words, in the newest visible conversations, most recent first.
 * A complete address is also found in older ones.
 * @param words folded
 * @param newest number of conversations to look in
 */
export async function selectContactsNamed(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  words: string,
  { newest, limit }: { readonly newest: number; readonly limit: number },
): Promise<FoundContactRow[]> {
  const visible = sql`c.organization_id = ${org} and not c.archived and ${visibleTo(visibility)}`
  const { rows } = await sql<FoundContactRow>`
    with recent as (
      (select c.id, c.started_at, c.opportunity_id from conversations c where ${visible}
       order by c.started_at desc, c.id desc limit ${newest})
      union
      (select c.id, c.started_at, c.opportunity_id from conversations c
       where ${visible} and c.id in (
         select conversation_id from conversation_participants where organization_id = ${org} and email = ${words})
       order by c.started_at desc, c.id desc limit 1)
    ),
    people as (
      select distinct on (coalesce(lower(p ->> 'email'), lower(p ->> 'name') || coalesce(r.opportunity_id, r.id)::text))
             p ->> 'name' as name, p ->> 'email' as email, r.id, r.started_at
      from recent r
      join conversation_details d on d.organization_id = ${org} and d.conversation_id = r.id
      cross join jsonb_array_elements(d.participants) p
      where strpos(lower(concat_ws(' ', p ->> 'name', p ->> 'email')), ${words}) > 0
      order by coalesce(lower(p ->> 'email'), lower(p ->> 'name') || coalesce(r.opportunity_id, r.id)::text),
               r.started_at desc, r.id desc
    )
    select name, email, id as conversation_id from people order by started_at desc, id desc, name limit ${limit}`.execute(
    db,
  )
  return rows
}
