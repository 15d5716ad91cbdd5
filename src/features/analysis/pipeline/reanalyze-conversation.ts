import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { changeConversation, visibleTo } from '../../conversations/records/index.ts'
import { requestAnalysis } from '../../platform/analysis-requests/index.ts'
import { selectStanding, selectSteps } from './queries.ts'
import { requestedSteps } from './requested-steps.ts'
import { analysis } from './schema.ts'
import { serializeAnalysis } from './serialize.ts'

export const reanalyzeConversation = defineOperation({
  id: 'reanalyzeConversation',
  summary: 'Reanalyze a conversation',
  description:
    'Runs each step whose inputs have changed since its last run, such as a template, the language model or Parley ' +
    'itself. Also runs the steps that failed and those in `steps`. Field values and scores that people confirmed, ' +
    'corrected, rejected or entered are kept. Runs in the background. Safe to repeat. A conversation that ' +
    'waits for its transcript returns 409 `transcript_pending`.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation'), steps: requestedSteps }),
  output: analysis,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/reanalyze', status: 202, ...inData(analysis) },
  async handle({ id, steps }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx) => {
      const visible = visibleTo(toVisibility(ctx.principal))
      const before = await selectStanding(tx, ctx.org, visible, id)
      if (before === undefined || before.transcript_status === 'pending') {
        throw conflict(
          'transcript_pending',
          'The conversation has no transcript yet. Parley analyzes it when the transcript arrives.',
        )
      }
      await requestAnalysis(tx, ctx, [id], steps)
      const standing = (await selectStanding(tx, ctx.org, visible, id)) ?? before
      return serializeAnalysis(id, standing, await selectSteps(tx, ctx.org, id))
    })
  },
})
