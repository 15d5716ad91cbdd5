/** SQL that finds the people whom a comment concerns. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export async function selectThreadAuthors(tx: Writer, org: OrganizationId, threadId: string): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`
    select distinct author_id from comments
    where organization_id = ${org} and thread_id = ${threadId} and body is not null order by author_id`.execute(tx)
  return rows.map(({ author_id }) => author_id)
}

export async function selectOwner(tx: Writer, org: OrganizationId, conversationId: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from conversations where organization_id = ${org} and id = ${conversationId}`.execute(tx)
  return rows.map(({ owner_id }) => owner_id)
}
