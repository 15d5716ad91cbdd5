import { z } from 'zod'
import { conflict } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { requestAnalysis } from '../analysis-requests/index.ts'
import { changeConversation, visibleTo } from '../conversations/index.ts'
import { selectStanding, selectSteps } from './queries.ts'
import { analysis } from './schema.ts'
import { stepsAsked } from './steps-asked.ts'
import { told } from './told.ts'

export const reanalyzeConversation = defineOperation({
  id: 'reanalyzeConversation',
  summary: 'Analyze a conversation again: what depends on a change, and the steps that are named.',
  description:
    'Without `steps`: every step that something has changed for since it was done, such as a template, the language ' +
    'model or the program, and every step that had failed. What people have confirmed, corrected, rejected or scored stays.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation'), steps: stepsAsked }),
  output: analysis,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/reanalyze', status: 202, ...inData(analysis) },
  async handle({ id, steps }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx) => {
      const visible = visibleTo(visibilityOf(ctx.principal))
      const before = await selectStanding(tx, ctx.org, visible, id)
      if (before === undefined || before.transcript_status === 'pending') {
        throw conflict('transcript_pending', 'There is no transcript yet; it is analyzed when there is one.')
      }
      await requestAnalysis(tx, ctx, [id], steps)
      const standing = (await selectStanding(tx, ctx.org, visible, id)) ?? before
      return told(id, standing, await selectSteps(tx, ctx.org, id))
    })
  },
})
