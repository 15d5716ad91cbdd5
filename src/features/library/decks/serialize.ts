/** Converts decks and their shares to responses. */
import type { Reader, Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { isExpired } from '../shared-links/index.ts'
import { selectAnswering } from './link-visibility.ts'
import { deckDocument } from './model/index.ts'
import type { DeckRow, ListedDeckRow } from './queries.ts'
import { type ShareRow, selectShares } from './queries-shares.ts'
import type { Deck, ListedDeck, Share } from './schema.ts'

/** URL of the deck in the app, for users. */
export const toDeckUrl = (publicUrl: string, id: string): string => `${publicUrl}/decks/${id}`

export const canChangeDeck = ({ principal }: Pick<Context, 'principal'>, deck: { user_id: string | null }): boolean =>
  principal.role === 'ADMIN' || (deck.user_id !== null && deck.user_id === principal.user?.id)

export const serializeListed = (row: ListedDeckRow, publicUrl: string): ListedDeck => ({
  id: row.id,
  title: row.title,
  deck_type: row.type,
  link: toDeckUrl(publicUrl, row.id),
  user_uuid: row.user_id,
  context_type: row.context_type,
  context_id: row.context_id,
  made_by: row.made_by,
  model: row.model,
  model_fault: row.model_fault,
  slide_count: row.slide_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Shares of a deck, each with whether it shows the deck now. */
export async function serializeShares(
  db: Reader | Writer,
  { org, clock }: Pick<Context, 'org' | 'clock'>,
  deckId: string,
): Promise<Share[]> {
  const rows = await selectShares(db, org, deckId)
  const seeing = await selectAnswering(db, org, deckId, rows)
  const now = clock.now()
  return rows.map((row) => serializeShare(row, seeing.has(row.answers_id) && !isExpired(row.expires_at, now)))
}

const serializeShare = (row: ShareRow, isVisible: boolean): Share => ({
  id: row.id,
  email: row.email,
  user_uuid: row.user_id,
  shared_at: row.created_at,
  sent_at: row.sent_at,
  opened_at: row.opened_at,
  expiresAt: row.expires_at,
  viewCount: row.view_count,
  lastViewedAt: row.opened_at,
  is_visible: isVisible,
})

export async function serializeDeck(ctx: Context, row: DeckRow): Promise<Deck> {
  const may = canChangeDeck(ctx, row)
  const shares = may ? await serializeShares(ctx.db, ctx, row.id) : []
  return {
    ...serializeListed(row, ctx.publicUrl()),
    may_change: may,
    shares,
    document: deckDocument.parse(JSON.parse(row.document)),
  }
}
