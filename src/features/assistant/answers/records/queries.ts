/** SQL of answers from records: the calls of a scope with their metadata and analysis results. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import {
  type IntelligenceValue,
  permittedConversations,
  type ScorecardResult,
  type Statistics,
} from '../../../conversations/records/index.ts'
import type { ScopedConversations } from '../queries.ts'
import type { CallRecord, Participant } from './model.ts'
import { readSideOfRole } from './speaker-roles.ts'

interface CallRow {
  total: number
  id: string | null
  title: string
  started_at: string
  live_started_at: string | null
  live_ended_at: string | null
  media_duration: number | null
  processing_status: string
  language: string | null
  owner_id: string
  email: string
  first_name: string
  last_name: string
  team: string | null
  opportunity_id: string | null
  external_id: string | null
  opportunity_title: string | null
  transcript_version: number | null
  participants: string
  internal_participants: string
  labels: string
  statistics: string | null
  scorecard_results: string
  extracted: string
  confirmed: string
}

export interface Calls {
  /** Number of all calls in the scope. */
  readonly total: number
  /** Newest or oldest of them, in that order. */
  readonly calls: readonly CallRecord[]
}

export async function selectCalls(
  db: Reader,
  org: OrganizationId,
  within: ScopedConversations,
  { order, limit }: { readonly order: 'newest' | 'oldest'; readonly limit: number },
): Promise<Calls> {
  const sorted = order === 'newest' ? sql`started_at desc, id desc` : sql`started_at, id`
  const { rows } = await sql<CallRow>`
    with meant as materialized (
      select c.id, c.started_at from conversations c
      where c.organization_id = ${org} and ${permitted(org, within)}
    ), page as (select id, started_at from meant order by ${sorted} limit ${limit})
    select (select count(*)::int from meant) as total, c.id, c.title, c.started_at, c.live_started_at, c.live_ended_at,
           c.media_duration, c.processing_status, c.language, c.owner_id, u.email, u.first_name, u.last_name,
           t.name as team, o.id as opportunity_id, o.external_id, o.title as opportunity_title, c.transcript_version,
           d.participants::text as participants, d.internal_participants::text as internal_participants,
           d.labels::text as labels, d.statistics::text as statistics,
           d.scorecard_results::text as scorecard_results, d.extracted_intelligence::text as extracted,
           d.confirmed_extracted_intelligence::text as confirmed
    from (select 1) one
    left join page p on true
    left join conversations c on c.organization_id = ${org} and c.id = p.id
    left join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join users u on u.organization_id = ${org} and u.id = c.owner_id
    left join teams t on t.organization_id = ${org} and t.id = c.team_id
    left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    order by ${order === 'newest' ? sql`c.started_at desc, c.id desc` : sql`c.started_at, c.id`}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    calls: rows.flatMap((row) => (row.id === null ? [] : [toCall({ ...row, id: row.id })])),
  }
}

export const permitted = (
  org: OrganizationId,
  { visibility, filters, conversationIds }: ScopedConversations,
): RawBuilder<unknown> => permittedConversations(org, visibility, filters, conversationIds)

interface StoredPerson {
  readonly name?: string | null
  readonly email?: string | null
}

function toCall(row: CallRow & { id: string }): CallRecord {
  const statistics = row.statistics === null ? null : (JSON.parse(row.statistics) as Statistics)
  const current = statistics?.transcriptVersion === row.transcript_version ? statistics : null
  const { started_at: startedAt, live_started_at: start, live_ended_at: end } = row
  const live = start === null || end === null ? null : (Date.parse(end) - Date.parse(start)) / 1000
  return {
    id: row.id,
    title: row.title,
    startedAt,
    hasStart: start !== null,
    duration: row.media_duration ?? live ?? current?.duration ?? null,
    isAnalyzed: row.processing_status === 'analyzed',
    language: row.language,
    owner: { id: row.owner_id, name: `${row.first_name} ${row.last_name}`.trim() || row.email, email: row.email },
    team: row.team,
    opportunity:
      row.opportunity_id === null
        ? null
        : { id: row.opportunity_id, externalId: row.external_id ?? '', title: row.opportunity_title ?? '' },
    people: listParticipants(row, current),
    labels: JSON.parse(row.labels) as Record<string, string>,
    statistics: current,
    scores: JSON.parse(row.scorecard_results) as ScorecardResult[],
    values: mergeValues(row.confirmed, row.extracted),
    confirmedKeys: Object.values(JSON.parse(row.confirmed) as Record<string, IntelligenceValue>).map(({ key }) => key),
  }
}

/** People who were invited, and speakers who aren't among them. */
export function listParticipants(
  row: Pick<CallRow, 'participants' | 'internal_participants'>,
  statistics: Pick<Statistics, 'speakers'> | null,
): Participant[] {
  const recorded = (json: string, isInternal: boolean): Participant[] =>
    (JSON.parse(json) as StoredPerson[]).flatMap(({ name, email }) => {
      const shown = name || email || ''
      return shown === '' ? [] : [{ name: shown, email: email ?? null, isInternal }]
    })
  const invited = [...recorded(row.participants, false), ...recorded(row.internal_participants, true)]
  const known = new Set(invited.flatMap(({ name, email }) => [name.toLowerCase(), email?.toLowerCase() ?? '']))
  const others = (statistics?.speakers ?? []).filter(
    ({ name, email }) => !known.has(name.toLowerCase()) && !(email !== null && known.has(email.toLowerCase())),
  )
  return [
    ...invited,
    ...others.map(({ name, email, internal }) => ({ name, email, isInternal: internal ?? readSideOfRole(name) })),
  ]
}

/** Field values by key. A confirmed value replaces a proposed one. */
function mergeValues(confirmed: string, extracted: string): IntelligenceValue[] {
  const all = {
    ...(JSON.parse(extracted) as Record<string, IntelligenceValue>),
    ...(JSON.parse(confirmed) as Record<string, IntelligenceValue>),
  }
  return Object.values(all)
}

/** Stored summary contents of the current transcripts, as JSON text by conversation. */
export async function selectSummaries(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select c.id, s.content::text as content
    from conversations c
    join conversation_summaries s on s.organization_id = ${org} and s.conversation_id = c.id
      and s.transcript_version = c.transcript_version
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

export interface TopicsRow {
  readonly id: string
  readonly key_phrases: string
  readonly named_things: string
  readonly chapters: string
}

export async function selectTopics(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TopicsRow>> {
  const { rows } = await sql<TopicsRow>`
    select c.id, t.key_phrases, t.named_things, t.chapters
    from conversations c
    join conversation_topics t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.transcript_version = c.transcript_version
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface HitsRow {
  readonly id: string
  readonly name: string
  readonly hit_count: number
  /** JSON text. */
  readonly hits: string
}

export async function selectHits(db: Reader, org: OrganizationId, ids: readonly string[]): Promise<HitsRow[]> {
  const { rows } = await sql<HitsRow>`
    select c.id, t.name, h.hit_count, h.hits
    from conversations c
    join tracker_hits h on h.organization_id = ${org} and h.conversation_id = c.id
      and h.transcript_version = c.transcript_version
    join trackers t on t.organization_id = ${org} and t.id = h.tracker_id
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[])
    order by h.hit_count desc, t.name_folded, t.id`.execute(db)
  return rows
}

/** Names and phrases of all enabled trackers. */
export async function selectTrackerNames(
  db: Reader,
  org: OrganizationId,
): Promise<readonly { readonly name: string; readonly phrases: readonly string[] }[]> {
  const { rows } = await sql<{ name: string; phrases: string[] }>`
    select name, phrases from trackers where organization_id = ${org} and enabled order by name_folded`.execute(db)
  return rows
}

/** Maximum number of characters between two words of a topic. */
const NEAR_CHARACTERS = 80

/**
 * Conversations of the scope whose current transcript contains a text, newest first.
 * @param forms beginnings of words, with characters that need no escaping
 * @param isNear whether each word must be near the previous one, so that they belong to one topic
 */
export async function selectCallsSaying(
  db: Reader,
  org: OrganizationId,
  within: ScopedConversations,
  forms: readonly string[],
  limit: number,
  isNear = false,
): Promise<string[]> {
  const patterns = forms.map((form) => `\\m${form}`)
  const pairs = patterns
    .slice(1)
    .map((form, at) => `${patterns[at]}.{0,${NEAR_CHARACTERS}}${form}|${form}.{0,${NEAR_CHARACTERS}}${patterns[at]}`)
  const pattern = sql.join(
    (isNear && pairs.length > 0 ? pairs : patterns).map((form) => sql`t.plain ~* ${form}`),
    sql` and `,
  )
  const { rows } = await sql<{ id: string }>`
    with meant as materialized (
      select c.id, c.started_at, c.transcript_version from conversations c
      where c.organization_id = ${org} and c.has_transcript and ${permitted(org, within)}
      order by c.started_at desc, c.id desc limit ${limit}
    )
    select m.id from meant m
    join transcripts t on t.organization_id = ${org} and t.conversation_id = m.id and t.version = m.transcript_version
    where ${pattern}
    order by m.started_at desc, m.id desc`.execute(db)
  return rows.map(({ id }) => id)
}
