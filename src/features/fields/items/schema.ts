/** Table of items, and their request and response schemas (contract, "Field configuration item"). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { text, uuid } from '../../../core/wire.ts'
import { categories, ITEMS_MAX } from '../configurations/index.ts'
import { LONG_TEXT_MAX, TEXT_MAX } from '../extraction/index.ts'

declare module '../../../core/db.ts' {
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

/** Content of an item, without its IDs, key and display order. */
const content = z.object({
  title: z.string().describe('Title of the item.'),
  category: category.describe('Category of the item. Clients use it to group fields.'),
  contents: z
    .string()
    .describe('Question that Parley answers from a conversation, in addition to the title. Can be empty.'),
  description: z.string().describe('Explanation for people and for the analysis. Can be empty.'),
  promptType: promptType.describe('Type of the question. Always `freeform`.'),
  contentType: contentType.describe('Type of the question text. Always `text`.'),
  responseType: responseType.describe('Form of the value. Dates are strings in the form `YYYY-MM-DD`.'),
  options: z
    .array(z.string())
    .describe('Allowed values of a picklist or multipicklist, in display order. Empty for other response types.'),
  dependsOn: z
    .string()
    .nullable()
    .describe(
      'ID of another item of the configuration. This item is evaluated only if the other one has a value that is not ' +
        '`false`. Null if it has no dependency.',
    ),
  maxValues: z
    .int()
    .nullable()
    .describe('Maximum number of options in a value of a multipicklist. Null means no limit.'),
  allowLongResponse: z
    .boolean()
    .describe(`Whether a text value can have ${LONG_TEXT_MAX} instead of ${TEXT_MAX} characters.`),
  analysisLevel: analysisLevel.describe(
    'Conversations that the item applies to: all (`conversation`), or only those linked to an `opportunity` or `account`.',
  ),
})
export type ItemContent = z.output<typeof content>

export const fieldItem = content
  .extend({
    uuid: z.string().describe('ID of the item.'),
    fieldConfigurationUUID: z.string().describe('ID of the field configuration that contains the item.'),
    key: z
      .string()
      .describe(
        'Name of the field in conversations and integrations, created from the first title. Unique in the organization; ' +
          'it never changes.',
      ),
    displayOrder: z.int().describe('Position in the configuration, from 1 without gaps.'),
    updatedAt: updatedAtField(),
  })
  .meta({ id: 'FieldConfigurationItem' })

/** Request fields. Only the title is required at creation. */
export const itemFields = {
  title: text({ min: 1, max: 256, trim: true }).describe(
    'Title of the item, 1 to 256 characters. Example: `Next step`.',
  ),
  category: category
    .optional()
    .describe('Category of the item, which clients use to group fields. Defaults to `CustomInsight`. Example: `CRM`.'),
  contents: text({ max: 8_000 })
    .optional()
    .describe(
      'Question that Parley answers from a conversation, in addition to the title. Maximum 8,000 characters. Defaults to ' +
        'empty. Example: `What did both sides agree to do next?`.',
    ),
  description: text({ max: 2_000 })
    .optional()
    .describe('Explanation for people and for the analysis. Maximum 2,000 characters. Defaults to empty.'),
  promptType: promptType.optional().describe('Type of the question. The only value is `freeform`, the default.'),
  contentType: contentType.optional().describe('Type of the question text. The only value is `text`, the default.'),
  responseType: responseType.optional().describe('Form of the value. Defaults to `text`. Example: `picklist`.'),
  options: z
    .array(text({ min: 1, max: 256, trim: true }))
    .max(OPTIONS_MAX)
    .optional()
    .describe(
      `Allowed values of a picklist or multipicklist, 1 to ${OPTIONS_MAX}, unique ignoring case. Replaces all existing ` +
        'options. Not allowed for other response types.',
    ),
  dependsOn: uuid()
    .nullable()
    .optional()
    .describe(
      'ID of another item of the configuration, from `GET /field-configurations/{id}/items`. This item is evaluated only ' +
        'if the other one has a value that is not `false`. Null removes the dependency. Cycles are rejected.',
    ),
  maxValues: z
    .int()
    .min(1)
    .max(OPTIONS_MAX)
    .nullable()
    .optional()
    .describe(
      'Maximum number of options in a value of a multipicklist, 1 to the number of options. Null means no limit, the ' +
        'default. Example: `3`.',
    ),
  allowLongResponse: z
    .boolean()
    .optional()
    .describe(`Whether a text value can have ${LONG_TEXT_MAX} instead of ${TEXT_MAX} characters. Defaults to false.`),
  analysisLevel: analysisLevel
    .optional()
    .describe(
      'Conversations that the item applies to: all (`conversation`, the default), or only those linked to an ' +
        '`opportunity` or `account`.',
    ),
  displayOrder: z
    .int()
    .min(1)
    .max(ITEMS_MAX)
    .optional()
    .describe(
      `Position in the configuration, 1 to ${ITEMS_MAX}. Other items move to make room. A value after the end means ` +
        'last, the default for a new item. Example: `1`.',
    ),
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
