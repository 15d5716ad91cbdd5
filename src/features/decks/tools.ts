/** Decks for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { cell, excerpt, table } from '../../core/tool-text.ts'
import { createDeck } from './create-deck.ts'
import { listDecks } from './list-decks.ts'
import { addresses, contextId, deckType, instructions, slideCount, structure } from './schema.ts'

const TITLE_MAX = 120

export const tools: readonly Tool[] = [
  defineTool(createDeck, {
    name: 'create_deck',
    title: 'Make a presentation',
    description:
      'Makes a presentation of a call, opportunity, account or snippet and gives its link. Share it only with whom the user named: each address gets an e-mail.',
    args: {
      context_id: contextId.describe('Id of any of these.'),
      deck_type: deckType.optional().describe('Default recap.'),
      slides: slideCount.optional().describe('At most.'),
      structure: structure.optional().describe('One entry a slide, instead of slides.'),
      additional_instructions: instructions.optional().describe('Wishes.'),
      users_to_share: addresses.optional().describe('E-mail addresses.'),
    },
    data: {
      success: z.boolean(),
      link: z.string(),
      error: z.string(),
      emails_shared_with: z.array(z.string()),
    },
    openWorld: true,
    present: (made) => {
      const shared = made.emails_shared_with.map((one) => cell(one)).join(', ')
      const text = made.success
        ? `The deck is at ${made.link}${shared === '' ? '.' : `, and is mailed to ${shared}.`}`
        : `No deck was made. ${made.error}`
      return { text, data: made }
    },
  }),
  defineTool(listDecks, {
    name: 'list_decks',
    title: 'List presentations',
    description: 'Presentations that were made of calls, newest first, as far as you may see them, with their links.',
    args: { context_id: contextId.optional().describe('Made of this call, opportunity, account or snippet.') },
    paged: { max: 50 },
    data: { decks: z.array(z.looseObject({ id: z.string(), title: z.string(), link: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Deck', 'Type', 'Slides', 'Made', 'Link'],
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
