import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectRun } from './queries-list.ts'
import { integrationRunDetails } from './schema.ts'
import { runDetailsTold } from './serialize.ts'

export const getIntegrationRun = defineOperation({
  id: 'getIntegrationRun',
  summary: 'Get an integration run',
  description:
    'Returns the status of a run, the values that it writes, and the outcome for each CRM record. Requires access to the ' +
    'conversation.',
  tag: 'CRM',
  input: z.object({ id: pathId('integration run') }),
  output: integrationRunDetails,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/integration-runs/{id}', ...inData(integrationRunDetails) },
  async handle({ id }, ctx) {
    const row = await selectRun(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (row === undefined) throw notFound('integration run')
    return runDetailsTold(row)
  },
})
