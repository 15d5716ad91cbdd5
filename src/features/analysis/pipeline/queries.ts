/** SQL of analysis runs: claims conversations, reads their inputs and records the results. */
import { sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import type { FaultKind } from '../../../core/language-model.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { AnalysisState } from '../../platform/analysis-requests/index.ts'
import type { StepOutcome } from './step.ts'

export interface ClaimedAnalysis {
  /** State before the claim: a request, a scheduled retry of a step, or an interrupted run. */
  readonly before: AnalysisState
  readonly wanted: number
}

/**
 * Claims the analysis of a conversation for a run.
 * @param again ID of the run that must still own the conversation
 * @returns undefined if the ticket is outdated or nothing is due
 */
export async function claim(
  tx: Writer,
  org: OrganizationId,
  { id, ticket, run }: { id: string; ticket: number; run: string },
  again?: string,
): Promise<ClaimedAnalysis | undefined> {
  const mine = again === undefined ? sql`true` : sql`run_id = ${again}`
  const { rows } = await sql<ClaimedAnalysis>`
    with before as (
      select conversation_id, state from analyses
      where organization_id = ${org} and conversation_id = ${id} and ticket = ${ticket} and state <> 'idle'
        and ${mine}
      for update
    )
    update analyses a set state = 'running', run_id = ${run}
    from before where a.organization_id = ${org} and a.conversation_id = before.conversation_id
    returning before.state as before, a.wanted`.execute(tx)
  return rows[0]
}

export interface SubjectRow {
  title: string
  transcript_version: number | null
  live_started_at: string | null
  created_at: string
  media_duration: number | null
  language: string | null
  owner_id: string
  team_id: string | null
  opportunity_id: string | null
  is_internal: boolean
  /** JSON text, like the next three columns. */
  participants: string
  internal_participants: string
  import_metadata: string | null
  segments: string | null
}

/** Returns the inputs of the steps. Undefined if the conversation was erased. */
export async function selectSubject(db: Reader, org: OrganizationId, id: string): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`
    ${sql.raw(PREPARED)} select c.title, c.transcript_version, c.live_started_at, c.created_at, c.media_duration, c.language, c.owner_id,
           c.team_id, c.opportunity_id, c.is_internal, d.participants::text as participants,
           d.internal_participants::text as internal_participants, d.import_metadata::text as import_metadata,
           t.segments
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.version = c.transcript_version
    where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]
}

export interface StepRow {
  step: string
  state: 'done' | 'failed'
  outcome: StepOutcome['outcome'] | null
  step_version: number
  transcript_version: number | null
  model: string | null
  model_fault: FaultKind | null
  made_of: string
  started_at: string
  finished_at: string
  took_ms: number
  failures: number
  next_try_at: string | null
  fault: string | null
}

const STEP_COLUMNS = sql`step, state, outcome, step_version, transcript_version, model, model_fault, made_of, started_at,
  finished_at, took_ms, failures, next_try_at, fault`

export async function selectSteps(db: Reader | Writer, org: OrganizationId, id: string): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    ${sql.raw(PREPARED)} select ${STEP_COLUMNS} from analysis_steps where organization_id = ${org} and conversation_id = ${id}`.execute(
    db,
  )
  return rows
}

/**
 * State that a worker checks before it stores results. Both rows are locked until the transaction ends. Undefined if
 * the conversation was erased.
 */
export interface LockedAnalysis {
  readonly run_id: string | null
  readonly wanted: number
  readonly forced: string[]
  readonly transcript_version: number | null
  readonly processing_status: 'pending' | 'analyzed' | 'failed'
}

export async function lockAnalysis(tx: Writer, org: OrganizationId, id: string): Promise<LockedAnalysis | undefined> {
  const { rows } = await sql<LockedAnalysis>`
    select a.run_id, a.wanted, a.forced, c.transcript_version, c.processing_status
    from conversations c
    join analyses a on a.organization_id = ${org} and a.conversation_id = c.id
    where c.organization_id = ${org} and c.id = ${id}
    for update of c, a`.execute(tx)
  return rows[0]
}

