import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { ITEMS_MAX, lockConfiguration, reconcileAssignments } from '../configurations/index.ts'
import { noConfiguration } from './locked.ts'
import { changed, dependenceProblem, listCandidateKeys, validateItem } from './model.ts'
import { insertItem, selectDependences } from './queries.ts'
import { fieldItem, itemFields, NEW_ITEM } from './schema.ts'

export const createFieldConfigurationItem = defineOperation({
  id: 'createFieldConfigurationItem',
  summary: 'Create a field configuration item',
  description:
    'Adds an item and assigns it to each team of the configuration. Later items move down to make room. Requires the ' +
    `admin role. Returns 409 \`field_configuration_full\` if the configuration has ${ITEMS_MAX} items.`,
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration'), ...itemFields }),
  output: fieldItem,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/field-configurations/{id}/items',
    status: 201,
    ...inData(fieldItem),
  },
  async handle({ id: configurationId, displayOrder: wanted = ITEMS_MAX, title, ...given }, ctx) {
    const id = newId()
    const content = changed({ ...NEW_ITEM, title }, given)
    return ctx.transact(async (tx) => {
      if (!(await lockConfiguration(tx, ctx.org, configurationId))) throw noConfiguration()
      const there = await selectDependences(tx, ctx.org, configurationId)
      const dependence = dependenceProblem(there, undefined, content.dependsOn)
      const [problem, ...rest] = [...validateItem(content), ...(dependence === undefined ? [] : [dependence])]
      if (problem !== undefined) throw invalid(problem, ...rest)
      if (there.size >= ITEMS_MAX) {
        throw conflict(
          'field_configuration_full',
          `The field configuration has the maximum of ${ITEMS_MAX} items. Delete an item or use another configuration.`,
        )
      }
      const displayOrder = Math.min(wanted, there.size + 1)
      const at = ctx.clock.now()
      const keys = listCandidateKeys(title, id)
      const key = await insertItem(tx, ctx.org, {
        id,
        configurationId,
        keys,
        content,
        displayOrder,
        at,
      })
      await reconcileAssignments(tx, ctx.org, configurationId)
      await requestLookBack(tx, ctx)
      ctx.addAuditTarget('field configuration item', id)
      const updatedAt = at.toISOString()
      return { uuid: id, fieldConfigurationUUID: configurationId, key, ...content, displayOrder, updatedAt }
    })
  },
})
