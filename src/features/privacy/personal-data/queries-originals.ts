/** SQL that finds recordings of a person. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { heldCondition } from '../../conversations/legal-holds/index.ts'
import type { Participant } from './queries-conversation.ts'

export interface Recorded {
  readonly id: string
  readonly is_kept: boolean
  readonly is_linked: boolean
  readonly participants: readonly Participant[]
  readonly internal_participants: readonly Participant[]
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
): Promise<Recorded[]> {
  const patterns = words.map((word) => `%${word}%`)
  const holds = (column: string) => sql`lower(${sql.ref(column)}::text) like any(${patterns}::text[])`
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<Recorded>`
    select c.id, m.id is not null as is_kept, c.media_url is not null as is_linked, d.participants,
           d.internal_participants, coalesce(said.transcripts, '{}') as transcripts
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join media_files m on m.organization_id = ${org} and m.conversation_id = c.id
    left join lateral (
      select array_agg(t.segments) as transcripts from transcripts t
      where t.organization_id = ${org} and t.conversation_id = c.id and ${holds('t.segments')}) said on true
    where c.organization_id = ${org} and ${behind} and (m.id is not null or c.media_url is not null)
      and (${holds('d.participants')} or ${holds('d.internal_participants')} or said.transcripts is not null)
      and not ${heldCondition(org)}
    order by c.id limit ${limit}`.execute(db)
  return rows
}
