import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { checkCriteria, resolveAssignment } from '../../conversations/labels/index.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { lockConfiguration, replaceTeams, selectConfiguration, updateConfiguration } from './queries.ts'
import { reconcileAssignments } from './queries-assignments.ts'
import { configurationFields, fieldConfiguration } from './schema.ts'
import { serializeConfiguration } from './serialize.ts'

export const updateFieldConfiguration = defineOperation({
  id: 'updateFieldConfiguration',
  summary: 'Update a field configuration',
  description:
    'Updates the fields that you send. Omitted fields keep their values. A change of teams also updates the assignments ' +
    'of the items. Requires the admin role.',
  tag: 'Fields',
  input: z
    .object({
      id: pathId('field configuration'),
      ...configurationFields,
      name: configurationFields.name.optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: fieldConfiguration,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/field-configurations/{id}',
    ...inData(fieldConfiguration),
  },
  async handle({ id, teamsUUID, allTeams, ...change }, ctx) {
    return ctx.transact(async (tx) => {
      const had = (await lockConfiguration(tx, ctx.org, id)) && (await selectConfiguration(tx, ctx.org, id))
      if (!had) throw notFound('field configuration')
      const hadTeams = { allTeams: had.all_teams, teamIds: had.team_ids }
      const teams = await resolveAssignment(tx, ctx.org, hadTeams, { allTeams, teamsUUID })
      await updateConfiguration(tx, ctx.org, id, { ...change, allTeams: teams.allTeams, at: ctx.clock.now() })
      if (change.criteria !== undefined) {
        await checkCriteria(tx, ctx.org, { kind: 'field_configuration', id }, change.criteria)
      }
      if (teamsUUID !== undefined || teams.allTeams !== had.all_teams) {
        await replaceTeams(tx, ctx.org, id, teams.teamIds)
        await reconcileAssignments(tx, ctx.org, id)
      }
      await requestLookBack(tx, ctx)
      const row = await selectConfiguration(tx, ctx.org, id)
      if (row === undefined) throw new Error('A locked field configuration is missing.')
      return serializeConfiguration(ctx.org, row)
    })
  },
})
