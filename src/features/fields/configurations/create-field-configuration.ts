import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { checkCriteria, NO_CRITERIA, resolveAssignment } from '../../conversations/labels/index.ts'
import { insertConfiguration, replaceTeams } from './queries.ts'
import { configurationFields, fieldConfiguration } from './schema.ts'
import { serializeConfiguration } from './serialize.ts'

export const createFieldConfiguration = defineOperation({
  id: 'createFieldConfiguration',
  summary: 'Create a field configuration',
  description:
    'Creates a configuration without items and assigns it to all teams or to the listed teams. Add items with ' +
    '`POST /field-configurations/{id}/items`. Requires the admin role. Each request creates another configuration.',
  tag: 'Fields',
  input: z.object(configurationFields),
  output: fieldConfiguration,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/field-configurations',
    status: 201,
    ...inData(fieldConfiguration),
  },
  async handle({ name, teamsUUID, allTeams, isDefaultTemplate = false, criteria = NO_CRITERIA }, ctx) {
    const id = newId()
    return ctx.transact(async (tx) => {
      const teams = await resolveAssignment(tx, ctx.org, { allTeams: true, teamIds: [] }, { allTeams, teamsUUID })
      const at = ctx.clock.now()
      await insertConfiguration(tx, ctx.org, { id, name, allTeams: teams.allTeams, isDefaultTemplate, criteria, at })
      await replaceTeams(tx, ctx.org, id, teams.teamIds)
      await checkCriteria(tx, ctx.org, { kind: 'field_configuration', id }, criteria)
      ctx.addAuditTarget('field configuration', id)
      return serializeConfiguration(ctx.org, {
        id,
        name,
        all_teams: teams.allTeams,
        is_default_template: isDefaultTemplate,
        criteria,
        team_ids: [...new Set(teams.teamIds)].sort(),
        updated_at: at.toISOString(),
      })
    })
  },
})
