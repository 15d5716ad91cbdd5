import { createUser } from '../../src/features/accounts/identity/index.ts'
import type { SamplesOf } from './sample.ts'

export const identitySamples: SamplesOf = async (world, _conversation, externalId) => {
  const add = async (name: string) => {
    const { app, acme } = world
    const person = {
      email: `${name}-${externalId}@acme.example`,
      role: 'SALES_REP',
      teamIds: [world.teams.north],
    } as const
    const { userId } = await createUser(app.store.of(acme), acme, app.clock, person)
    return { path: { id: userId } }
  }
  const ofUser = await add('person')
  return {
    listOrganizationUsers: {},
    getOrganizationUser: ofUser,
    updateOrganizationUser: { ...ofUser, body: { botName: 'Notes' } },
    replaceOrganizationUserTeams: { ...ofUser, body: { teamUUIDs: [world.teams.support] } },
    reactivateOrganizationUser: ofUser,
    deleteOrganizationUser: { ...(await add('leaver')), caller: world.alice },
    listOrganizationRoles: {},
    getOrganizationPhoneNumbers: {},
    replaceOrganizationPhoneNumbers: { body: { phoneNumbers: ['+14155550100', '+4930123*'] } },
  }
}
