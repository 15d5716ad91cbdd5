import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { addTeam } from '../identity/index.ts'
import { team, teamDomain, teamName } from './schema.ts'
import { tellTeam } from './told.ts'

export const createTeam = defineOperation({
  id: 'createTeam',
  summary: 'Make a team, at the top or below another one.',
  tag: 'Teams',
  input: z.object({ name: teamName(), domain: teamDomain.default(''), parentTeamUUID: uuid().optional() }),
  output: team,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/teams', status: 201, ...inData(team) },
  async handle({ name, domain, parentTeamUUID }, ctx) {
    const id = newId()
    return ctx.transact(async (tx) => {
      const row = { id, name, domain: domain || null, parentId: parentTeamUUID, createdAt: ctx.clock.now() }
      await addTeam(tx, ctx.org, row, '/parentTeamUUID')
      ctx.names('team', id)
      return tellTeam(tx, ctx.org, id)
    })
  },
})
