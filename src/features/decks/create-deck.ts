import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { notFound } from '../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { contextOf, type DeckContext, lockTalks, type MadeDeck, makeDeck } from '../deck-making/index.ts'
import { fitted } from '../deck-slides/index.ts'
import { announce } from '../webhooks/index.ts'
import { insertDeck } from './queries.ts'
import { addresses, contextId, deckType, instructions, slideCount, structure, TITLE_MAX } from './schema.ts'
import { recipientsOf, shareWith } from './sharing.ts'
import { linkOf } from './told.ts'

const input = z.object({
  context_id: contextId.describe('A conversation, an opportunity, an account of the CRM, or a snippet.'),
  users_to_share: addresses
    .default([])
    .describe('Each gets an e-mail with a link; who is no user of the organization opens it without signing in.'),
  deck_type: deckType.default('recap'),
  slides: slideCount.optional().describe('At most so many: there are fewer where there is less to say.'),
  structure: structure.optional().describe('One entry a slide, instead of slides.'),
  additional_instructions: instructions
    .optional()
    .describe('For the language model; without one, what else to look for.'),
})
type Input = z.output<typeof input>

const NOTHING_SAID = 'There is no transcript to make a deck of.'
const CHANGED = 'What the deck is made of was changed meanwhile. Try again.'
/** Times that a deck is made anew because what it is made of was changed. */
const TRIES = 2

/** Contract, operation 6. */
export const createDeck = defineOperation({
  id: 'createDeck',
  summary: 'Make a presentation of a conversation, opportunity, account or snippet, and share it.',
  description:
    'Made by the language model when there is one, else of what was said. 200 with `success` false and an `error` when ' +
    'there is nothing to make it of.',
  tag: 'Decks',
  cost: COSTS.highest,
  input,
  output: z.object({
    success: z.boolean(),
    link: z.string().describe('Opens the deck in the browser; empty without success.'),
    error: z.string().describe('Empty with success.'),
    emails_shared_with: z.array(z.string()),
  }),
  requires: { scope: 'write' },
  takesLong: true,
  rest: { method: 'POST', derived: true, path: '/create_deck', refusals: [404, 429] },
  async handle(given, ctx) {
    for (let left = TRIES; left > 0; left--) {
      const context = await contextOf(ctx, given.context_id)
      if (context === undefined) throw notFound('deck context', '/context_id')
      // Before anything is paid for.
      await recipientsOf(ctx.db, ctx, given.users_to_share, 'users_to_share')
      const made = await makeDeck(ctx, context, {
        type: given.deck_type,
        slides: given.slides,
        structure: given.structure,
        instructions: given.additional_instructions || undefined,
      })
      if (made === undefined) return without(NOTHING_SAID)
      try {
        return await store(ctx, given, context, made)
      } catch (error) {
        if (!(error instanceof Changed)) throw error
      }
    }
    return without(CHANGED)
  },
})

const without = (error: string) => ({ success: false, link: '', error, emails_shared_with: [] })

/** What it was made of is not what it was. */
class Changed extends Error {}

/** @throws Changed, which undoes all of it */
async function store(ctx: Context, given: Input, context: DeckContext, made: MadeDeck) {
  const id = newId()
  const { org, principal } = ctx
  const conversationIds = [...made.marks.keys()]
  return ctx.transact(async (tx) => {
    const marks = await lockTalks(tx, org, visibilityOf(principal), conversationIds)
    if (conversationIds.some((one) => marks.get(one) !== made.marks.get(one))) throw new Changed()
    const recipients = await recipientsOf(tx, ctx, given.users_to_share, 'users_to_share')
    const isOfOne = context.type === 'conversation' || context.type === 'snippet'
    const title = fitted(made.title, TITLE_MAX) || 'Presentation'
    await insertDeck(tx, org, {
      ...{ id, title, type: given.deck_type, userId: principal.user?.id ?? null, conversationIds },
      ...{ contextType: context.type, contextId: context.id, model: made.model, fault: made.fault },
      conversationId: isOfOne ? (conversationIds[0] ?? null) : null,
      document: JSON.stringify(made.document),
      at: ctx.clock.now(),
    })
    await shareWith(tx, ctx, id, recipients)
    await announce(tx, ctx, {
      type: 'deck.created',
      data: { deck_id: id, deck_type: given.deck_type, context_type: context.type, context_id: context.id },
    })
    ctx.names('deck', id)
    return {
      success: true,
      link: linkOf(ctx.publicUrl(), id),
      error: '',
      emails_shared_with: [...new Set(given.users_to_share)],
    }
  })
}
