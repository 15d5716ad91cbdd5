/** SQL queries for automatic scorings, which are stored in addition to human results. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type ScorecardResult, visibleTo } from '../../conversations/records/index.ts'
import type { AnnouncedResult } from './announce.ts'

export interface ScoringItem {
  readonly uuid: string
  readonly title: string
  readonly description: string
  readonly numericResult: { readonly score: number; readonly min: number; readonly max: number }
  /** Middle of the scale. */
  readonly middle: number
  readonly evidences: readonly string[]
  readonly confidence: number
  readonly source: 'ai' | 'rule'
}

export interface NewScoring {
  readonly conversationId: string
  readonly scorecardId: string
  readonly scorecardVersion: number
  readonly transcriptVersion: number
  readonly title: string
  readonly items: readonly ScoringItem[]
  readonly unscored: NonNullable<ScorecardResult['unscored']>
  readonly summaryText: string
  /** Language model that scored; null if only rules were used. */
  readonly model: string | null
}

export interface ScoringRow {
  scorecard_id: string
  scorecard_version: number
  transcript_version: number
  title: string
  items: ScoringItem[]
  unscored: NonNullable<ScorecardResult['unscored']>
  summary_text: string
  model: string | null
  made_at: string
  dismissed: boolean
}

/** Stores a scoring and replaces the existing one. */
export async function putScoring(tx: Writer, org: OrganizationId, one: NewScoring, at: Date): Promise<void> {
  await sql`
    insert into scorecard_scorings (
      organization_id, conversation_id, scorecard_id, scorecard_version, transcript_version, title, items, unscored,
      summary_text, model, made_at)
    values (
      ${org}, ${one.conversationId}, ${one.scorecardId}, ${one.scorecardVersion}, ${one.transcriptVersion}, ${one.title},
      ${JSON.stringify(one.items)}, ${JSON.stringify(one.unscored)}, ${one.summaryText}, ${one.model}, ${at})
    on conflict (organization_id, conversation_id, scorecard_id) do update
      set scorecard_version = excluded.scorecard_version, transcript_version = excluded.transcript_version,
          title = excluded.title, items = excluded.items, unscored = excluded.unscored,
          summary_text = excluded.summary_text, model = excluded.model, made_at = excluded.made_at`.execute(tx)
}

/** Scorings of a conversation that the caller can read, ordered by scorecard title. */
export async function selectScorings(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  conversationId: string,
): Promise<ScoringRow[]> {
  const { rows } = await sql<ScoringRow>`
    select s.scorecard_id, s.scorecard_version, s.transcript_version, s.title, s.items, s.unscored, s.summary_text,
           s.model, s.made_at, d.scorecard_id is not null as dismissed
    from (select id from conversations where organization_id = ${org} and ${visibleTo(visibility)}) c
    join scorecard_scorings s on s.organization_id = ${org} and s.conversation_id = c.id
    left join scorecard_dismissals d on d.organization_id = ${org} and d.conversation_id = c.id
      and d.scorecard_id = s.scorecard_id
    where c.id = ${conversationId}
    order by s.title, s.scorecard_id`.execute(db)
  return rows
}

/** Scorecards whose result a user deleted from the conversation. */
export async function selectDismissed(tx: Writer, org: OrganizationId, conversationId: string): Promise<Set<string>> {
  const { rows } = await sql<{ scorecard_id: string }>`
    select scorecard_id from scorecard_dismissals
    where organization_id = ${org} and conversation_id = ${conversationId}`.execute(tx)
  return new Set(rows.map((row) => row.scorecard_id))
}

export async function putDismissal(
  tx: Writer,
  org: OrganizationId,
  of: { conversationId: string; scorecardId: string },
  by: { userId: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into scorecard_dismissals (organization_id, conversation_id, scorecard_id, dismissed_by, dismissed_at)
    values (${org}, ${of.conversationId}, ${of.scorecardId}, ${by.userId}, ${by.at})
    on conflict do nothing`.execute(tx)
}

/**
 * Deletes automatic scorings and results of active scorecards that no longer apply to the conversation. Those of
 * disabled or deleted scorecards stay.
 * @returns the deleted results
 */
export async function deleteInapplicable(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  applicable: readonly string[],
): Promise<AnnouncedResult[]> {
  const gone = sql`
    organization_id = ${org} and conversation_id = ${conversationId} and scorecard_id <> all(${[...applicable]}::uuid[])
    and scorecard_id in (
      select id from scorecards where organization_id = ${org} and enabled and interaction_type = 'conversation')`
  await sql`delete from scorecard_scorings where ${gone}`.execute(tx)
  const { rows } = await sql<AnnouncedResult>`
    delete from scorecard_results where ${gone} and source = 'ai'
    returning id, conversation_id, scorecard_id, source, scored_by`.execute(tx)
  return rows
}
