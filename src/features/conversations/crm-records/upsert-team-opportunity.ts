import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { teamExists } from '../../accounts/identity/index.ts'
import { upsertOpportunity } from './queries-opportunities.ts'
import { opportunityId, opportunityTitle } from './schema.ts'

/** Operation 14 of the contract. */
export const upsertTeamOpportunity = defineOperation({
  id: 'upsertTeamOpportunity',
  summary: 'Upsert an opportunity of a team',
  description:
    'Creates the opportunity, or updates its title. Admins can do this for every team, other users for their own ' +
    'teams and all teams below. Safe to repeat.',
  tag: 'CRM',
  input: z.object({ id: pathId('team'), opportunity_id: opportunityId(), title: opportunityTitle() }),
  output: z.object({ id: z.string(), created: z.boolean() }),
  requires: { scope: 'write' },
  rest: {
    method: 'PUT',
    path: '/teams/{id}/opportunity',
    status: ({ created }) => (created ? 201 : 200),
    present: ({ id }) => ({ id }),
    answer: z.object({ id: z.string().describe('ID of the opportunity in Parley.') }),
  },
  async handle({ id: teamId, opportunity_id: externalId, title }, ctx) {
    const visibility = toVisibility(ctx.principal)
    return ctx.transact(async (tx) => {
      const isSeen = visibility === 'everything' || visibility.teamIds.includes(teamId)
      if (!isSeen || !(await teamExists(tx, ctx.org, teamId))) throw notFound('team')
      const at = ctx.clock.now()
      const result = await upsertOpportunity(tx, ctx.org, { id: newId(), teamId, externalId, title, at })
      ctx.addAuditTarget('opportunity', result.id)
      return result
    })
  },
})
