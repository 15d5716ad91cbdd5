import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { lockConnectionShared } from '../crm-connections/index.ts'
import { checkMapping, unknownConnection } from './model.ts'
import { lockWorkflow, updateWorkflowRow } from './queries.ts'
import { integrationWorkflow, workflowFields } from './schema.ts'
import { serializeWorkflow } from './serialize.ts'

export const updateIntegrationWorkflow = defineOperation({
  id: 'updateIntegrationWorkflow',
  summary: 'Update an integration workflow',
  description:
    'Updates the fields that you send. Omitted fields keep their values. `fieldMapping` replaces all existing mappings. ' +
    'Pending runs use the updated workflow. To stop a workflow, set `enabled` to false. Requires the admin role.',
  tag: 'CRM',
  input: z
    .object({ id: pathId('integration workflow'), ...z.object(workflowFields).partial().shape })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: integrationWorkflow,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/integration-workflows/{id}', ...inData(integrationWorkflow) },
  async handle({ id, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      const had = await lockWorkflow(tx, ctx.org, id)
      if (had === undefined) throw notFound('integration workflow')
      const values = {
        name: given.name ?? had.name,
        connectionId: given.connectionUUID ?? had.connection_id,
        enabled: given.enabled ?? had.enabled,
        entityCode: given.entityCode ?? had.entity_code,
        direction: given.direction ?? had.direction,
        trigger: given.trigger ?? had.trigger,
        fieldMapping: given.fieldMapping ?? had.field_mapping,
      }
      const kind = await lockConnectionShared(tx, ctx.org, values.connectionId)
      if (kind === undefined) throw unknownConnection()
      checkMapping(kind, values.entityCode, values.fieldMapping)
      const row = await updateWorkflowRow(tx, ctx.org, id, values, ctx.clock.now())
      if (row === undefined) throw notFound('integration workflow')
      return serializeWorkflow(row)
    })
  },
})
