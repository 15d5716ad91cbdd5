/** The table of field values, what requests give and what answers say of one. */
import { z } from 'zod'
import { anyJson, text, uuid } from '../../core/wire.ts'
import { intelligenceValue } from '../conversations/index.ts'
import { LONG_TEXT_MAX } from '../field-extraction/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    field_values: {
      organization_id: string
      conversation_id: string
      id: string
      item_id: string
      item_version: number
      key: string
      title: string
      category: string
      response_type: string
      value: string
      state: FieldState
      source: FieldSource
      confidence: number
      evidence: string
      transcript_version: number | null
      model: string | null
      history: string
      found_at: Instant
      decided_by: string | null
      decided_at: NullableInstant
    }
  }
}

const fieldState = z.enum(['proposed', 'confirmed', 'corrected', 'rejected'])
export type FieldState = z.output<typeof fieldState>
export type FieldSource = z.output<typeof intelligenceValue>['source']

/** Values of one request. */
export const VALUES_MAX = 200
const OPTIONS_MAX = 200

const change = z.object({
  state: fieldState,
  value: anyJson,
  source: z.enum(['ai', 'human', 'rule']),
  at: z.string(),
  by: z.string().nullable().describe('The user; null for the analysis and for org-level keys.'),
})
export type Change = z.output<typeof change>

export const storedValue = intelligenceValue
  .extend({
    itemUUID: z.string().describe('The item it answers, which may be gone by now.'),
    itemVersion: z.int(),
    responseType: z.string(),
    state: fieldState.describe(
      '`proposed`: by the analysis. `confirmed`: a person stands by it. `corrected`: a person put another one in its ' +
        'place. `rejected`: a person said that it is none.',
    ),
    transcriptVersion: z.int().nullable().describe('The one that it was found in; null where no transcript was asked.'),
    model: z.string().nullable().describe('The language model that found it.'),
    foundAt: z.string(),
    decidedAt: z.string().nullable(),
    decidedBy: z.string().nullable().describe('The user who decided; null for an org-level key, and while nobody did.'),
    history: z.array(change).describe('What it has been, the oldest first.'),
  })
  .meta({ id: 'StoredFieldValue' })

export const givenValue = z
  .union([
    text({ min: 1, max: LONG_TEXT_MAX, trim: true }),
    z.number(),
    z.boolean(),
    z.array(text({ min: 1, max: 256, trim: true })).max(OPTIONS_MAX),
  ])
  .describe('As the item has it: text, a number, true or false, `YYYY-MM-DD`, an option, or a list of options.')
export type GivenValue = z.output<typeof givenValue>

export const decision = {
  id: uuid().optional().describe('Of a value.'),
  key: text({ min: 1, max: 128, trim: true }).optional().describe('Of an item, in the place of the id of its value.'),
  value: givenValue.optional().describe('Default: as it was proposed.'),
}