export async function selectForced(db: Reader, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ forced: string[] }>`
    select forced from analyses where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  return rows[0]?.forced ?? []
}

export type NewStep = Omit<StepRow, 'started_at' | 'finished_at' | 'next_try_at'> & {
  started_at: Date
  finished_at: Date
  next_try_at: Date | null
}

/** Inserts or replaces the record of a step. A completed step is no longer forced. */
export async function putStep(tx: Writer, org: OrganizationId, id: string, one: NewStep): Promise<void> {
  await sql`
    with unforced as (
      update analyses set forced = array_remove(forced, ${one.step})
      where organization_id = ${org} and conversation_id = ${id} and ${one.state === 'done'}::boolean
        and ${one.step} = any(forced)
    )
    insert into analysis_steps (organization_id, conversation_id, ${STEP_COLUMNS})
    values (${org}, ${id}, ${one.step}, ${one.state}, ${one.outcome}, ${one.step_version}, ${one.transcript_version},
      ${one.model}, ${one.model_fault}, ${one.made_of}, ${one.started_at}, ${one.finished_at}, ${one.took_ms},
      ${one.failures}, ${one.next_try_at}, ${one.fault})
    on conflict (organization_id, conversation_id, step) do update
    set state = excluded.state, outcome = excluded.outcome, step_version = excluded.step_version,
        transcript_version = excluded.transcript_version, model = excluded.model, model_fault = excluded.model_fault,
        made_of = excluded.made_of, started_at = excluded.started_at, finished_at = excluded.finished_at,
        took_ms = excluded.took_ms, failures = excluded.failures, next_try_at = excluded.next_try_at,
        fault = excluded.fault`.execute(tx)
}

export interface Closing {
  readonly state: 'idle' | 'waiting'
  readonly status: 'pending' | 'analyzed' | 'failed'
  readonly at: Date
}

/** Ends the run. @returns the ticket for the job of the next retry */
export async function close(tx: Writer, org: OrganizationId, id: string, closing: Closing): Promise<number> {
  const { rows } = await sql<{ ticket: number }>`
    with told as (
      update conversations set processing_status = ${closing.status}, updated_at = ${closing.at}
      where organization_id = ${org} and id = ${id} and processing_status <> ${closing.status}
    )
    update analyses
    set state = ${closing.state}, run_id = null, finished_at = ${closing.at},
        ticket = ticket + ${closing.state === 'waiting' ? 1 : 0}::integer
    where organization_id = ${org} and conversation_id = ${id}
    returning ticket`.execute(tx)
  return rows[0]?.ticket ?? 0
}

/**
 * Makes the steps that wait for the language model due now.
 * @returns the conversations, with the ticket for each job
 */
export async function wakeWaitingForModel(
  tx: Writer,
  org: OrganizationId,
  { at, limit }: { at: Date; limit: number },
): Promise<{ id: string; ticket: number; urgent: boolean }[]> {
  const isPutOff = sql`s.state = 'failed' and s.model_fault = 'unavailable' and s.next_try_at > ${at}`
  const { rows } = await sql<{ id: string; ticket: number; urgent: boolean }>`
    with waiting as (
      select a.conversation_id from analyses a
      where a.organization_id = ${org} and a.state = 'waiting' and exists (
        select from analysis_steps s
        where s.organization_id = ${org} and s.conversation_id = a.conversation_id and ${isPutOff})
      order by a.conversation_id limit ${limit} for update of a
    ),
    due as (
      update analysis_steps s set next_try_at = ${at} from waiting
      where s.organization_id = ${org} and s.conversation_id = waiting.conversation_id and ${isPutOff}
    )
    update analyses a set ticket = a.ticket + 1 from waiting
    where a.organization_id = ${org} and a.conversation_id = waiting.conversation_id
    returning a.conversation_id as id, a.ticket, a.urgent`.execute(tx)
  return rows
}

export interface StandingRow {
  processing_status: 'pending' | 'analyzed' | 'failed'
  transcript_status: 'pending' | 'completed' | 'none'
  state: AnalysisState | null
  requested_at: string | null
  finished_at: string | null
}

/** Returns the analysis status of a conversation. Undefined if the caller can't see it. */
export async function selectStanding(
  db: Reader | Writer,
  org: OrganizationId,
  visible: ReturnType<typeof sql>,
  id: string,
): Promise<StandingRow | undefined> {
  const { rows } = await sql<StandingRow>`
    select c.processing_status, c.transcript_status, a.state, a.requested_at, a.finished_at
    from conversations c
    left join analyses a on a.organization_id = ${org} and a.conversation_id = c.id
    where c.organization_id = ${org} and c.id = ${id} and ${visible}`.execute(db)
  return rows[0]
}

/** Returns the next selected conversations that have a transcript, ordered by ID. */
export async function selectSelected(
  db: Reader | Writer,
  org: OrganizationId,
  permitted: ReturnType<typeof sql>,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and ${permitted} and c.transcript_status <> 'pending' and ${behind}
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns conversations from an older version whose analysis was never requested. */
export async function selectUnasked(tx: Writer, org: OrganizationId, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and c.processing_status = 'pending' and c.transcript_status <> 'pending'
      and not exists (select from analyses a where a.organization_id = ${org} and a.conversation_id = c.id)
    order by c.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
