/** SQL of tracker hits. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { TrackerColor } from './colors.ts'
import type { TrackerMatches } from './match.ts'
import { colorIn } from './queries.ts'

/** Replaces all hits of a conversation. Hits of deleted trackers are dropped. */
export async function replaceHits(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  transcriptVersion: number,
  found: readonly TrackerMatches[],
): Promise<void> {
  // Lock order: trackers, then hits. Deleting a tracker uses the same order.
  await sql`
    select from trackers
    where organization_id = ${org} and (id = any(${found.map(({ trackerId }) => trackerId)}::uuid[]) or id in (
      select tracker_id from tracker_hits where organization_id = ${org} and conversation_id = ${conversationId}))
    order by id for key share`.execute(tx)
  await deleteHits(tx, org, conversationId)
  if (found.length === 0) return
  await sql`
    insert into tracker_hits (organization_id, tracker_id, conversation_id, tracker_version, transcript_version, hit_count, hits)
    select ${org}, t.id, ${conversationId}, f.version, ${transcriptVersion}, f.n, f.hits
    from unnest(${found.map(({ trackerId }) => trackerId)}::uuid[],
                ${found.map(({ trackerVersion }) => trackerVersion)}::integer[],
                ${found.map(({ count }) => count)}::integer[],
                ${found.map(({ hits }) => JSON.stringify(hits))}::text[]) as f (id, version, n, hits)
    join trackers t on t.organization_id = ${org} and t.id = f.id`.execute(tx)
}

async function deleteHits(tx: Writer, org: OrganizationId, conversationId: string): Promise<void> {
  await sql`delete from tracker_hits where organization_id = ${org} and conversation_id = ${conversationId}`.execute(tx)
}

export interface ConversationHits {
  id: string
  name: string
  color: TrackerColor
  hit_count: number
  /** JSON text. */
  hits: string
}

/** Hits in the current transcript of a visible conversation, by tracker, most hits first. */
export async function selectHitsOfConversation(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<ConversationHits[]> {
  const { rows } = await sql<ConversationHits>`
    select t.id, t.name, ${colorIn('t')} as color, h.hit_count, h.hits
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    join tracker_hits h
      on h.organization_id = ${org} and h.conversation_id = c.id and h.transcript_version = c.transcript_version
    join trackers t on t.organization_id = ${org} and t.id = h.tracker_id
    order by h.hit_count desc, t.name_folded, t.id`.execute(db)
  return rows
}

export interface TrackedRow {
  id: string
  title: string
  started_at: string
  tracker_version: number
  hit_count: number
  hits: string
}

const trackedOrder = defineOrder('tracker hits', descending('c.started_at', 'time'), descending('c.id', 'uuid'))

/** Visible conversations with hits of a tracker, newest first, without archived ones. */
export const selectTracked = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  trackerId: string,
  window: ListWindow,
) =>
  selectListPage<TrackedRow>(db, window, {
    columns: sql`c.id, c.title, c.started_at, h.tracker_version, h.hit_count, h.hits`,
    from: sql`
      (select id, title, started_at, transcript_version from conversations
       where organization_id = ${org} and not archived and ${visibleTo(visibility)}) c
      join tracker_hits h on h.conversation_id = c.id and h.transcript_version = c.transcript_version`,
    where: sql`h.organization_id = ${org} and h.tracker_id = ${trackerId}`,
    order: trackedOrder,
  })
