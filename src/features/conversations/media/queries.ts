/** All SQL of recordings, the media files of conversations. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { MediaFailure, MediaState } from './schema.ts'

export interface MediaRow {
  id: string
  state: MediaState
  failure: MediaFailure | null
  file_name: string
  size: number
  sha256: string | null
  content_type: string | null
  duration: number | null
  streams: string | null
  created_at: string
}

/** Columns of a recording. The cast is needed because drivers return bigint as text. */
const columns = sql`id, state, failure, file_name, size::float8 as size, sha256, content_type, duration, streams, created_at`

export async function selectMedia(
  db: Reader | Writer,
  org: OrganizationId,
  conversationId: string,
): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    select ${columns} from media_files
    where organization_id = ${org} and conversation_id = ${conversationId}`.execute(db)
  return rows[0]
}

export interface NewMedia {
  readonly id: string
  readonly state: MediaState
  readonly fileName: string
  readonly size: number
  readonly sha256: string | null
  readonly contentType: string | null
  readonly duration: number | null
  readonly streams: string | null
}

/** Replaces the recording of a locked conversation. @returns ID of the previous recording, if any */
export async function putMedia(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  media: NewMedia,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from media_files where organization_id = ${org} and conversation_id = ${conversationId}`.execute(tx)
  await sql`
    insert into media_files (organization_id, conversation_id, id, state, file_name, size, sha256, content_type,
      duration, streams, created_at)
    values (${org}, ${conversationId}, ${media.id}, ${media.state}, ${media.fileName}, ${media.size}, ${media.sha256},
      ${media.contentType}, ${media.duration}, ${media.streams}, ${at})
    on conflict (organization_id, conversation_id) do update
    set id = excluded.id, state = excluded.state, failure = null, file_name = excluded.file_name,
        size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type,
        duration = excluded.duration, streams = excluded.streams, created_at = excluded.created_at`.execute(tx)
  return rows[0]?.id
}

/** Stores the outcome of a direct upload. @returns false if the file is no longer awaited or was replaced */
export async function updateArrived(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  id: string,
  arrived: { failure: MediaFailure } | Pick<NewMedia, 'size' | 'sha256' | 'contentType' | 'duration' | 'streams'>,
): Promise<boolean> {
  const change =
    'failure' in arrived
      ? sql`state = 'failed', failure = ${arrived.failure}`
      : sql`state = 'kept', size = ${arrived.size}, sha256 = ${arrived.sha256}, content_type = ${arrived.contentType},
          duration = ${arrived.duration}, streams = ${arrived.streams}`
  const { rows } = await sql`
    update media_files set ${change}
    where organization_id = ${org} and conversation_id = ${conversationId} and id = ${id} and state = 'awaited'
    returning 1`.execute(tx)
  return rows.length > 0
}

/** @returns the deleted file, if any */
export async function deleteMedia(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
): Promise<Pick<MediaRow, 'id' | 'state' | 'created_at'> | undefined> {
  const { rows } = await sql<Pick<MediaRow, 'id' | 'state' | 'created_at'>>`
    delete from media_files where organization_id = ${org} and conversation_id = ${conversationId}
    returning id, state, created_at`.execute(tx)
  return rows[0]
}
