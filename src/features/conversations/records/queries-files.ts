/** SQL that finds conversations by the files that they were imported from. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from './queries-visibility.ts'

/** Hashes of the files of a call, as hexadecimal SHA-256. Undefined without the file. */
export interface FileHashes {
  readonly transcript: string | undefined
  readonly recording: string | undefined
}

export interface ConversationOfFiles {
  readonly id: string
  readonly owner_id: string
  readonly private: boolean
  readonly application: string | null
  readonly external_id: string | null
  readonly has_transcript: boolean
  readonly has_recording: boolean
}

/** Columns of `ConversationOfFiles`. */
const columns = (org: OrganizationId) => sql`id, owner_id, private, application, external_id, has_transcript, exists (
  select from media_files where organization_id = ${org} and conversation_id = conversations.id) as has_recording`

/**
 * Returns the earliest visible conversation with the recording, or with the transcript file and no other recording:
 * calls can have the same short transcript. A private conversation counts only for its owner, unless `withPrivate`: admins
 * see it, but those who would see the imported one don't.
 */
export async function selectConversationByFiles(
  db: Reader,
  org: OrganizationId,
  access: { readonly visibility: Visibility } & (
    | { readonly ownerId: string | null | undefined }
    | { readonly withPrivate: true }
  ),
  { transcript = null, recording = null }: { [Name in keyof FileHashes]: string | null | undefined },
): Promise<ConversationOfFiles | undefined> {
  if (transcript === null && recording === null) return undefined
  const isCounted = 'withPrivate' in access ? sql`true` : sql`(not private or owner_id = ${access.ownerId ?? null})`
  const { rows } = await sql<ConversationOfFiles>`
    select ${columns(org)} from conversations
    where organization_id = ${org} and ${visibleTo(access.visibility)} and ${isCounted}
      and id in (
      select conversation_id from media_files where organization_id = ${org} and sha256 = ${recording}
      union all
      select conversation_id from conversation_details d
      where organization_id = ${org} and transcript_file_hash = ${transcript} and not exists (
        select from media_files m
        where m.organization_id = ${org} and m.conversation_id = d.conversation_id and m.sha256 <> ${recording}))
    order by created_at, id limit 1`.execute(db)
  return rows[0]
}

/** Returns a conversation that a delivery was stored in. Undefined if it was erased. */
export async function selectConversationOfFiles(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<ConversationOfFiles | undefined> {
  const { rows } = await sql<ConversationOfFiles>`
    select ${columns(org)} from conversations
    where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/** Takes advisory locks on the files of a call until the transaction ends, always in the same order. */
export async function lockFiles(tx: Writer, org: OrganizationId, { transcript, recording }: FileHashes): Promise<void> {
  const keys = [transcript, recording].filter((hash) => hash !== undefined).map((hash) => `file ${org} ${hash}`)
  for (const key of [...new Set(keys)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  }
}
