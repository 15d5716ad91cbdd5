import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { checkCriteria } from '../../conversations/labels/index.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { resolveTeam, teamNamed } from './model.ts'
import { lockScorecard, type ScorecardPatch, selectScorecard, updateScorecardRow } from './queries.ts'
import { scorecard, scorecardFields } from './schema.ts'
import { serializeScorecard } from './serialize.ts'

export const updateScorecard = defineOperation({
  id: 'updateScorecard',
  summary: 'Update a scorecard',
  description:
    'Omitted fields keep their values. Setting `teamId` sets `allTeams` to false. Setting `allTeams` to true ' +
    "clears `teamId`. `criteria` replaces all existing criteria. Existing results don't change. Requires an " +
    'organization-level API key.',
  tag: 'Scorecards',
  input: z
    .object({ id: pathId('scorecard'), ...scorecardFields, title: scorecardFields.title.optional() })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: scorecard,
  requires: { scope: 'write', level: 'organization' },
  rest: {
    method: 'PATCH',
    path: '/scorecards/{id}',
    ...inData(scorecard),
  },
  async handle({ id, ...given }, ctx) {
    const team = teamNamed(given)
    return ctx.transact(async (tx) => {
      const had = await lockScorecard(tx, ctx.org, id)
      if (had === undefined) throw notFound('scorecard')
      if (team !== undefined) await requireTeams(tx, ctx.org, [team.id], team.pointer)
      if (given.criteria !== undefined) await checkCriteria(tx, ctx.org, { kind: 'scorecard', id }, given.criteria)
      const { allTeams, teamId } = resolveTeam(
        { allTeams: had.all_teams, teamId: had.team_id },
        { allTeams: given.allTeams, teamId: team?.id },
      )
      const change: ScorecardPatch = {
        title: given.title ?? had.title,
        team_id: teamId,
        all_teams: allTeams,
        enabled: given.enabled ?? had.enabled,
        interaction_type: given.interactionType ?? had.interaction_type,
        detailed_instructions: given.detailedInstructions ?? had.detailed_instructions,
        scorecard_prompt: given.scorecardPrompt ?? had.scorecard_prompt,
        expert_mode: given.expertMode ?? had.expert_mode,
        criteria: given.criteria ?? had.criteria,
      }
      await updateScorecardRow(tx, ctx.org, id, change, ctx.clock.now())
      await requestLookBack(tx, ctx)
      const row = await selectScorecard(tx, ctx.org, id)
      if (row === undefined) throw notFound('scorecard')
      return serializeScorecard(row, ctx.org)
    })
  },
})

/**
 * Variant for tools and the app, which requires an admin instead of the organization-level key of the REST
 * contract: people who sign in have no API key.
 */
export const changeScorecard = { ...updateScorecard, requires: { scope: 'write', role: 'ADMIN' } } as const
