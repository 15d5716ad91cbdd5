import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { lockedItem } from './locked.ts'
import { changed, dependenceProblem, toItemContent, validateItem } from './model.ts'
import { moveItem, selectDependences, updateItem } from './queries.ts'
import { fieldItem, itemFields } from './schema.ts'

export const updateFieldConfigurationItem = defineOperation({
  id: 'updateFieldConfigurationItem',
  summary: 'Update a field configuration item',
  description:
    'Updates the fields that you send. Omitted fields keep their values. Changing `responseType` to a type without options ' +
    'clears `options`, and to a type other than `multipicklist` clears `maxValues`. Requires the admin role.',
  tag: 'Fields',
  input: z
    .object({
      id: pathId('field configuration'),
      itemId: pathId('field configuration item'),
      ...itemFields,
      title: itemFields.title.optional(),
    })
    .refine(requireAnyField('id', 'itemId'), SOMETHING_GIVEN),
  output: fieldItem,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/field-configurations/{id}/items/{itemId}',
    ...inData(fieldItem),
  },
  async handle({ id: configurationId, itemId, displayOrder: wanted, ...change }, ctx) {
    return ctx.transact(async (tx) => {
      const row = await lockedItem(tx, ctx.org, configurationId, itemId)
      const had = toItemContent(row)
      const content = changed(had, change)
      const there = await selectDependences(tx, ctx.org, configurationId)
      const dependence = dependenceProblem(there, itemId, content.dependsOn)
      const [problem, ...rest] = [...validateItem(content), ...(dependence === undefined ? [] : [dependence])]
      if (problem !== undefined) throw invalid(problem, ...rest)
      const isOther = JSON.stringify(content) !== JSON.stringify(had)
      const at = ctx.clock.now()
      if (isOther) {
        await updateItem(tx, ctx.org, itemId, content, at)
        await requestLookBack(tx, ctx)
      }
      const displayOrder = Math.min(wanted ?? row.display_order, there.size)
      await moveItem(tx, ctx.org, { configurationId, from: row.display_order, to: displayOrder, at })
      const isChanged = isOther || displayOrder !== row.display_order
      return {
        ...{ uuid: itemId, fieldConfigurationUUID: configurationId, key: row.key, ...content, displayOrder },
        updatedAt: isChanged ? at.toISOString() : row.updated_at,
      }
    })
  },
})
