import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectWorkflow } from './queries.ts'
import { integrationWorkflow } from './schema.ts'
import { serializeWorkflow } from './serialize.ts'

export const getIntegrationWorkflow = defineOperation({
  id: 'getIntegrationWorkflow',
  summary: 'Get an integration workflow',
  description: 'Returns the CRM connection, trigger and field mapping of the workflow.',
  tag: 'CRM',
  input: z.object({ id: pathId('integration workflow') }),
  output: integrationWorkflow,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/integration-workflows/{id}', ...inData(integrationWorkflow) },
  async handle({ id }, ctx) {
    const row = await selectWorkflow(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('integration workflow')
    return serializeWorkflow(row)
  },
})
