import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { checkCriteria, NO_CRITERIA } from '../../conversations/labels/index.ts'
import { resolveTeam, teamNamed } from './model.ts'
import { insertScorecard, selectScorecard } from './queries.ts'
import { scorecard, scorecardFields } from './schema.ts'
import { serializeScorecard } from './serialize.ts'

export const createScorecard = defineOperation({
  id: 'createScorecard',
  summary: 'Create a scorecard',
  description:
    'The new scorecard has no items; add them with `POST /scorecards/{id}/items`. It is enabled and applies to all ' +
    'teams unless the request sets other values. Requires the admin role.',
  tag: 'Scorecards',
  input: z.object(scorecardFields),
  output: scorecard,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scorecards',
    status: 201,
    ...inData(scorecard),
  },
  async handle(input, ctx) {
    const id = newId()
    const team = teamNamed(input)
    const { allTeams, teamId } = resolveTeam(
      { allTeams: true, teamId: null },
      { allTeams: input.allTeams, teamId: team?.id },
    )
    const { criteria = NO_CRITERIA } = input
    return ctx.transact(async (tx) => {
      if (team !== undefined) await requireTeams(tx, ctx.org, [team.id], team.pointer)
      const made = {
        title: input.title,
        team_id: teamId,
        all_teams: allTeams,
        enabled: input.enabled ?? true,
        interaction_type: input.interactionType ?? 'conversation',
        detailed_instructions: input.detailedInstructions ?? '',
        scorecard_prompt: input.scorecardPrompt ?? '',
        expert_mode: input.expertMode ?? false,
        criteria,
      } as const
      await insertScorecard(tx, ctx.org, id, made, ctx.clock.now())
      await checkCriteria(tx, ctx.org, { kind: 'scorecard', id }, criteria)
      ctx.addAuditTarget('scorecard', id)
      const row = await selectScorecard(tx, ctx.org, id)
      if (row === undefined) throw new Error("The created scorecard doesn't exist.")
      return serializeScorecard(row, ctx.org)
    })
  },
})
