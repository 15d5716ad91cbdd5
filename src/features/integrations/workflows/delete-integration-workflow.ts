import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteWorkflowRow, lockWorkflow } from './queries.ts'

export const deleteIntegrationWorkflow = defineOperation({
  id: 'deleteIntegrationWorkflow',
  summary: 'Delete an integration workflow',
  description: 'Deletes the workflow permanently. Its finished runs stay stored. Requires the admin role.',
  tag: 'CRM',
  input: z.object({ id: pathId('integration workflow') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/integration-workflows/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockWorkflow(tx, ctx.org, id)) === undefined) throw notFound('integration workflow')
      await deleteWorkflowRow(tx, ctx.org, id)
    })
    return undefined
  },
})
