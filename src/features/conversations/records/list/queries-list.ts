/** SQL that lists and reads conversations. */
import { type RawBuilder, sql } from 'kysely'
import { PREPARED, type Reader } from '../../../../core/db.ts'
import { ascending, defineOrder, descending, orderBy } from '../../../../core/list-order.ts'
import { type ListMeta, type ListWindow, planPage } from '../../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../../core/principal.ts'
import { visibleTo } from '../queries-visibility.ts'
import type { ProcessingStatus, TranscriptStatus } from '../schema.ts'
import type { ConversationFilters, Flags } from './filters.ts'
import { type Condition, facets, joinConditions, particulars, selectScores, uuids } from './queries-conditions.ts'

/** Starts a prepared statement. Used for frequent statements whose plan suits all parameters. */
const prepared = sql.raw(PREPARED)

/** Returns the total, from the stored counts where possible. */
function countTotal(org: OrganizationId, visibility: Visibility, filters: ConversationFilters): RawBuilder<unknown> {
  const shared = facets(org, filters, visibility)
  const own = particulars(org, filters)
  if (own.length > 0) {
    return sql`select count(*) as n from conversations c where ${joinConditions([sql`c.organization_id = ${org}`, ...shared, ...own])}`
  }
  const isByOwner = countsByOwner(visibility, filters)
  return sql`
    select coalesce(sum(n), 0)::bigint as n from conversation_counts
    where ${joinConditions([sql`organization_id = ${org}`, isByOwner ? sql`owner_id is not null` : sql`owner_id is null`, ...shared])}`
}

