/** Tables of decks, what requests give and what answers say of one. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'
import { deckDocument, ROOM } from '../deck-slides/index.ts'
import { emailAddress } from '../identity/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    decks: {
      organization_id: string
      id: string
      user_id: string | null
      title: string
      type: DeckType
      context_type: ContextType
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
      opened_at: NullableInstant
    }
  }
}

export const deckType = z.enum(['recap', 'proposal', 'business_review', 'pitch', 'custom'])
export type DeckType = z.output<typeof deckType>
const contextType = z.enum(['conversation', 'opportunity', 'account', 'snippet'])
export type ContextType = z.output<typeof contextType>

/** Code points. */
export const TITLE_MAX = 256
/** Ids of CRMs may be long. */
const CONTEXT_MAX = 256
const INSTRUCTION_MAX = 1_000
const INSTRUCTIONS_MAX = 4_000
/** Addresses that are shared with at a time, and of one deck. */
export const ADDRESSES_MAX = 100
export const SHARES_MAX = 500

export const contextId = text({ min: 1, max: CONTEXT_MAX, trim: true })
export const slideCount = z.int().min(1).max(ROOM.slides)
export const instructions = text({ max: INSTRUCTIONS_MAX, trim: true })

export const structure = z
  .array(
    z
      .object({
        layout_instruction: text({ max: INSTRUCTION_MAX, trim: true }).default(''),
        content_instruction: text({ max: INSTRUCTION_MAX, trim: true }).default(''),
      })
      .refine((one) => one.layout_instruction !== '' || one.content_instruction !== '', {
        message: 'One of the two instructions must be given.',
      }),
  )
  .min(1)
  .max(ROOM.slides)

export const mailAddress = emailAddress.pipe(z.email({ error: 'This must be an e-mail address.' }).max(254))
export const addresses = z.array(mailAddress).max(ADDRESSES_MAX)

export const share = z
  .object({
    id: z.string(),
    email: z.string(),
    user_uuid: z.string().nullable().describe('The user of the organization; null for an outside address.'),
    shared_at: z.string(),
    sent_at: z.string().nullable().describe('When the e-mail was handed over; null until then.'),
    opened_at: z.string().nullable().describe('When an outside link was last opened; null for users.'),
    is_visible: z
      .boolean()
      .describe(
        'Whether the share shows the deck now. False for users who do not see every conversation behind the deck, and for ' +
          'links of people who are deactivated or no longer see them.',
      ),
  })
  .meta({ id: 'DeckShare' })
export type Share = z.output<typeof share>

const fields = {
  id: z.string(),
  title: z.string(),
  deck_type: deckType,
  link: z.string().describe('Opens it in the browser.'),
  user_uuid: z.string().nullable().describe('Who made it; null for org-level keys.'),
  context_type: contextType,
  context_id: z.string(),
  made_by: z.enum(['rules', 'model']).describe('Whether a language model wrote in it.'),
  model: z.string().nullable(),
  model_fault: z
    .enum(['unavailable', 'refused', 'wrong'])
    .nullable()
    .describe('Why the language model that was asked wrote nothing, or not all of it.'),
  slide_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const listedDeck = z.object(fields).meta({ id: 'ListedDeck' })
export type ListedDeck = z.output<typeof listedDeck>

export const deck = z
  .object({
    ...fields,
    may_change: z.boolean().describe('The caller made it, or is an admin.'),
    shares: z.array(share).describe('Whom it is shared with; told to those who may change it.'),
    document: deckDocument,
  })
  .meta({ id: 'Deck' })
export type Deck = z.output<typeof deck>
