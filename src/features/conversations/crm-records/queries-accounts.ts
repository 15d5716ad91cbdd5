/** SQL of the accounts of conversations. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { ACCOUNT_CODES, type AccountCode, formatAccountId } from './accounts.ts'
import { NAMING_FIELDS } from './model.ts'

export interface LinkedAccount {
  /** ID of the account in URLs. */
  readonly id: string
  /** Null if the record isn't stored, or has no name. */
  readonly name: string | null
}

/** First linked account of each conversation. The caller has checked that the conversations are visible. */
export async function selectLinkedAccounts(
  db: Reader,
  org: OrganizationId,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, LinkedAccount>> {
  if (conversationIds.length === 0) return new Map()
  const { rows } = await sql<{ conversation_id: string; code: AccountCode; record_id: string; name: string | null }>`
    with linked as (
      select distinct on (l.conversation_id) l.conversation_id, l.code, l.record_id
      from conversation_crm_links l
      where l.organization_id = ${org} and l.conversation_id = any(${[...conversationIds]}::uuid[])
        and l.code = any(${[...ACCOUNT_CODES]}::text[])
      order by l.conversation_id, l.position
    )
    select conversation_id, code, record_id, (
      select v.value from crm_record_values v
      where v.organization_id = ${org} and v.code = linked.code and v.record_id = linked.record_id
        and v.field = any(${[...NAMING_FIELDS]}::text[])
      order by array_position(${[...NAMING_FIELDS]}::text[], v.field) limit 1) as name
    from linked`.execute(db)
  return new Map(
    rows.map(({ conversation_id: id, code, record_id: recordId, name }) => [
      id,
      { id: formatAccountId({ code, recordId }), name },
    ]),
  )
}
