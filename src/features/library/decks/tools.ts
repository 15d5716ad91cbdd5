/** Tools for decks. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { cell, excerpt, table } from '../../../core/tool-text.ts'
import { expiryArgument } from '../shared-links/index.ts'
import { createDeck } from './create-deck.ts'
import { listDecks } from './list-decks.ts'
import { addresses, contextId, deckType, instructions, slideCount, structure } from './schema.ts'

const TITLE_MAX = 120

export const tools: readonly Tool[] = [
  defineTool(createDeck, {
    name: 'create_deck',
    title: 'Create a presentation',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description:
      'Creates a presentation about a call, opportunity, account or snippet and returns its link. Sends an email ' +
      'to each address in `users_to_share`: only add people whom the user named.',
    args: {
      context_id: contextId.describe('ID of the call, opportunity, account or snippet.'),
      deck_type: deckType.optional().describe('Kind of presentation. Defaults to `recap`.'),
      slides: slideCount.optional().describe('Maximum number of slides. Ignored with `structure`. Example: `8`.'),
      structure: structure.optional().describe('Instructions for each slide, instead of `slides`.'),
      additional_instructions: instructions
        .optional()
        .describe('Instructions for the whole presentation. Example: `Focus on pricing`.'),
      users_to_share: addresses.optional().describe('Email addresses to share the presentation with.'),
      expires_at: expiryArgument.describe('When the links of people outside expire. Example: `2026-11-21T09:30:00Z`.'),
    },
    names: { expires_at: 'expiresAt' },
    data: {
      success: z.boolean(),
      link: z.string(),
      error: z.string(),
      emails_shared_with: z.array(z.string()),
    },
    present: (made) => {
      const shared = made.emails_shared_with.map((one) => cell(one)).join(', ')
      const text = made.success
        ? `Created the deck: ${made.link}${shared === '' ? '' : `\nAn email with the link is sent to ${shared}.`}`
        : `No deck was created. ${made.error}`
      return { text, data: made }
    },
  }),
  defineTool(listDecks, {
    name: 'list_decks',
    title: 'List presentations',
    description:
      'Lists presentations that the user can see, newest first, with their links. Create one with create_deck.',
    args: {
      context_id: contextId
        .optional()
        .describe('ID of the call, opportunity, account or snippet that presentations were created from.'),
    },
    paged: { max: 50 },
    data: { decks: z.array(z.looseObject({ id: z.string(), title: z.string(), link: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Deck', 'Type', 'Slides', 'Created', 'Link'],
        data.map((one) => [
          excerpt(one.title, TITLE_MAX),
          one.deck_type,
          one.slide_count,
          one.created_at.slice(0, 10),
          one.link,
        ]),
        'No presentations.',
      ),
      data: {
        decks: data.map(({ id, title, link, deck_type, slide_count, created_at }) => ({
          ...{ id, title: excerpt(title, TITLE_MAX), link, deck_type, slide_count, created_at },
        })),
      },
    }),
  }),
]
