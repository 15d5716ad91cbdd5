import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId, uuid } from '../../../../core/wire.ts'
import { lockOpenTeam } from '../../../accounts/identity/index.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { updateConversation } from '../queries.ts'

export const updateConversationTeam = defineOperation({
  id: 'updateConversationTeam',
  summary: 'Move a conversation to another team',
  description:
    'The members of the new team can see the conversation, and those of the previous team no longer can. Owners ' +
    'can move their conversations to teams that they see, admins to every team. Then Parley analyzes the ' +
    'conversation again, because teams determine fields, labels and scorecards. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    teamUUID: uuid()
      .nullable()
      .describe(
        'ID of the team, from `GET /organizations/teams`. Null for no team. ' +
          'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
      ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/team' },
  async handle({ id, teamUUID: teamId }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, standing) => {
      if (standing.team_id === teamId) return
      const { role, user } = ctx.principal
      const mayUse = teamId === null || role === 'ADMIN' || user?.teamIds.includes(teamId) === true
      if (!mayUse || (teamId !== null && !(await lockOpenTeam(tx, ctx.org, teamId)))) {
        throw invalid({
          pointer: '/teamUUID',
          detail: "The team doesn't exist, or you don't have access to it. Use an ID from `GET /organizations/teams`.",
        })
      }
      await updateConversation(tx, ctx.org, id, { team_id: teamId }, ctx.clock.now())
      await announceUpdate(tx, ctx, id, ['team_id'])
      await requestAnalysis(tx, ctx, [id])
    })
    return { success: true as const }
  },
})
