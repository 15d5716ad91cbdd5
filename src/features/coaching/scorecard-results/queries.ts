/** SQL queries for scorecard results. */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type ScorecardResult, visibleTo } from '../../conversations/records/index.ts'
import type { AnnouncedResult } from './announce.ts'
import type { ResultSource } from './schema.ts'

export interface ScorecardResultRow {
  id: string
  conversation_id: string
  conversation_title: string
  scorecard_id: string
  scorecard_version: number
  transcript_version: number | null
  title: string
  summary: ScorecardResult['summary']
  items: ScorecardResult['items']
  unscored: NonNullable<ScorecardResult['unscored']>
  source: ResultSource
  scored_by: string | null
  created_at: string
  updated_at: string
}

/** Results of conversations that the caller can read. */
const resultsOn = (org: OrganizationId, visibility: Visibility, which: RawBuilder<unknown>) => sql`
  scorecard_results r
  join (
    select id, title, started_at, archived, owner_id from conversations
    where organization_id = ${org} and ${visibleTo(visibility)}
  ) c on c.id = r.conversation_id
  where r.organization_id = ${org} and ${which}`

const columns = sql`
  r.id, r.conversation_id, c.title as conversation_title, r.scorecard_id, r.scorecard_version, r.transcript_version,
  r.title, r.summary, r.items, r.unscored, r.source, r.scored_by, r.created_at, r.updated_at`

/** Excludes archived conversations, like conversation lists. */
export async function selectByScorecard(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: {
    readonly scorecardId: string
    readonly ownerId: string | undefined
    readonly from: Date | undefined
    readonly to: Date | undefined
  },
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: ScorecardResultRow[] }> {
  const { scorecardId, ownerId, from, to } = filters
  const results = resultsOn(
    org,
    visibility,
    sql`r.scorecard_id = ${scorecardId} and not c.archived
      ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
      ${from === undefined ? sql`` : sql`and c.started_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and c.started_at <= ${to}`}`,
  )
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from ${results}`.execute(db),
    sql<ScorecardResultRow>`
      select ${columns} from ${results}
      order by c.started_at desc, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows }
}

/**
 * Automatic results of enabled scorecards that no person has replaced. Excludes archived conversations, like conversation
 * lists.
 */
export async function selectUnreviewed(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: { readonly scorecardId: string | undefined; readonly ownerId: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: ScorecardResultRow[] }> {
  const { scorecardId, ownerId } = filters
  const results = resultsOn(
    org,
    visibility,
    sql`r.source = 'ai' and not c.archived
      ${scorecardId === undefined ? sql`` : sql`and r.scorecard_id = ${scorecardId}`}
      ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
      and exists (
        select from scorecards s
        where s.organization_id = ${org} and s.id = r.scorecard_id and s.enabled and s.interaction_type = 'conversation')`,
  )
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from ${results}`.execute(db),
    sql<ScorecardResultRow>`
      select ${columns} from ${results}
      order by c.started_at desc, c.id desc, r.id limit ${page.limit} offset ${page.offset}`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows }
}

/** Ordered by first scoring. Returns all results if `page` is undefined. */
export async function selectByConversation(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  conversationId: string,
  page?: { limit: number; offset: number },
): Promise<ScorecardResultRow[]> {
  const results = resultsOn(org, visibility, sql`r.conversation_id = ${conversationId}`)
  const { rows } = await sql<ScorecardResultRow>`
    select ${columns} from ${results}
    order by r.created_at, r.id limit ${page?.limit ?? null} offset ${page?.offset ?? 0}`.execute(db)
  return rows
}

export async function countByConversation(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  conversationId: string,
): Promise<number> {
  const results = resultsOn(org, visibility, sql`r.conversation_id = ${conversationId}`)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${results}`.execute(db)
  return rows[0]?.n ?? 0
}

export interface NewScorecardResult {
  id: string
  conversationId: string
  scorecardId: string
  scorecardVersion: number
  transcriptVersion: number | null
  title: string
  summary: ScorecardResult['summary']
  items: ScorecardResult['items']
  unscored: NonNullable<ScorecardResult['unscored']>
  source: ResultSource
  scoredBy: string | null
  at: Date
}

const announced = (table: RawBuilder<unknown>) =>
  sql`${table}id, ${table}conversation_id, ${table}scorecard_id, ${table}source, ${table}scored_by`

interface StoredResult extends AnnouncedResult {
  readonly created: boolean
  /** Whether scores, texts or the author differ from before. True for a new result. */
  readonly changed: boolean
}

/**
 * Stores a result and replaces the existing one, which keeps its ID. Only a human result replaces a human result.
 * @returns undefined if the existing one stays
 */
export async function upsertResult(
  tx: Writer,
  org: OrganizationId,
  result: NewScorecardResult,
): Promise<StoredResult | undefined> {
  const { rows: known } = await sql<ResultContent>`
    select ${content(sql``)} from scorecard_results
    where organization_id = ${org} and conversation_id = ${result.conversationId}
      and scorecard_id = ${result.scorecardId}`.execute(tx)
  // xmax is the transaction that updated a row. It's 0 for a new row.
  const { rows } = await sql<AnnouncedResult & ResultContent & { created: boolean }>`
    insert into scorecard_results as r (
      organization_id, conversation_id, scorecard_id, id, scorecard_version, transcript_version, title, summary, items,
      unscored, source, scored_by, created_at, updated_at)
    values (
      ${org}, ${result.conversationId}, ${result.scorecardId}, ${result.id}, ${result.scorecardVersion},
      ${result.transcriptVersion}, ${result.title}, ${JSON.stringify(result.summary)}, ${JSON.stringify(result.items)},
      ${JSON.stringify(result.unscored)}, ${result.source}, ${result.scoredBy}, ${result.at}, ${result.at})
    on conflict (organization_id, conversation_id, scorecard_id) do update
      set scorecard_version = excluded.scorecard_version, transcript_version = excluded.transcript_version,
          title = excluded.title, summary = excluded.summary, items = excluded.items, unscored = excluded.unscored,
          source = excluded.source, scored_by = excluded.scored_by, updated_at = excluded.updated_at
      where excluded.source = 'human' or r.source = 'ai'
    returning ${announced(sql`r.`)}, ${content(sql`r.`)}, r.xmax = 0 as created`.execute(tx)
  const [stored] = rows
  return stored === undefined ? undefined : { ...stored, changed: !hasContent(stored, known[0]) }
}

/** Stored content of a result. */
interface ResultContent {
  readonly summary: unknown
  readonly items: unknown
  readonly unscored: unknown
  readonly source: ResultSource
  readonly scored_by: string | null
}

const content = (table: RawBuilder<unknown>) =>
  sql`${table}summary, ${table}items, ${table}unscored, ${table}source, ${table}scored_by`

function hasContent(one: ResultContent, other: ResultContent | undefined): boolean {
  const toList = (of: ResultContent) => [of.summary, of.items, of.unscored, of.source, of.scored_by]
  return other !== undefined && isDeepStrictEqual(toList(one), toList(other))
}

/**
 * @param source delete only a result from this source
 * @returns the deleted result; undefined if there was none
 */
export async function deleteResult(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  scorecardId: string,
  source?: ResultSource,
): Promise<AnnouncedResult | undefined> {
  const from = source === undefined ? sql`true` : sql`source = ${source}`
  const { rows } = await sql<AnnouncedResult>`
    delete from scorecard_results
    where organization_id = ${org} and conversation_id = ${conversationId} and scorecard_id = ${scorecardId} and ${from}
    returning ${announced(sql``)}`.execute(tx)
  return rows[0]
}
