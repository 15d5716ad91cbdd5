/** All SQL of insight evaluation. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { FaultKind } from '../../../core/language-model.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { InsightFinding, ReadState, SourceFinding } from './schema.ts'

const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`
const visibleConversations = (org: OrganizationId, visibility: Visibility) => sql`
  (select * from conversations where organization_id = ${org} and ${visibleTo(visibility)})`

export async function countUnfinished(tx: Writer, org: OrganizationId, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from gi_insights i
    where i.organization_id = ${org} and i.user_id = ${userId}
      and exists (select from gi_results r
                  where r.organization_id = ${org} and r.insight_id = i.id and r.status = 'PENDING')`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function insertRun(
  tx: Writer,
  org: OrganizationId,
  run: { insightId: string; meant: number; sourceIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into gi_runs (organization_id, insight_id, meant, source_ids, ticket)
    values (${org}, ${run.insightId}, ${run.meant}, ${JSON.stringify(run.sourceIds)}, 1)`.execute(tx)
}

/** Inserts the accessible conversations, newest first. @returns the number of inserted rows */
export async function insertRunConversations(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  insightId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    with there as (
      select id, started_at from conversations
      where organization_id = ${org} and ${visibleTo(visibility)} and id = ${uuids(ids)}
      order by id for key share
    )
    insert into gi_run_conversations (organization_id, insight_id, conversation_id, position, state)
    select ${org}, ${insightId}, id, row_number() over (order by started_at desc, id desc), 'waiting' from there
    returning position`.execute(tx)
  return rows.length
}

export interface InsightRunRow {
  user_id: string
  ticket: number
  meant: number
  source_ids: string[]
  source_findings: SourceFinding[][] | null
  model_failures: number
  model_fault: FaultKind | null
}

export async function selectRun(
  db: Reader,
  org: OrganizationId,
  insightId: string,
): Promise<InsightRunRow | undefined> {
  const { rows } = await sql<InsightRunRow>`
    select i.user_id, r.ticket, r.meant, r.source_ids, r.source_findings, r.model_failures, r.model_fault
    from gi_runs r join gi_insights i on i.organization_id = ${org} and i.id = r.insight_id
    where r.organization_id = ${org} and r.insight_id = ${insightId}`.execute(db)
  return rows[0]
}

/** Locks the run until the transaction ends. Lock order: the run before its results and conversations. */
export async function lockRun(tx: Writer, org: OrganizationId, insightId: string): Promise<void> {
  await sql`
    select ticket from gi_runs where organization_id = ${org} and insight_id = ${insightId} for update`.execute(tx)
}

/** Locks the run until the transaction ends. @returns false if another job replaced this one */
export async function lockActiveRun(
  tx: Writer,
  org: OrganizationId,
  { id, ticket }: { id: string; ticket: number },
): Promise<boolean> {
  const { rows } = await sql`
    select ticket from gi_runs where organization_id = ${org} and insight_id = ${id} and ticket = ${ticket}
    for no key update`.execute(tx)
  return rows.length > 0
}

export async function updateRun(
  tx: Writer,
  org: OrganizationId,
  insightId: string,
  change: Partial<{ ticket: number; model_failures: number; model_fault: FaultKind; source_findings: string }>,
): Promise<void> {
  await tx
    .updateTable('gi_runs')
    .set(change)
    .where('organization_id', '=', org)
    .where('insight_id', '=', insightId)
    .execute()
}

export interface InsightPrompt {
  id: string
  position: number
  prompt: string
  pending: boolean
}

/** Returns the prompts in the order of the request. */
export async function selectPrompts(db: Reader, org: OrganizationId, insightId: string): Promise<InsightPrompt[]> {
  const { rows } = await sql<InsightPrompt>`
    select id, position, prompt, status = 'PENDING' as pending from gi_results
    where organization_id = ${org} and insight_id = ${insightId} order by position`.execute(db)
  return rows
}

export type WaitingRow = { id: string } & (
  | { title: string; started_at: string; transcript_version: number | null; segments: string | null }
  | { title: null }
)

/** Returns the next conversations to read, with the transcripts of accessible ones. */
export async function selectWaiting(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  insightId: string,
  limit: number,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.conversation_id as id, c.title, c.started_at, c.transcript_version, t.segments
    from gi_run_conversations w
    left join ${visibleConversations(org, visibility)} c on c.id = w.conversation_id
    left join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.version = c.transcript_version
    where w.organization_id = ${org} and w.insight_id = ${insightId} and w.state = 'waiting'
    order by w.position limit ${limit}`.execute(db)
  return rows
}

export interface ConversationProgress {
  readonly id: string
  readonly state: ReadState
  readonly version: number | null
  readonly byModel: boolean
  /** Findings by prompt. Null if nothing was read. */
  readonly findings: readonly (readonly InsightFinding[])[] | null
}

export async function updateLookedAt(
  tx: Writer,
  org: OrganizationId,
  insightId: string,
  looked: readonly ConversationProgress[],
): Promise<void> {
  await sql`
    update gi_run_conversations w
    set state = l.state, transcript_version = l.version, by_model = l."byModel", findings = l.findings
    from jsonb_to_recordset(${JSON.stringify(looked)})
      as l (id uuid, state text, version integer, "byModel" boolean, findings jsonb)
    where w.organization_id = ${org} and w.insight_id = ${insightId} and w.conversation_id = l.id
      and w.state = 'waiting'`.execute(tx)
}

export interface FindingsRow {
  id: string
  title: string
  started_at: string
  transcript_version: number
  by_model: boolean
  findings: InsightFinding[]
}

/** Returns the findings for one prompt in conversations that are still accessible, newest first. */
export async function selectFindings(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  insightId: string,
  position: number,
): Promise<FindingsRow[]> {
  const { rows } = await sql<FindingsRow>`
    select c.id, c.title, c.started_at, w.transcript_version, w.by_model, w.findings -> ${position - 1}::integer as findings
    from gi_run_conversations w join ${visibleConversations(org, visibility)} c on c.id = w.conversation_id
    where w.organization_id = ${org} and w.insight_id = ${insightId} and w.state = 'read'
      and w.findings is not null
    order by w.position`.execute(db)
  return rows
}

export interface Progress {
  looked: number
  total: number
}

/** Counts the conversations that the reader can access. */
export async function selectProgress(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  insightId: string,
): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select count(*) filter (where w.state <> 'waiting')::int as looked, count(*)::int as total
    from gi_run_conversations w join ${visibleConversations(org, visibility)} c on c.id = w.conversation_id
    where w.organization_id = ${org} and w.insight_id = ${insightId}`.execute(db)
  return rows[0] ?? { looked: 0, total: 0 }
}

/** Deletes the findings after the results contain them. */
export async function deleteFindings(tx: Writer, org: OrganizationId, insightId: string): Promise<void> {
  await sql`
    update gi_run_conversations set findings = null
    where organization_id = ${org} and insight_id = ${insightId} and findings is not null`.execute(tx)
}
