import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { selectApplying } from '../conversations/index.ts'
import { itemsAskedOf } from './applying.ts'
import { askedNow, isLive } from './model.ts'
import { selectValues } from './queries.ts'

const askedItem = z
  .object({
    uuid: z.string(),
    key: z.string(),
    title: z.string(),
    category: z.string(),
    prompt: z.string().describe('What is asked of the conversation.'),
    responseType: z.enum(['text', 'number', 'boolean', 'date', 'picklist', 'multipicklist']),
    options: z.array(z.string()).describe('The values to choose from; empty unless it is a picklist.'),
    maxValues: z
      .int()
      .nullable()
      .describe('Options that a multipicklist may have at once; null: as many as there are.'),
    allowLongResponse: z.boolean(),
    dependsOn: z.string().nullable().describe('Another item, without whose value this has none.'),
    asked: z.boolean().describe('False while the item it depends on has no value, or a no.'),
  })
  .meta({ id: 'AskedFieldItem' })

export const listConversationFieldItems = defineOperation({
  id: 'listConversationFieldItems',
  summary: 'List the items that a conversation is asked for, with the form of their answers.',
  description: 'By its team, its labels and what it is linked to; the oldest configurations first, at most 300 items.',
  tag: 'Fields',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(askedItem) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/field-items' },
  async handle({ id }, { db, org, principal }) {
    const standing = await selectApplying(db, org, visibilityOf(principal), id)
    if (standing === undefined) throw notFound('conversation')
    const [items, rows] = await Promise.all([itemsAskedOf(db, org, { id, ...standing }), selectValues(db, org, id)])
    const values = new Map(rows.filter(isLive).map((row) => [row.item_id, row.value]))
    const now = new Set(askedNow(items, values).map((item) => item.id))
    return {
      data: items.map((item) => ({
        ...{ uuid: item.id, key: item.key, title: item.title, category: item.category, prompt: item.prompt },
        ...{ responseType: item.responseType, options: [...item.options], maxValues: item.maxValues },
        ...{ allowLongResponse: item.allowLongResponse, dependsOn: item.dependsOn, asked: now.has(item.id) },
      })),
    }
  },
})
