/** SQL of exports. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../records/index.ts'

export interface SizedConversation {
  readonly id: string
  /** Size of the current transcript in bytes. */
  readonly size: number
}

/** Conversations after an ID, in order of their IDs, archived ones too. */
export async function selectSizedConversations(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<SizedConversation[]> {
  const { rows } = await sql<SizedConversation>`
    select c.id, coalesce(octet_length(t.segments), 0) as size
    from (select id, transcript_version from conversations
          where organization_id = ${org} and ${visibleTo(visibility)}
            and ${after === undefined ? sql`true` : sql`id > ${after}`}
          order by id limit ${limit}) c
    left join transcripts t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version
    order by c.id`.execute(db)
  return rows
}
