/** Tables of decks, and schemas of requests and responses. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'
import { emailAddress } from '../../accounts/identity/index.ts'
import { expiryField, expiryInput, lastViewedAtField, viewCountField } from '../shared-links/index.ts'
import { deckDocument, ROOM } from './model/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    decks: {
      organization_id: string
      id: string
      user_id: string | null
      title: string
      type: DeckType
      context_type: DeckContextType
      context_id: string
      conversation_id: string | null
      made_by: 'rules' | 'model'
      model: string | null
      model_fault: 'unavailable' | 'refused' | 'wrong' | null
      document: string
      created_at: Instant
      updated_at: Instant
    }
    deck_conversations: { organization_id: string; deck_id: string; conversation_id: string }
    deck_shares: {
      organization_id: string
      id: string
      deck_id: string
      user_id: string | null
      email: string | null
      email_folded: string | null
      code_hash: string | null
      shared_by: string | null
      /** Admin who took over the link of an outside address. */
      taken_over_by: string | null
      created_at: Instant
      sent_at: NullableInstant
      /** Last view of the link. */
      opened_at: NullableInstant
      /** Expiry of the link. */
      expires_at: NullableInstant
      view_count: number
    }
  }
}

export const deckType = z.enum(['recap', 'proposal', 'business_review', 'pitch', 'custom'])
export type DeckType = z.output<typeof deckType>
const contextType = z.enum(['conversation', 'opportunity', 'account', 'snippet'])
export type DeckContextType = z.output<typeof contextType>

/** Maximum length in code points. */
export const TITLE_MAX = 256
/** CRM IDs can be long. */
const CONTEXT_MAX = 256
const INSTRUCTION_MAX = 1_000
const INSTRUCTIONS_MAX = 4_000
/** Maximum number of addresses per request, and of shares per deck. */
export const ADDRESSES_MAX = 100
export const SHARES_MAX = 500

export const contextId = text({ min: 1, max: CONTEXT_MAX, trim: true })
export const slideCount = z.int().min(1).max(ROOM.slides)
export const instructions = text({ max: INSTRUCTIONS_MAX, trim: true })

export const structure = z
  .array(
    z
      .object({
        layout_instruction: text({ max: INSTRUCTION_MAX, trim: true })
          .default('')
          .describe('Layout of the slide, maximum 1,000 characters. Example: `Two columns`.'),
        content_instruction: text({ max: INSTRUCTION_MAX, trim: true })
          .default('')
          .describe('Content of the slide, maximum 1,000 characters. Example: `Next steps with owners`.'),
      })
      .refine((one) => one.layout_instruction !== '' || one.content_instruction !== '', {
        message: 'The entry must have a `layout_instruction` or a `content_instruction`.',
      }),
  )
  .min(1)
  .max(ROOM.slides)

export const mailAddress = emailAddress.pipe(z.email({ error: 'The value must be an email address.' }).max(254))
export const addresses = z.array(mailAddress).max(ADDRESSES_MAX)

/** Expiry of the links of outside addresses, for requests that create or send them. */
export const linksExpiry = expiryInput()

export const share = z
  .object({
    id: z.string().describe('ID of the share.'),
    email: z.string().describe('Email address of the person that the deck is shared with.'),
    user_uuid: z.string().nullable().describe('ID of the user of the organization. Null for an outside address.'),
    shared_at: z.string().describe('When the deck was first shared with the address.'),
    sent_at: z.string().nullable().describe('When the email was sent. Null before that.'),
    opened_at: z
      .string()
      .nullable()
      .describe('When the last view of the outside link was counted; the same as `lastViewedAt`.'),
    expiresAt: expiryField,
    viewCount: viewCountField,
    lastViewedAt: lastViewedAtField,
    is_visible: z
      .boolean()
      .describe(
        'Whether the share shows the deck now. False for users who do not see every conversation behind the deck, for ' +
          'links of people who are deactivated or no longer see them, and for expired links.',
      ),
  })
  .meta({ id: 'DeckShare' })
export type Share = z.output<typeof share>

const fields = {
  id: z.string().describe('ID of the deck.'),
  title: z.string().describe('Title of the whole presentation.'),
  deck_type: deckType.describe('Kind of presentation, such as `recap`.'),
  link: z.string().describe('URL that opens the deck in a browser.'),
  user_uuid: z.string().nullable().describe('ID of the user who created the deck. Null for organization-level keys.'),
  context_type: contextType.describe('Type of the record that the deck was created from.'),
  context_id: z.string().describe('ID of the record that the deck was created from.'),
  made_by: z.enum(['rules', 'model']).describe('`model`: a language model wrote at least a part of the deck.'),
  model: z.string().nullable().describe('Language model that wrote in the deck. Null if none did.'),
  model_fault: z
    .enum(['unavailable', 'refused', 'wrong'])
    .nullable()
    .describe('Why the language model wrote nothing or only a part. Null if there was no fault.'),
  slide_count: z.int().describe('Number of slides in the presentation.'),
  created_at: z.string().describe('When the deck was created, ISO 8601.'),
  updated_at: z.string().describe('When the deck was last changed, ISO 8601.'),
}

export const listedDeck = z.object(fields).meta({ id: 'ListedDeck' })
export type ListedDeck = z.output<typeof listedDeck>

export const deck = z
  .object({
    ...fields,
    may_change: z.boolean().describe('Whether the caller can change the deck, as its creator or an admin.'),
    shares: z.array(share).describe('Shares, oldest first. Empty for callers who cannot change the deck.'),
    document: deckDocument.describe('Slides of the presentation, with their sources.'),
  })
  .meta({ id: 'Deck' })
export type Deck = z.output<typeof deck>
