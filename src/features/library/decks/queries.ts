/**
 * SQL of decks. A deck is visible to its creator, to users it is shared with, and to admins, as long as they see every
 * conversation behind it. Each query that reads decks contains this condition.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst, orderBy } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, planPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { canSeeAllBehind } from '../../conversations/records/index.ts'
import type { DeckContextType, DeckType } from './schema.ts'

/** Whether the conversations behind a deck `d` are visible. */
export const isBehindVisible = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  canSeeAllBehind(
    org,
    visibility,
    sql`select b.conversation_id from deck_conversations b where b.organization_id = ${org} and b.deck_id = d.id`,
  )

/** Whether a caller sees a deck `d`: it is theirs or shared with them, and so are the conversations behind it. */
const isSeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`((d.user_id = ${visibility.userId} or exists (
        select from deck_shares s
        where s.organization_id = ${org} and s.deck_id = d.id and s.user_id = ${visibility.userId}))
        and ${isBehindVisible(org, visibility)})`

export interface ListedDeckRow {
  id: string
  title: string
  type: DeckType
  user_id: string | null
  context_type: DeckContextType
  context_id: string
  made_by: 'rules' | 'model'
  model: string | null
  model_fault: 'unavailable' | 'refused' | 'wrong' | null
  slide_count: number
  created_at: string
  updated_at: string
}

export interface DeckRow extends ListedDeckRow {
  /** JSON text. */
  document: string
}

const columns = sql`
  d.id, d.title, d.type, d.user_id, d.context_type, d.context_id, d.made_by, d.model, d.model_fault,
  jsonb_array_length(d.document -> 'slides') as slide_count, d.created_at, d.updated_at`

const order = newestFirst('decks', 'd')

/** A page, newest first. */
export async function selectDecks(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filter: { contextId: string | undefined },
  window: ListWindow,
): Promise<{ rows: ListedDeckRow[]; meta: ListMeta }> {
  const conditions = [sql`d.organization_id = ${org}`, isSeen(org, visibility)]
  if (filter.contextId !== undefined) conditions.push(sql`d.context_id = ${filter.contextId}`)
  if (window.updatedSince !== undefined) conditions.push(sql`d.updated_at >= ${window.updatedSince}`)
  const wanted = sql.join(conditions, sql` and `)
  const { condition, sorted, key, finish } = planPage(order, window)
  // Only documents of the page are read.
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from decks d where ${wanted}`.execute(db),
    sql<ListedDeckRow>`
      with page as (select * from decks d where ${wanted} and ${condition} ${sorted})
      select ${columns}${key} from page d ${orderBy(order)}`.execute(db),
  ])
  return finish(rows, counted.rows[0]?.n ?? 0)
}

/**
 * Selects a deck that fulfils the condition.
 * @param suffix such as `for update`
 */
async function selectDeckWhere(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  condition: RawBuilder<unknown>,
  suffix = sql``,
): Promise<DeckRow | undefined> {
  const { rows } = await sql<DeckRow>`
    select ${columns}, d.document::text as document from decks d
    where d.organization_id = ${org} and d.id = ${id} and ${condition} ${suffix}`.execute(db)
  return rows[0]
}

export const selectDeck = (db: Reader | Writer, org: OrganizationId, visibility: Visibility, id: string) =>
  selectDeckWhere(db, org, id, isSeen(org, visibility))

/** Deck behind a public link. `visibility` belongs to the person who answers for the link, whoever created the deck. */
export const selectLinkedDeck = (db: Reader, org: OrganizationId, visibility: Visibility, id: string) =>
  selectDeckWhere(db, org, id, isBehindVisible(org, visibility))

/** Returns a visible deck, and locks it until the transaction ends. */
export const lockDeck = (tx: Writer, org: OrganizationId, visibility: Visibility, id: string) =>
  selectDeckWhere(tx, org, id, isSeen(org, visibility), sql`for update`)

/** Whether every conversation behind the deck is visible. */
export async function isDeckVisible(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select d.id from decks d
    where d.organization_id = ${org} and d.id = ${id} and ${isBehindVisible(org, visibility)}`.execute(db)
  return rows.length > 0
}

export interface NewDeck {
  readonly id: string
  readonly userId: string | null
  readonly title: string
  readonly type: DeckType
  readonly contextType: DeckContextType
  readonly contextId: string
  readonly conversationId: string | null
  readonly conversationIds: readonly string[]
  readonly model: string | null
  readonly fault: 'unavailable' | 'refused' | 'wrong' | null
  /** JSON text. */
  readonly document: string
  readonly at: Date
}

export async function insertDeck(tx: Writer, org: OrganizationId, one: NewDeck): Promise<void> {
  await sql`
    insert into decks (organization_id, id, user_id, title, type, context_type, context_id, conversation_id, made_by,
      model, model_fault, document, created_at, updated_at)
    values (${org}, ${one.id}, ${one.userId}, ${one.title}, ${one.type}, ${one.contextType}, ${one.contextId},
      ${one.conversationId}, ${one.model === null ? 'rules' : 'model'}, ${one.model}, ${one.fault},
      ${one.document}::jsonb, ${one.at}, ${one.at})`.execute(tx)
  await sql`
    insert into deck_conversations (organization_id, deck_id, conversation_id)
    select ${org}, ${one.id}, id from unnest(${[...one.conversationIds].toSorted()}::uuid[]) as c (id)`.execute(tx)
}

export async function updateDeckRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: { title: string; document: string },
  at: Date,
): Promise<void> {
  await sql`
    update decks set title = ${change.title}, document = ${change.document}::jsonb, updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function deleteDeckRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await tx.deleteFrom('decks').where('organization_id', '=', org).where('id', '=', id).execute()
}
