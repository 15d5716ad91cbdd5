import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const teamSamples: SamplesOf = async (world) => {
  const add = async (name: string) => {
    const made = await call(world.app, world.org, 'POST', '/organizations/teams', { body: { name } })
    return { path: { id: made.body.data.uuid } }
  }
  const ofTeam = await add('Renewals')
  const ofMember = { path: { ...ofTeam.path, userId: world.carol.userId ?? '' } }
  return {
    listTeams: {},
    getTeam: ofTeam,
    createTeam: { body: { name: 'Partners', parentTeamUUID: world.teams.sales } },
    updateTeam: { ...ofTeam, body: { name: 'Renewals and upgrades' } },
    archiveTeam: await add('Fax'),
    listTeamMembers: ofTeam,
    putTeamMember: ofMember,
    deleteTeamMember: ofMember,
  }
}
