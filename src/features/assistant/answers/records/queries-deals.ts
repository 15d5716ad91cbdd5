/** SQL of deals: opportunities and CRM records of the calls in a scope. */
import { sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { type CrmFields, DEAL_CODES } from '../../../conversations/crm-records/index.ts'
import type { ScopedConversations } from '../queries.ts'
import { permitted } from './queries.ts'

export interface Deal {
  readonly id: string
  readonly externalId: string
  readonly title: string
  /** Fields of the CRM record. Empty if it isn't stored. */
  readonly fields: CrmFields
  /** Conversations of the deal that the caller can see, newest first. */
  readonly callIds: readonly string[]
}

/** Maximum number of deals of an answer. */
const DEALS_MAX = 500
/** Maximum number of calls of a deal. */
const CALLS_MAX = 50

/**
 * Deals of the calls in a scope. A scope that names opportunities contains them even without calls, because the caller
 * was checked for them.
 */
export async function selectDeals(db: Reader, org: OrganizationId, within: ScopedConversations): Promise<Deal[]> {
  const named = within.conversationIds === undefined ? (within.filters.opportunityIds ?? []) : []
  const { rows } = await sql<{
    id: string
    external_id: string
    title: string
    fields: string | null
    calls: string[]
  }>`
    with meant as materialized (
      select c.id, c.opportunity_id, c.started_at from conversations c
      where c.organization_id = ${org} and c.opportunity_id is not null and ${permitted(org, within)}
    )
    select o.id, o.external_id, o.title,
           (select r.fields::text from crm_records r
            where r.organization_id = ${org} and r.code = any(${[...DEAL_CODES]}::text[]) and r.id = o.external_id
            order by r.updated_at desc limit 1) as fields,
           array(select m.id from meant m where m.opportunity_id = o.id
                 order by m.started_at desc, m.id desc limit ${CALLS_MAX}) as calls
    from opportunities o
    where o.organization_id = ${org}
      and (o.id in (select opportunity_id from meant) or o.id = any(${[...named]}::uuid[]))
    order by o.title_folded, o.id limit ${DEALS_MAX}`.execute(db)
  return rows.map(({ external_id: externalId, fields, calls, ...row }) => ({
    ...row,
    externalId,
    fields: fields === null ? {} : (JSON.parse(fields) as CrmFields),
    callIds: calls,
  }))
}

export interface LinkedRecord {
  readonly code: string
  readonly name: string
  readonly fields: CrmFields
  readonly callIds: readonly string[]
}

/** Maximum number of linked records. */
const RECORDS_MAX = 50

/** Companies and deals that are linked to conversations. The conversations were selected by visibility. */
export async function selectLinkedRecords(
  db: Reader,
  org: OrganizationId,
  conversationIds: readonly string[],
): Promise<LinkedRecord[]> {
  const { rows } = await sql<{ code: string; id: string; fields: string; calls: string[] }>`
    select r.code, r.id, r.fields::text as fields, array_agg(l.conversation_id order by l.conversation_id) as calls
    from conversation_crm_links l
    join crm_records r on r.organization_id = ${org} and r.code = l.code and r.id = l.record_id
    where l.organization_id = ${org} and l.conversation_id = any(${[...conversationIds]}::uuid[])
      and l.code in ('companies', 'deals', 'account', 'opportunity')
    group by r.code, r.id, r.fields::text
    order by r.code, r.id limit ${RECORDS_MAX}`.execute(db)
  return rows.map(({ code, id, fields: json, calls }) => {
    const fields = JSON.parse(json) as CrmFields
    const name = fields.name ?? fields.Name ?? fields.dealname ?? id
    return { code, name: String(name), fields, callIds: calls }
  })
}