export async function countConversations(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${countTotal(org, visibility, filters)}`.execute(db)
  return rows[0]?.n ?? 0
}

const countsByOwner = (visibility: Visibility, filters: ConversationFilters) =>
  asksForPeople(filters) || visibility !== 'everything'

const asksForPeople = ({ ownerIds, ownerEmails, teamIds }: ConversationFilters) =>
  ownerIds !== undefined || ownerEmails !== undefined || teamIds !== undefined

/**
 * Whether the filters probably match few conversations. Then the matches are materialized once for the total and the
 * page. Otherwise it is faster to read the page from the index.
 */
const matchesFew = ({ title, participantEmails, opportunityIds, crm }: ConversationFilters) =>
  title !== '' || participantEmails !== undefined || opportunityIds !== undefined || crm?.field !== undefined

export interface ConversationRow {
  id: string
  title: string
  created_at: string
  updated_at: string
  live_started_at: string | null
  live_ended_at: string | null
  media_duration: number | null
  owner_id: string
  owner_email: string
  owner_first_name: string
  owner_last_name: string
  team_id: string | null
  archived: boolean
  private: boolean
  is_internal: boolean
  is_empty: boolean
  processing_status: ProcessingStatus
  transcript_status: TranscriptStatus
  transcript_version: number | null
  import_status: string
  crm_export_status: 'none' | 'pending' | 'exported' | 'failed'
  language: string | null
  application: string | null
  external_id: string | null
  media_url: string | null
  media_hash: string | null
  opportunity_id: string | null
  opportunity_title: string | null
  opportunity_external_id: string | null
  summary: string | null
  /** JSON texts that responses contain unparsed. */
  participants: string
  labels: string
  statistics: string | null
  scorecard_results: string
  linked_crm_records: string
  internal_participants?: string
  extracted_intelligence?: string
  confirmed_extracted_intelligence?: string
  intelligence_items?: string
  meeting_platform_metadata?: string | null
  import_metadata?: string | null
  crm_records?: string
  /**
   * Transcript in the requested format. Null if the transcripts of the rows before it fill the limit of a page.
   * `transcript_bytes` always contains its length.
   */
  transcript: string | null
  transcript_bytes: number | null
}

/** Maximum total size in bytes of the transcripts in the rows of a page. The others are loaded in batches. */
const INLINE_BYTES = 2 * 1024 * 1024

/**
 * Columns and joins of a complete row, for a relation `c` of conversations.
 * @param transcripts `all`, or the order of the rows: the first ones contain transcripts, up to a total size
 */
function fullRow(org: OrganizationId, flags: Flags, transcripts: 'all' | { order: RawBuilder<unknown> }) {
  const body = flags.detailedTranscript ? sql.ref('t.segments') : sql.ref('t.plain')
  const inline =
    transcripts === 'all'
      ? body
      : sql`case when sum(octet_length(${body})) over (${transcripts.order} rows unbounded preceding) <= ${INLINE_BYTES}
            then ${body} end`
  const more: Condition[] = []
  if (flags.internalParticipants) more.push(sql`d.internal_participants::text as internal_participants`)
  if (flags.extractedIntelligence) {
    more.push(sql`d.extracted_intelligence::text as extracted_intelligence`)
    more.push(sql`d.confirmed_extracted_intelligence::text as confirmed_extracted_intelligence`)
  }
  if (flags.intelligenceItems) more.push(sql`d.intelligence_items::text as intelligence_items`)
  if (flags.meetingPlatformMetadata) more.push(sql`d.meeting_platform_metadata::text as meeting_platform_metadata`)
  if (flags.importMetadata) more.push(sql`d.import_metadata::text as import_metadata`)
  if (flags.crmRecords) {
    more.push(sql`(
      select coalesce(json_agg(json_build_object('id', r.id, 'code', r.code, 'fields', r.fields) order by l.position), '[]')
      from conversation_crm_links l
      join crm_records r on r.organization_id = l.organization_id and r.code = l.code and r.id = l.record_id
      where l.organization_id = ${org} and l.conversation_id = c.id)::text as crm_records`)
  }
  const columns = sql`
    c.id, c.title, c.created_at, c.updated_at, c.live_started_at, c.live_ended_at, c.media_duration, c.owner_id,
    u.email as owner_email, u.first_name as owner_first_name, u.last_name as owner_last_name,
    c.team_id, c.archived, c.private, c.is_internal, c.is_empty, c.processing_status, c.transcript_status,
    c.transcript_version, c.import_status, c.crm_export_status, c.language, c.application, c.external_id, c.media_url,
    c.opportunity_id, o.title as opportunity_title, o.external_id as opportunity_external_id, d.summary, d.media_hash, d.participants::text as participants,
    d.labels::text as labels, d.statistics::text as statistics, d.scorecard_results::text as scorecard_results,
    (select coalesce(json_agg(json_build_object('id', l.record_id, 'code', l.code) order by l.position), '[]')
     from conversation_crm_links l
     where l.organization_id = ${org} and l.conversation_id = c.id)::text as linked_crm_records,
    octet_length(${body}) as transcript_bytes,
    ${inline} as transcript
    ${more.length === 0 ? sql`` : sql`, ${sql.join(more)}`}`
  const joins = sql`
    left join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join users u on u.organization_id = ${org} and u.id = c.owner_id
    left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    left join transcripts t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version`
  return { columns, joins }
}

const latest = (relation: string) =>
  [descending(`${relation}.started_at`, 'time'), descending(`${relation}.id`, 'uuid')] as const
const duration = (relation: string) => `${relation}.media_duration`

/**
 * Orders of lists, by the alias of the relation whose columns are sorted by, and that of the scores. Each ends with the
 * start and the ID, so that pages never overlap.
 */
const ORDERS = {
  newest: (relation: string) => defineOrder('conversations, newest', ...latest(relation)),
  oldest: (relation: string) =>
    defineOrder(
      'conversations, oldest',
      ascending(`${relation}.started_at`, 'time'),
      ascending(`${relation}.id`, 'uuid'),
    ),
  longest: (relation: string) =>
    defineOrder('conversations, longest', descending(duration(relation), 'number', 'last'), ...latest(relation)),
  shortest: (relation: string) =>
    defineOrder('conversations, shortest', ascending(duration(relation), 'number', 'last'), ...latest(relation)),
  highest_score: (relation: string, scores = relation) =>
    defineOrder('conversations, highest score', descending(`${scores}.score`, 'number', 'last'), ...latest(relation)),
  lowest_score: (relation: string, scores = relation) =>
    defineOrder('conversations, lowest score', ascending(`${scores}.score`, 'number', 'last'), ...latest(relation)),
}
/** Score of a conversation with several scorecard results, in the orders by score. */
const SCORES = { highest_score: 'max', lowest_score: 'min' } as const
const isByScore = (order: ConversationOrder): order is keyof typeof SCORES => Object.hasOwn(SCORES, order)

export type ConversationOrder = keyof typeof ORDERS
export const LIST_ORDERS = Object.keys(ORDERS) as [ConversationOrder, ...ConversationOrder[]]

/**
 * Returns the relations `total (n)` and `page (id, started_at)` of a page, which start a statement. `opening` precedes
 * its `with`, and `key` ends the select list. `score` is the score that the page is sorted by, and `sorted` the order of
 * the rows of `page` and `conversations c`. `finish` takes the rows of the statement.
 */
export function foundPage(
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
  window: ListWindow,
  order: ConversationOrder = 'newest',
) {
  const shared = facets(org, filters, visibility)
  const own = particulars(org, filters)
  const wanted = joinConditions([sql`c.organization_id = ${org}`, ...shared, ...own])
  const byScore = isByScore(order)
  const few = own.length > 0 && matchesFew(filters)
  const { condition, sorted, key, finish } = planPage(few ? ORDERS[order]('matched') : ORDERS[order]('c', 's'), window)
  const scores = byScore ? sql`left join (${selectScores(org, filters, SCORES[order])}) s on s.scored_id = c.id` : sql``
  const score = byScore ? sql`, score` : sql``
  const found = few
    ? sql`
        matched as materialized (
          select id, started_at, media_duration${score} from conversations c ${scores} where ${wanted}),
        total as (select count(*) as n from matched),
        page as (select id, started_at${score}${key} from matched where ${condition} ${sorted})`
    : sql`
        total as (${countTotal(org, visibility, filters)}),
        page as (
          select id, started_at${score}${key} from conversations c ${scores} where ${wanted} and ${condition} ${sorted})`
  return {
    opening: own.length === 0 && !countsByOwner(visibility, filters) ? prepared : sql``,
    found,
    score: byScore ? sql`page.score` : sql`null::float8`,
    sorted: orderBy(ORDERS[order](byScore ? 'page' : 'c')),
    key: window.cursor === undefined ? sql`` : sql`, page.list_key`,
    finish: <Row extends object>(rows: readonly ({ total: number } & (Row | { id: null }))[]) =>
      finish<Row>(rows.filter((row) => !('id' in row && row.id === null)) as unknown as Row[], rows[0]?.total ?? 0),
  }
}

/**
 * Returns a page, newest first, and the exact total. `selectTranscripts` loads large transcripts separately, so memory
 * stays constant.
 */
export async function selectPage(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
  flags: Flags,
  window: ListWindow,
): Promise<{ rows: ConversationRow[]; meta: ListMeta }> {
  const { opening, found, key, finish } = foundPage(org, visibility, filters, window)
  const order = sql`order by page.started_at desc, page.id desc`
  const { columns, joins } = fullRow(org, flags, { order })
  const { rows } = await sql<{ total: number } & (ConversationRow | { id: null })>`
    ${opening} with ${found}
    select total.n as total, ${columns}${key}
    from total
    left join page on true
    left join conversations c on c.organization_id = ${org} and c.id = page.id
    ${joins}
    ${order}`.execute(db)
  return finish<ConversationRow>(rows)
}

/** Returns a visible conversation, also if it's archived. */
export async function selectConversation(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  by: { id: string } | { externalId: string; application: string | undefined },
  flags: Flags,
): Promise<ConversationRow | undefined> {
  const which =
    'id' in by
      ? [sql`c.id = ${by.id}`]
      : [
          sql`c.external_id = ${by.externalId}`,
          ...(by.application === undefined ? [] : [sql`c.application = ${by.application}`]),
        ]
  const { columns, joins } = fullRow(org, flags, 'all')
  const { rows } = await sql<ConversationRow>`
    ${prepared} select ${columns}
    from (select * from conversations where ${joinConditions([sql`organization_id = ${org}`, visibleTo(visibility)])}) c
    ${joins}
    where ${joinConditions(which)}
    order by c.started_at desc, c.id desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the current transcripts in the requested format, by conversation ID. */
export async function selectTranscripts(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
  form: 'segments' | 'plain',
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; body: string }>`
    select t.conversation_id as id, ${sql.ref(`t.${form}`)} as body
    from conversations c
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version
    where c.organization_id = ${org} and c.id = ${uuids(ids)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.body]))
}
