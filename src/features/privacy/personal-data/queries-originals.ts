/** SQL that finds recordings of a person. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isOnHold } from '../../conversations/legal-holds/index.ts'
import type { StoredParticipant } from './queries-conversation.ts'

export interface StoredOriginal {
  readonly id: string
  readonly is_kept: boolean
  readonly is_linked: boolean
  readonly participants: readonly StoredParticipant[]
  readonly internal_participants: readonly StoredParticipant[]
  /** JSON texts of the transcript versions that contain one of the words. */
  readonly transcripts: readonly string[]
}

/**
 * Conversations with a recording and without a legal hold whose participants or transcripts contain one of the words,
 * in ID order.
 */
export async function selectRecordedWith(
  db: Reader,
  org: OrganizationId,
  words: readonly string[],
  after: string | undefined,
  limit: number,
): Promise<StoredOriginal[]> {
  const patterns = words.map((word) => `%${word}%`)
  const containsAny = (column: string) => sql`lower(${sql.ref(column)}::text) like any(${patterns}::text[])`
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<StoredOriginal>`
    select c.id, m.id is not null as is_kept, c.media_url is not null as is_linked, d.participants,
           d.internal_participants, coalesce(said.transcripts, '{}') as transcripts
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join media_files m on m.organization_id = ${org} and m.conversation_id = c.id
    left join lateral (
      select array_agg(t.segments) as transcripts from transcripts t
      where t.organization_id = ${org} and t.conversation_id = c.id and ${containsAny('t.segments')}) said on true
    where c.organization_id = ${org} and ${behind} and (m.id is not null or c.media_url is not null)
      and (${containsAny('d.participants')} or ${containsAny('d.internal_participants')} or said.transcripts is not null)
      and not ${isOnHold(org)}
    order by c.id limit ${limit}`.execute(db)
  return rows
}
