/** SQL that updates a conversation after its recording was processed. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Adds length and language from the recording. Known values aren't changed. */
export async function fillFromRecording(
  tx: Writer,
  org: OrganizationId,
  id: string,
  told: { readonly length: number | null; readonly language: string | null },
): Promise<void> {
  const { length, language } = told
  await sql`
    update conversations
    set media_duration = coalesce(media_duration, ${length}::double precision),
        language = coalesce(language, ${language}::text)
    where organization_id = ${org} and id = ${id}`.execute(tx)
  const { rows } = await sql<{ ended_at: string | null }>`
    select live_started_at + media_duration * interval '1 second' as ended_at from conversations
    where organization_id = ${org} and id = ${id} and live_ended_at is null`.execute(tx)
  const endedAt = rows[0]?.ended_at ?? null
  if (endedAt !== null) {
    await sql`
      update conversations set live_ended_at = ${endedAt}
      where organization_id = ${org} and id = ${id}`.execute(tx)
  }
}

/** Updates the state of a conversation without a transcript. */
export async function updateAwaited(
  tx: Writer,
  org: OrganizationId,
  id: string,
  standing: { readonly transcript: 'pending' | 'none'; readonly processing: 'pending' | 'failed' },
  at: Date,
): Promise<void> {
  await sql`
    update conversations
    set transcript_status = ${standing.transcript}, processing_status = ${standing.processing}, updated_at = ${at}
    where organization_id = ${org} and id = ${id} and transcript_version is null`.execute(tx)
}

export interface TranscriptionSubject {
  media_url: string | null
  language: string | null
  transcript_version: number | null
  application: string | null
  owner_id: string
}

/** Removes the URL of an external recording. */
export async function clearMediaUrl(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`
    update conversations set media_url = null where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Returns what transcription needs to know. */
export async function selectRecorded(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<TranscriptionSubject | undefined> {
  const { rows } = await sql<TranscriptionSubject>`
    select media_url, language, transcript_version, application, owner_id from conversations
    where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}
