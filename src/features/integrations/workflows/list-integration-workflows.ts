import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryBoolean, queryString, uuid } from '../../../core/wire.ts'
import { selectPage } from './queries.ts'
import { integrationWorkflow } from './schema.ts'
import { serializeWorkflow } from './serialize.ts'

export const listIntegrationWorkflows = defineOperation({
  id: 'listIntegrationWorkflows',
  summary: 'List integration workflows',
  description: 'Returns the workflows that write field values to CRMs, oldest first.',
  tag: 'CRM',
  input: z.object({
    ...changedListFields({ default: 50, max: 200 }),
    enabledOnly: queryBoolean().describe(
      'Set to true to return only enabled workflows. Defaults to false. Example: `true`.',
    ),
    connectionUUID: queryString(64)
      .pipe(uuid())
      .optional()
      .describe(
        'ID of a CRM connection, from `GET /crm-connections`. Returns only its workflows. Defaults to all connections. ' +
          'Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
  }),
  output: pageSchema(integrationWorkflow),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/integration-workflows', ...paged(integrationWorkflow) },
  async handle({ enabledOnly, connectionUUID: connectionId, ...input }, ctx) {
    const filter = { enabled: enabledOnly ? true : undefined, connectionId }
    const { rows, meta } = await selectPage(ctx.db, ctx.org, filter, toWindow(input))
    return { data: rows.map(serializeWorkflow), meta }
  },
})
