import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectApplying } from '../../conversations/records/index.ts'
import { LONG_TEXT_MAX, TEXT_MAX } from '../extraction/index.ts'
import { findApplicableItems, ITEMS_MAX } from './applicable-items.ts'
import { isLive, orderByDependency } from './model.ts'
import { selectValues } from './queries.ts'

const askedItem = z
  .object({
    uuid: z.string().describe('ID of the field configuration item.'),
    key: z.string().describe('Key of the item. Unique in the organization.'),
    title: z.string().describe('Title of the item.'),
    category: z.string().describe('Category of the item, such as `CRM` or `CustomInsight`.'),
    prompt: z.string().describe('Question and description of the item, separated by a line break. Can be empty.'),
    responseType: z
      .enum(['text', 'number', 'boolean', 'date', 'picklist', 'multipicklist'])
      .describe('Form of the value. Dates are strings in the form `YYYY-MM-DD`.'),
    options: z
      .array(z.string())
      .describe('Allowed values of a picklist or multipicklist, in display order. Empty for other response types.'),
    maxValues: z
      .int()
      .nullable()
      .describe('Maximum number of options in a value of a multipicklist. Null means no limit.'),
    allowLongResponse: z
      .boolean()
      .describe(`Whether a text value can have ${LONG_TEXT_MAX} instead of ${TEXT_MAX} characters.`),
    dependsOn: z
      .string()
      .nullable()
      .describe('ID of the item that this item depends on. Null if it has no dependency.'),
    asked: z
      .boolean()
      .describe(
        'Whether the item is evaluated. False while the item that it depends on has no value or the value `false`.',
      ),
  })
  .meta({ id: 'AskedFieldItem' })

export const listConversationFieldItems = defineOperation({
  id: 'listConversationFieldItems',
  summary: 'List field items of a conversation',
  description:
    'Returns the field configuration items that apply to a conversation because of its team, labels and CRM links. Items of ' +
    `the oldest configurations come first. Maximum ${ITEMS_MAX} items.`,
  tag: 'Fields',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(askedItem) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/field-items' },
  async handle({ id }, { db, org, principal }) {
    const standing = await selectApplying(db, org, toVisibility(principal), id)
    if (standing === undefined) throw notFound('conversation')
    const [items, rows] = await Promise.all([
      findApplicableItems(db, org, { id, ...standing }),
      selectValues(db, org, id),
    ])
    const values = new Map(rows.filter(isLive).map((row) => [row.item_id, row.value]))
    const now = new Set(orderByDependency(items, values).map((item) => item.id))
    return {
      data: items.map((item) => ({
        ...{ uuid: item.id, key: item.key, title: item.title, category: item.category, prompt: item.prompt },
        ...{ responseType: item.responseType, options: [...item.options], maxValues: item.maxValues },
        ...{ allowLongResponse: item.allowLongResponse, dependsOn: item.dependsOn, asked: now.has(item.id) },
      })),
    }
  },
})
