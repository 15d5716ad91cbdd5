/** Runs a change of a deck: checks visibility, locks the row, checks permissions, then changes it. */
import type { Writer } from '../../../core/db.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { type DeckRow, lockDeck } from './queries.ts'
import { canChangeDeck } from './serialize.ts'

export function changeDeck<T>(ctx: Context, id: string, change: (tx: Writer, deck: DeckRow) => Promise<T>): Promise<T> {
  return ctx.transact(async (tx) => {
    const deck = await lockDeck(tx, ctx.org, toVisibility(ctx.principal), id)
    if (deck === undefined) throw notFound('deck')
    if (!canChangeDeck(ctx, deck)) {
      throw forbidden(
        'owner_required',
        'Only the creator of the deck and admins can make this change. Ask one of them.',
      )
    }
    return change(tx, deck)
  })
}
