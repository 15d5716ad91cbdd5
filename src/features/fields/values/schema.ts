/** Table of field values, and their request and response schemas. */
import { z } from 'zod'
import { anyJson, text, uuid } from '../../../core/wire.ts'
import { intelligenceValue } from '../../conversations/records/index.ts'
import { LONG_TEXT_MAX } from '../extraction/index.ts'

declare module '../../../core/db.ts' {
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

/** Maximum number of values in one request. */
export const VALUES_MAX = 200
const OPTIONS_MAX = 200

const change = z.object({
  state: fieldState.describe('State after the change.'),
  value: anyJson.describe('Value after the change.'),
  source: z
    .enum(['ai', 'human', 'rule'])
    .describe('Origin of the value: `ai` for a language model, `rule` for rules, `human` for a person.'),
  at: z.string().describe('Time of the change.'),
  by: z
    .string()
    .nullable()
    .describe('ID of the user who made the change. Null for the analysis and for organization-level keys.'),
})
export type ValueHistoryEntry = z.output<typeof change>

export const storedValue = intelligenceValue
  .extend({
    itemUUID: z
      .string()
      .describe('ID of the field configuration item of the value. The item can be deleted since then.'),
    itemVersion: z.int().describe('Version of the item that the value was found for. Increases when the item changes.'),
    responseType: z.string().describe('Response type of the item, such as `text` or `picklist`.'),
    state: fieldState.describe(
      '`proposed` by the analysis, `confirmed` by a person, `corrected` (a person replaced the value) or `rejected` by a ' +
        'person.',
    ),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Version of the transcript that the value was found in. Null if a person entered the value.'),
    model: z.string().nullable().describe('Name of the language model that found the value. Null if none did.'),
    foundAt: z.string().describe('Time at which the value was first found or entered.'),
    decidedAt: z.string().nullable().describe('Time of the last decision of a person. Null if there is none.'),
    decidedBy: z
      .string()
      .nullable()
      .describe('ID of the user who decided last. Null for organization-level keys and undecided values.'),
    updatedAt: z
      .string()
      .describe(
        'Time at which the value was found, or of the last decision of a person. An analysis that finds the same value again keeps it. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
      ),
    history: z.array(change).describe('Changes of the value, oldest first. Contains the last 100 changes.'),
  })
  .meta({ id: 'StoredFieldValue' })

export const givenValue = z
  .union([
    text({ min: 1, max: LONG_TEXT_MAX, trim: true }),
    z.number(),
    z.boolean(),
    z.array(text({ min: 1, max: 256, trim: true })).max(OPTIONS_MAX),
  ])
  .describe(
    'Value of the type of the item: text, a number, true or false, a date `YYYY-MM-DD`, an option, or a list of options. ' +
      'Example: `2026-11-30`.',
  )
export type ValueInput = z.output<typeof givenValue>

export const decision = {
  id: uuid()
    .optional()
    .describe('ID of the value, from `GET /conversations/{id}/field-values`. Required if `key` is omitted.'),
  key: text({ min: 1, max: 128, trim: true })
    .optional()
    .describe('Key of the item, which can have no value yet. Required if `id` is omitted. Example: `next_step`.'),
  value: givenValue
    .optional()
    .describe(
      'New value, of the type of the item: text, a number, true or false, a date `YYYY-MM-DD`, an option, or a list of ' +
        'options. Defaults to the proposed value.',
    ),
}
