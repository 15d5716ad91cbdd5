import { z } from 'zod'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryList, queryString, uuid } from '../../../core/wire.ts'
import { selectPage } from './queries-list.ts'
import { integrationRun, runStatus } from './schema.ts'
import { runTold } from './serialize.ts'

const queryId = () => queryString(64).pipe(uuid()).optional()

export const listIntegrationRuns = defineOperation({
  id: 'listIntegrationRuns',
  summary: 'List integration runs',
  description: 'Returns the runs of conversations that you can access, newest first.',
  tag: 'CRM',
  input: z.object({
    ...listFields({ default: 50, max: 200 }),
    conversationUUID: queryId().describe(
      'ID of a conversation, from `GET /conversations`. Returns only its runs. Defaults to all conversations. Example: ' +
        '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
    ),
    workflowUUID: queryId().describe(
      'ID of a workflow, from `GET /integration-workflows`. Returns only its runs. Defaults to all workflows. Example: ' +
        '`7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
    ),
    status: queryList(runStatus, { max: runStatus.options.length }).describe(
      'Statuses to include. Repeat the parameter for several. Defaults to all. Example: `failed`.',
    ),
  }),
  output: pageSchema(integrationRun),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/integration-runs', ...paged(integrationRun) },
  async handle({ conversationUUID: conversationId, workflowUUID: workflowId, status: statuses, ...input }, ctx) {
    const filter = { conversationId, workflowId, statuses }
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toVisibility(ctx.principal), filter, toWindow(input))
    return { data: rows.map(runTold), meta }
  },
})
