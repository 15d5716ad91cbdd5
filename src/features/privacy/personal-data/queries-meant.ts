import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type ConversationFilters, permittedConversations } from '../../conversations/records/index.ts'

/** IDs of the conversations that match the filters, in order, after a given ID. */
export async function selectMeant(
  db: Reader,
  org: OrganizationId,
  filters: ConversationFilters,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and ${permittedConversations(org, 'everything', filters)} and ${behind}
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
