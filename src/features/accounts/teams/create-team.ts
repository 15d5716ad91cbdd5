import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { addTeam } from '../identity/index.ts'
import { team, teamDomain, teamName } from './schema.ts'
import { serializeTeam } from './serialize.ts'

export const createTeam = defineOperation({
  id: 'createTeam',
  summary: 'Create a team',
  description: 'Creates a team at the top level or below another team. Requires the admin role.',
  tag: 'Teams',
  input: z.object({
    name: teamName().describe('Name of the team, 1 to 256 characters. Example: `Sales EMEA`.'),
    domain: teamDomain
      .default('')
      .describe('Email domain of the team. Defaults to empty, for none. Example: `acme.com`.'),
    parentTeamUUID: uuid()
      .optional()
      .describe(
        'ID of the parent team, from `GET /organizations/teams`. Defaults to the top level. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
  }),
  output: team,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/teams', status: 201, ...inData(team) },
  async handle({ name, domain, parentTeamUUID }, ctx) {
    const id = newId()
    return ctx.transact(async (tx) => {
      const row = { id, name, domain: domain || null, parentId: parentTeamUUID, createdAt: ctx.clock.now() }
      await addTeam(tx, ctx.org, row, '/parentTeamUUID')
      ctx.addAuditTarget('team', id)
      return serializeTeam(tx, ctx.org, id)
    })
  },
})
