/** SQL of people: participants and speakers of many conversations, and job titles from the CRM. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { listParticipants } from '../../assistant/answers/index.ts'
import type { Statistics } from '../../conversations/records/index.ts'
import type { PeopleCall } from './people.ts'

/**
 * People of conversations, newest first, without the rest of their records. The caller has checked that the
 * conversations are visible.
 */
export async function selectPeopleCalls(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<PeopleCall[]> {
  const { rows } = await sql<{
    started_at: string
    participants: string
    internal_participants: string
    speakers: string | null
  }>`
    select c.started_at, d.participants::text as participants, d.internal_participants::text as internal_participants,
           case when (d.statistics ->> 'transcriptVersion')::int = c.transcript_version
                then (d.statistics -> 'speakers')::text end as speakers
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[])
    order by c.started_at desc, c.id desc`.execute(db)
  return rows.map(({ started_at: startedAt, speakers, ...row }) => {
    const statistics = speakers === null ? null : { speakers: JSON.parse(speakers) as Statistics['speakers'] }
    return { startedAt, people: listParticipants(row, statistics), statistics }
  })
}

export interface JobTitles {
  /** Titles by address in lower case. */
  readonly byEmail: ReadonlyMap<string, string>
  /** Titles by name in lower case. */
  readonly byName: ReadonlyMap<string, string>
}

const PERSON_CODES = ['contacts', 'contact', 'lead', 'users', 'user', 'owners'] as const

/**
 * Job titles in CRM records: of records with the address of a person, and of records with the name that are linked to the
 * conversations. Linked records match in any case. A name that several records have identifies nobody.
 */
export async function selectJobTitles(
  db: Reader,
  org: OrganizationId,
  people: readonly { readonly name: string; readonly email: string | null }[],
  conversationIds: readonly string[],
): Promise<JobTitles> {
  const emails = people.flatMap(({ email }) => (email === null ? [] : [email, email.toLowerCase()]))
  const names = people.map(({ name }) => name.toLowerCase())
  const { rows } = await sql<{ key: string; by_email: boolean; title: string; record: string }>`
    with found as (
      select v.code, v.record_id, lower(v.value) as key, true as by_email
      from crm_record_values v
      where v.organization_id = ${org} and v.field in ('email', 'Email') and v.value = any(${[...new Set(emails)]}::text[])
        and v.code = any(${[...PERSON_CODES]}::text[])
      union
      select v.code, v.record_id, lower(v.value) as key, v.field in ('email', 'Email') as by_email
      from (
        select distinct l.code, l.record_id from conversation_crm_links l
        where l.organization_id = ${org} and l.conversation_id = any(${[...conversationIds]}::uuid[])
          and l.code = any(${[...PERSON_CODES]}::text[])
      ) l
      join crm_record_values v on v.organization_id = ${org} and v.code = l.code and v.record_id = l.record_id
      where v.field in ('name', 'Name') and lower(v.value) = any(${names}::text[])
         or v.field in ('email', 'Email') and lower(v.value) = any(${[...new Set(emails)]}::text[])
    )
    select f.key, f.by_email, t.value as title, f.code || ':' || f.record_id as record
    from found f
    join crm_record_values t on t.organization_id = ${org} and t.code = f.code and t.record_id = f.record_id
      and regexp_replace(lower(t.field), '[^a-z0-9]', '', 'g') in ('jobtitle', 'title')
    order by f.code, f.record_id, t.field`.execute(db)
  const byEmail = new Map<string, string>()
  const byName = new Map<string, string>()
  const recordOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { key, by_email: isEmail, title, record } of rows) {
    const text = title.trim()
    if (text === '') continue
    if (isEmail) byEmail.set(key, byEmail.get(key) ?? text)
    else {
      if ((recordOf.get(key) ?? record) !== record) shared.add(key)
      recordOf.set(key, record)
      byName.set(key, byName.get(key) ?? text)
    }
  }
  for (const key of shared) byName.delete(key)
  return { byEmail, byName }
}
