import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { notFound } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { checkExpiry } from '../shared-links/index.ts'
import { type DeckContext, findDeckContext, lockTalks, type MadeDeck, makeDeck } from './make/index.ts'
import { fitLine } from './model/index.ts'
import { insertDeck } from './queries.ts'
import {
  addresses,
  contextId,
  deckType,
  instructions,
  linksExpiry,
  slideCount,
  structure,
  TITLE_MAX,
} from './schema.ts'
import { toDeckUrl } from './serialize.ts'
import { resolveRecipients, shareWith } from './sharing.ts'

const input = z.object({
  context_id: contextId.describe(
    'ID of a conversation, opportunity or snippet in Parley, or of an opportunity or account in the CRM, 1 to 256 ' +
      'characters. ' +
      'Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.',
  ),
  users_to_share: addresses
    .default([])
    .describe(
      'Email addresses to share the deck with, maximum 100. Each gets an email with a link. People outside of the ' +
        'organization open it without signing in. Defaults to none. Example: `["li@example.com"]`.',
    ),
  expiresAt: linksExpiry
    .optional()
    .describe(
      'When the links of people outside of the organization in `users_to_share` expire: a date-time in the future, at most ' +
        'one year ahead. Defaults to null, which means never. Example: `2026-11-21T09:30:00Z`.',
    ),
  deck_type: deckType.default('recap').describe('Kind of presentation. Defaults to `recap`. Example: `proposal`.'),
  slides: slideCount
    .optional()
    .describe(
      'Maximum number of slides, 1 to 40. The deck has fewer if there is not enough content. Ignored with `structure`. ' +
        'Example: `8`.',
    ),
  structure: structure
    .optional()
    .describe(
      'Instructions for each slide, maximum 40, instead of `slides`. ' +
        'Example: `[{"content_instruction": "Next steps with owners"}]`.',
    ),
  additional_instructions: instructions
    .optional()
    .describe(
      'Instructions for the language model, maximum 1,000 characters. Without a model, topics to look for. ' +
        'Example: `Focus on pricing`.',
    ),
})
type Input = z.output<typeof input>

const NOTHING_SAID = 'The conversations have no transcript to create a deck from.'
const CHANGED = 'The conversations changed while the deck was generated. Try again.'
/** Maximum number of attempts if the conversations change in the meantime. */
const TRIES = 2

/** Operation 6 of the contract. */
export const createDeck = defineOperation({
  id: 'createDeck',
  summary: 'Create a deck',
  description:
    'Generates a presentation with the language model if one is configured, otherwise from stored results and ' +
    'quotes. Then shares it by email. If there is no transcript, returns 200 with `success: false` and an `error`. Not idempotent: each ' +
    'request creates a deck. Emits the `deck.created` event.',
  tag: 'Decks',
  cost: COSTS.highest,
  input,
  output: z.object({
    success: z.boolean().describe('Whether the deck was created.'),
    link: z.string().describe('URL that opens the deck in a browser. Empty without success.'),
    error: z.string().describe('Reason for the failure. Empty with success.'),
    emails_shared_with: z.array(z.string()).describe('Email addresses that the deck is shared with.'),
  }),
  requires: { scope: 'write' },
  takesLong: true,
  rest: { method: 'POST', derived: true, path: '/create_deck', refusals: [404, 429] },
  async handle(given, ctx) {
    for (let left = TRIES; left > 0; left--) {
      const context = await findDeckContext(ctx, given.context_id)
      if (context === undefined) {
        const next = 'Use the ID of a conversation, opportunity, snippet or account.'
        throw notFound('deck context', '/context_id', next)
      }
      // Validates the recipients before the expensive generation.
      await resolveRecipients(ctx.db, ctx, given.users_to_share, 'users_to_share')
      checkExpiry(given.expiresAt, ctx.clock.now())
      const made = await makeDeck(ctx, context, {
        type: given.deck_type,
        slides: given.slides,
        structure: given.structure,
        instructions: given.additional_instructions || undefined,
      })
      if (made === undefined) return failedAnswer(NOTHING_SAID)
      try {
        return await store(ctx, given, context, made)
      } catch (error) {
        if (!(error instanceof Changed)) throw error
      }
    }
    return failedAnswer(CHANGED)
  },
})

const failedAnswer = (error: string) => ({ success: false, link: '', error, emails_shared_with: [] })

/** The conversations changed after the deck was generated from them. */
class Changed extends Error {}

/** @throws Changed, which rolls back the transaction */
async function store(ctx: Context, given: Input, context: DeckContext, made: MadeDeck) {
  const id = newId()
  const { org, principal } = ctx
  const conversationIds = [...made.marks.keys()]
  return ctx.transact(async (tx) => {
    const marks = await lockTalks(tx, org, toVisibility(principal), conversationIds)
    if (conversationIds.some((one) => marks.get(one) !== made.marks.get(one))) throw new Changed()
    const recipients = await resolveRecipients(tx, ctx, given.users_to_share, 'users_to_share')
    const isOfOne = context.type === 'conversation' || context.type === 'snippet'
    const title = fitLine(made.title, TITLE_MAX) || 'Presentation'
    await insertDeck(tx, org, {
      ...{ id, title, type: given.deck_type, userId: principal.user?.id ?? null, conversationIds },
      ...{ contextType: context.type, contextId: context.id, model: made.model, fault: made.fault },
      conversationId: isOfOne ? (conversationIds[0] ?? null) : null,
      document: JSON.stringify(made.document),
      at: ctx.clock.now(),
    })
    await shareWith(tx, ctx, id, recipients, { expiresAt: given.expiresAt })
    await announce(tx, ctx, {
      type: 'deck.created',
      data: { deck_id: id, deck_type: given.deck_type, context_type: context.type, context_id: context.id },
    })
    ctx.addAuditTarget('deck', id)
    return {
      success: true,
      link: toDeckUrl(ctx.publicUrl(), id),
      error: '',
      emails_shared_with: [...new Set(given.users_to_share)],
    }
  })
}
