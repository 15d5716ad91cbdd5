/** SQL queries for scorecard results. */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, descending, type ListOrder, orderBy } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
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

/** Results, and the conversations that the caller can read. */
const readableResults = (org: OrganizationId, visibility: Visibility) => sql`
  scorecard_results r
  join (
    select id, title, started_at, archived, owner_id from conversations
    where organization_id = ${org} and ${visibleTo(visibility)}
  ) c on c.id = r.conversation_id`

const columns = sql`
  r.id, r.conversation_id, c.title as conversation_title, r.scorecard_id, r.scorecard_version, r.transcript_version,
  r.title, r.summary, r.items, r.unscored, r.source, r.scored_by, r.created_at, r.updated_at`

function selectPage(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  which: RawBuilder<unknown>,
  { order, window }: { readonly order: ListOrder; readonly window: ListWindow },
) {
  return selectListPage<ScorecardResultRow>(db, window, {
    columns,
    from: readableResults(org, visibility),
    where: sql`r.organization_id = ${org} and ${which}`,
    order,
    updated: 'r.updated_at',
  })
}

const scorecardOrder = defineOrder(
  'results of a scorecard',
  descending('c.started_at', 'time'),
  descending('c.id', 'uuid'),
)

/** Excludes archived conversations, like conversation lists. */
export function selectByScorecard(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: {
    readonly scorecardId: string
    readonly ownerId: string | undefined
    readonly from: Date | undefined
    readonly to: Date | undefined
  },
  window: ListWindow,
) {
  const { scorecardId, ownerId, from, to } = filters
  const which = sql`r.scorecard_id = ${scorecardId} and not c.archived
    ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
    ${from === undefined ? sql`` : sql`and c.started_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and c.started_at <= ${to}`}`
  return selectPage(db, org, visibility, which, { order: scorecardOrder, window })
}

const unreviewedOrder = defineOrder(
  'scorecard results to review',
  descending('c.started_at', 'time'),
  descending('c.id', 'uuid'),
  ascending('r.id', 'uuid'),
)

/**
 * Automatic results of enabled scorecards that no person has replaced. Excludes archived conversations, like conversation
 * lists.
 */
export function selectUnreviewed(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: { readonly scorecardId: string | undefined; readonly ownerId: string | undefined },
  window: ListWindow,
) {
  const { scorecardId, ownerId } = filters
  const which = sql`r.source = 'ai' and not c.archived
    ${scorecardId === undefined ? sql`` : sql`and r.scorecard_id = ${scorecardId}`}
    ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
    and exists (
      select from scorecards s
      where s.organization_id = ${org} and s.id = r.scorecard_id and s.enabled and s.interaction_type = 'conversation')`
  return selectPage(db, org, visibility, which, { order: unreviewedOrder, window })
}

const conversationOrder = defineOrder(
  'scorecard results of a conversation',
  ascending('r.created_at', 'time'),
  ascending('r.id', 'uuid'),
)

/** Page of the results of a conversation, ordered by first scoring. */
export const selectByConversation = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  conversationId: string,
  window: ListWindow,
) => selectPage(db, org, visibility, sql`r.conversation_id = ${conversationId}`, { order: conversationOrder, window })

/** All results of a conversation, ordered by first scoring. */
export async function selectAllOfConversation(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  conversationId: string,
): Promise<ScorecardResultRow[]> {
  const { rows } = await sql<ScorecardResultRow>`
    select ${columns} from ${readableResults(org, visibility)}
    where r.organization_id = ${org} and r.conversation_id = ${conversationId} ${orderBy(conversationOrder)}`.execute(
    db,
  )
  return rows
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
