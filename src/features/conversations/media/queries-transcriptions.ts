/** All SQL of transcription states. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { TranscriptionReason, TranscriptionState } from './schema.ts'

export interface TranscriptionRow {
  state: TranscriptionState
  reason: TranscriptionReason | null
  ticket: number
  replaces: number | null
  transcriber: string | null
  transcript_version: number | null
  requested_at: string
  started_at: string | null
  finished_at: string | null
}

const columns = sql`
  state, reason, ticket, replaces, transcriber, transcript_version, requested_at, started_at, finished_at`

export async function selectTranscription(
  db: Reader | Writer,
  org: OrganizationId,
  conversationId: string,
): Promise<TranscriptionRow | undefined> {
  const { rows } = await sql<TranscriptionRow>`
    select ${columns} from transcriptions
    where organization_id = ${org} and conversation_id = ${conversationId}`.execute(db)
  return rows[0]
}

/** Requests a transcription, replacing an earlier request. @returns the ticket of the job that is valid */
export async function upsertTranscription(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  wanted: { state: 'waiting' | 'queued'; reason: TranscriptionReason | null; replaces: number | null },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ ticket: number }>`
    insert into transcriptions (organization_id, conversation_id, state, reason, ticket, replaces, requested_at)
    values (${org}, ${conversationId}, ${wanted.state}, ${wanted.reason}, 1, ${wanted.replaces}, ${at})
    on conflict (organization_id, conversation_id) do update
    set state = excluded.state, reason = excluded.reason, ticket = transcriptions.ticket + 1,
        replaces = excluded.replaces, transcriber = null, transcript_version = null,
        requested_at = excluded.requested_at, started_at = null, finished_at = null
    returning ticket`.execute(tx)
  return rows[0]?.ticket ?? 0
}

/** Sets the state to `queued` for a retry. @param reason of the failed attempt */
export async function updateQueued(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  ticket: number,
  reason: TranscriptionReason | null,
): Promise<void> {
  await sql`
    update transcriptions set state = 'queued', reason = ${reason}
    where organization_id = ${org} and conversation_id = ${conversationId} and ticket = ${ticket}
      and state = 'running'`.execute(tx)
}

/** Sets the state to `running`. @returns false if the ticket is no longer valid or the transcription has ended */
export async function updateStarted(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  ticket: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update transcriptions set state = 'running', reason = null, started_at = ${at}
    where organization_id = ${org} and conversation_id = ${conversationId} and ticket = ${ticket}
      and state in ('queued', 'running')
    returning 1`.execute(tx)
  return rows.length > 0
}

export interface TranscriptionOutcome {
  readonly state: 'waiting' | 'done' | 'failed'
  readonly reason: TranscriptionReason | null
  readonly transcriber: string | null
  readonly transcriptVersion: number | null
}

/** Stores the outcome. @returns false if the ticket is no longer valid; nothing is written then */
export async function updateEnded(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  ticket: number,
  { state, reason, transcriber, transcriptVersion }: TranscriptionOutcome,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update transcriptions
    set state = ${state}, reason = ${reason}, transcriber = ${transcriber}, transcript_version = ${transcriptVersion},
        finished_at = ${state === 'waiting' ? null : at}
    where organization_id = ${org} and conversation_id = ${conversationId} and ticket = ${ticket}
      and state in ('queued', 'running')
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Fails every transcription of the conversation that isn't done, and invalidates its running job. */
export async function updateRecordingGone(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  at: Date,
): Promise<void> {
  await sql`
    update transcriptions
    set state = 'failed', reason = 'recording_gone', ticket = ticket + 1, transcriber = null, finished_at = ${at}
    where organization_id = ${org} and conversation_id = ${conversationId} and state <> 'done'`.execute(tx)
}

/**
 * Returns transcriptions that lacked an available transcriber or file store, in order of conversation ID, after one ID.
 */
export async function selectLeft(
  db: Reader,
  org: OrganizationId,
  after: string | undefined,
  limit: number,
): Promise<{ id: string; replaces: number | null }[]> {
  const behind = after === undefined ? sql`true` : sql`conversation_id > ${after}`
  const { rows } = await sql<{ id: string; replaces: number | null }>`
    select conversation_id as id, replaces from transcriptions
    where organization_id = ${org} and ${behind} and state in ('waiting', 'failed')
      and reason in ('no_transcriber', 'transcriber_unavailable', 'store_unavailable')
    order by conversation_id limit ${limit}`.execute(db)
  return rows
}
