/** The table of items, what requests give and what answers say (contract, "Field configuration item"). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { categories, ITEMS_MAX } from '../fields/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    field_items: {
      organization_id: string
      id: string
      configuration_id: string
      key: string
      version: Generated<number>
      title: string
      category: Category
      contents: string
      description: string
      prompt_type: string
      content_type: string
      response_type: string
      options: string
      depends_on: string | null
      max_values: number | null
      allow_long_response: boolean
      analysis_level: string
      display_order: number
      created_at: Instant
      updated_at: Instant
    }
  }
}

const category = z.enum(categories)
type Category = z.output<typeof category>
const promptType = z.enum(['freeform'])
const contentType = z.enum(['text'])
const responseType = z.enum(['text', 'number', 'boolean', 'date', 'picklist', 'multipicklist'])
const analysisLevel = z.enum(['conversation', 'opportunity', 'account'])

const OPTIONS_MAX = 200

/** What an item says, beside what it is known by and where it stands. */
const content = z.object({
  title: z.string(),
  category,
  contents: z.string().describe('What is asked of a conversation.'),
  description: z.string(),
  promptType,
  contentType,
  responseType,
  options: z.array(z.string()).describe('The values to choose from; empty unless it is a picklist.'),
  dependsOn: z.string().nullable().describe('Another item of the configuration, without whose value this has none.'),
  maxValues: z.int().nullable().describe('Options that a multipicklist may have at once; null: as many as there are.'),
  allowLongResponse: z.boolean(),
  analysisLevel,
})
export type ItemContent = z.output<typeof content>

export const fieldItem = content
  .extend({
    uuid: z.string(),
    fieldConfigurationUUID: z.string(),
    key: z
      .string()
      .describe('What its values are known by, made of its first title and never changed. Unique in the organization.'),
    displayOrder: z.int().describe('From 1, without gaps.'),
  })
  .meta({ id: 'FieldConfigurationItem' })

/** Fields of requests; all but the title may be left out at creation. */
export const itemFields = {
  title: text({ min: 1, max: 256, trim: true }),
  category: category.optional().describe('Default CustomInsight.'),
  contents: text({ max: 8_000 }).optional(),
  description: text({ max: 2_000 }).optional(),
  promptType: promptType.optional(),
  contentType: contentType.optional(),
  responseType: responseType.optional().describe('Default text.'),
  options: z
    .array(text({ min: 1, max: 256, trim: true }))
    .max(OPTIONS_MAX)
    .optional()
    .describe('For picklists, which need at least one. Replaced as a whole.'),
  dependsOn: uuid().nullable().optional().describe('Another item of the configuration; no circle may come of it.'),
  maxValues: z.int().min(1).max(OPTIONS_MAX).nullable().optional().describe('For multipicklists.'),
  allowLongResponse: z.boolean().optional(),
  analysisLevel: analysisLevel.optional().describe('Default conversation.'),
  displayOrder: z
    .int()
    .min(1)
    .max(ITEMS_MAX)
    .optional()
    .describe('Where it is to stand; those from there on move. Beyond the last, and for a new item without it: last.'),
}

export const NEW_ITEM: Omit<ItemContent, 'title'> = {
  category: 'CustomInsight',
  contents: '',
  description: '',
  promptType: 'freeform',
  contentType: 'text',
  responseType: 'text',
  options: [],
  dependsOn: null,
  maxValues: null,
  allowLongResponse: false,
  analysisLevel: 'conversation',
}
