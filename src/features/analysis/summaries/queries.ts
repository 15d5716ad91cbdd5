/** All SQL of summaries. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { Fault, SummaryMethod } from './schema.ts'

export interface SummaryRow {
  transcript_version: number
  method: SummaryMethod
  model: string | null
  model_fault: Fault | null
  content: string
  made_at: string
  pending: boolean
}

/** Stored summary, which can belong to an older version, with the current version of the transcript. */
export interface SummaryState {
  /** Current version of the transcript; null without one. */
  current: number | null
  stored: SummaryRow | null
}

/** State of the summary; undefined if the conversation isn't visible. */
export async function selectStanding(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<SummaryState | undefined> {
  const { rows } = await sql<{ current: number | null } & (SummaryRow | { content: null })>`
    select c.transcript_version as current, s.transcript_version, s.method, s.model, s.model_fault,
           s.content::text as content, s.made_at, s.pending
    from conversations c
    left join conversation_summaries s on s.organization_id = ${org} and s.conversation_id = c.id
    where c.organization_id = ${org} and c.id = ${id} and ${visibleTo(visibility)}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return { current: row.current, stored: row.content === null ? null : row }
}

export interface SummarySubject {
  /** Version of the transcript; null without one. */
  transcript_version: number | null
  live_started_at: string | null
  /** JSON text. */
  segments: string | null
  participants: string
  internal_participants: string
}

/** Input of a summary. */
export async function selectSubject(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<SummarySubject | undefined> {
  const { rows } = await sql<SummarySubject>`
    select c.transcript_version, c.live_started_at, t.segments, d.participants::text as participants,
           d.internal_participants::text as internal_participants
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.version = c.transcript_version
    where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]
}

export type NewSummary = Omit<SummaryRow, 'made_at'> & { made_at: Date }

/** Stores a summary, replacing an existing one. */
export async function putSummary(tx: Writer, org: OrganizationId, id: string, one: NewSummary): Promise<void> {
  await sql`
    insert into conversation_summaries (organization_id, conversation_id, transcript_version, method, model, model_fault,
      content, made_at, pending)
    values (${org}, ${id}, ${one.transcript_version}, ${one.method}, ${one.model}, ${one.model_fault},
      ${one.content}::jsonb, ${one.made_at}, ${one.pending})
    on conflict (organization_id, conversation_id) do update
    set transcript_version = excluded.transcript_version, method = excluded.method, model = excluded.model,
        model_fault = excluded.model_fault, content = excluded.content, made_at = excluded.made_at,
        pending = excluded.pending`.execute(tx)
}

/** Extractive summaries of the current transcripts that an earlier version created. */
const isOutdated = (version: number) => sql`
  s.method = 'extractive' and s.model_fault is null and not s.pending
    and a.step = 'summary' and a.state = 'done' and a.model is null and a.step_version < ${version}`

/** Conversations with a summary of an earlier version, in order of their IDs, after `after`. */
export async function selectOutdated(
  db: Reader,
  org: OrganizationId,
  version: number,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const beyond = after === undefined ? sql`true` : sql`s.conversation_id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select s.conversation_id as id
    from conversation_summaries s
    join conversations c on c.organization_id = ${org} and c.id = s.conversation_id
      and c.transcript_version = s.transcript_version
    join analysis_steps a on a.organization_id = ${org} and a.conversation_id = s.conversation_id
    where s.organization_id = ${org} and ${isOutdated(version)} and ${beyond}
    order by s.conversation_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records the version of a summary that was created again. @returns false if it is no longer of an earlier version */
export async function updateStepVersion(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    update analysis_steps a set step_version = ${version}
    from conversation_summaries s
    where a.organization_id = ${org} and a.conversation_id = ${id} and s.organization_id = ${org}
      and s.conversation_id = ${id} and ${isOutdated(version)}
    returning a.conversation_id`.execute(tx)
  return rows.length > 0
}

export async function updatePending(tx: Writer, org: OrganizationId, id: string, pending: boolean): Promise<void> {
  await sql`
    update conversation_summaries set pending = ${pending}
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}
