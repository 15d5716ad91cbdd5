import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId, uuid } from '../../core/wire.ts'
import { requestAnalysis } from '../analysis-requests/index.ts'
import { lockOpenTeam } from '../identity/index.ts'
import { changeConversation } from './change.ts'
import { updateConversation } from './queries.ts'

export const updateConversationTeam = defineOperation({
  id: 'updateConversationTeam',
  summary: 'Move a conversation to another team, whose people see it then, or to none.',
  description:
    'Its owner moves it to a team that they see, an admin to any. Which fields, labels and scorecards apply may hang ' +
    'on it, so it is analyzed again.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation'), teamUUID: uuid().nullable() }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/team' },
  async handle({ id, teamUUID: teamId }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, standing) => {
      if (standing.team_id === teamId) return
      const { role, user } = ctx.principal
      const mayUse = teamId === null || role === 'ADMIN' || user?.teamIds.includes(teamId) === true
      if (!mayUse || (teamId !== null && !(await lockOpenTeam(tx, ctx.org, teamId)))) {
        throw invalid({ pointer: '/teamUUID', detail: 'There is no such team.' })
      }
      await updateConversation(tx, ctx.org, id, { team_id: teamId }, ctx.clock.now())
      await requestAnalysis(tx, ctx, [id])
    })
    return { success: true as const }
  },
})
