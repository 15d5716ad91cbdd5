import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { lockConnectionShared } from '../crm-connections/index.ts'
import { checkMapping, tooMany, unknownConnection, WORKFLOWS_MAX } from './model.ts'
import { countWorkflows, insertWorkflow } from './queries.ts'
import { integrationWorkflow, workflowFields } from './schema.ts'
import { serializeWorkflow } from './serialize.ts'

export const createIntegrationWorkflow = defineOperation({
  id: 'createIntegrationWorkflow',
  summary: 'Create an integration workflow',
  description:
    'Creates a mapping from confirmed field values to fields of linked CRM records. A workflow for opportunities or deals ' +
    'also writes to the opportunity of the conversation. Parley writes only values that a person confirmed or corrected. ' +
    `Requires the admin role. Returns 409 \`too_many_integration_workflows\` if the organization has ${WORKFLOWS_MAX}.`,
  tag: 'CRM',
  input: z.object({
    ...workflowFields,
    enabled: workflowFields.enabled.default(true),
    direction: workflowFields.direction.default('push'),
    trigger: workflowFields.trigger.default('manual'),
  }),
  output: integrationWorkflow,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/integration-workflows',
    status: 201,
    refusals: [409],
    ...inData(integrationWorkflow),
  },
  async handle({ connectionUUID: connectionId, ...given }, ctx) {
    const [id, at] = [newId(), ctx.clock.now()]
    return ctx.transact(async (tx) => {
      const kind = await lockConnectionShared(tx, ctx.org, connectionId)
      if (kind === undefined) throw unknownConnection()
      checkMapping(kind, given.entityCode, given.fieldMapping)
      if ((await countWorkflows(tx, ctx.org)) >= WORKFLOWS_MAX) throw tooMany()
      const row = await insertWorkflow(tx, ctx.org, { id, connectionId, ...given, at })
      if (row === undefined) throw new Error('The workflow is missing after it was created.')
      ctx.addAuditTarget('integration workflow', id)
      return serializeWorkflow(row)
    })
  },
})
