import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryList, queryString, uuid } from '../../core/wire.ts'
import { selectPage } from './queries-list.ts'
import { integrationRun, runStatus } from './schema.ts'
import { runTold } from './told.ts'

const queryId = () => queryString(64).pipe(uuid()).optional()

export const listIntegrationRuns = defineOperation({
  id: 'listIntegrationRuns',
  summary: 'List what was written to CRMs, or is to be, newest first.',
  description: 'Runs of conversations that the caller sees.',
  tag: 'CRM',
  input: z.object({
    ...pageFields({ default: 50, max: 200 }),
    conversationUUID: queryId().describe('Of this conversation.'),
    workflowUUID: queryId().describe('Of this integration workflow.'),
    status: queryList(runStatus, { max: runStatus.options.length }).describe('In one of these states.'),
  }),
  output: pageOf(integrationRun),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/integration-runs', ...paged(integrationRun) },
  async handle({ page, size, conversationUUID: conversationId, workflowUUID: workflowId, status: statuses }, ctx) {
    const filter = { conversationId, workflowId, statuses }
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectPage(ctx.db, ctx.org, visibilityOf(ctx.principal), filter, window)
    return { data: rows.map(runTold), meta: pageMeta(page, size, total) }
  },
})
