import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { lockVisible } from '../../conversations/records/index.ts'
import { lockWorkflowsShared } from '../workflows/index.ts'
import { lockRun } from './queries.ts'
import { selectRun } from './queries-list.ts'
import { startedRun } from './schema.ts'
import { reconcileExportStatus, startRun } from './start.ts'

export const retryIntegrationRun = defineOperation({
  id: 'retryIntegrationRun',
  summary: 'Retry an integration run',
  description:
    'Starts another run of the same workflow for the same fields, with the current values. If an unfinished run exists, the ' +
    'response contains it instead. Returns 409 `integration_workflow_deleted` or `integration_workflow_disabled` if the ' +
    'workflow is no longer available.',
  tag: 'CRM',
  input: z.object({ id: pathId('integration run') }),
  output: startedRun,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/integration-runs/{id}/retry',
    status: 202,
    refusals: [409],
    ...inData(startedRun),
  },
  async handle({ id }, ctx) {
    const visibility = toVisibility(ctx.principal)
    const seen = await selectRun(ctx.db, ctx.org, visibility, id)
    if (seen === undefined) throw notFound('integration run')
    return ctx.transact(async (tx) => {
      const conversationId = seen.conversation_id
      if ((await lockVisible(tx, ctx.org, visibility, conversationId)) === undefined) throw notFound('integration run')
      const run = await lockRun(tx, ctx.org, id)
      if (run === undefined) throw notFound('integration run')
      const [workflow] = run.workflow_id === null ? [] : await lockWorkflowsShared(tx, ctx.org, [run.workflow_id])
      if (workflow === undefined) {
        throw conflict(
          'integration_workflow_deleted',
          "The workflow of the run was deleted, so it can't be retried. Trigger another workflow.",
        )
      }
      if (!workflow.enabled)
        throw conflict(
          'integration_workflow_disabled',
          'The workflow of the run is disabled. Ask an admin to enable it, then retry.',
        )
      const started = await startRun(tx, ctx, workflow, {
        ...{ conversationId, trigger: 'retry', requestedBy: ctx.principal.user?.id ?? null },
        ...{ fieldKeys: run.field_keys, autoExecution: run.auto_execution },
      })
      ctx.addAuditTarget('integration run', started.runId)
      await reconcileExportStatus(tx, ctx, conversationId)
      return started
    })
  },
})
