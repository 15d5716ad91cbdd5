import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const invitationSamples: SamplesOf = async (world, _conversation, externalId) => {
  const body = (name: string) => ({ email: `${name}-${externalId}@acme.example`, teamUUIDs: [world.teams.north] })
  const invite = async (name: string) => {
    const made = await call(world.app, world.alice, 'POST', '/organizations/invitations', { body: body(name) })
    return { path: { id: made.body.data.uuid }, caller: world.alice }
  }
  return {
    listInvitations: {},
    createInvitation: { body: body('new'), caller: world.alice },
    updateInvitation: { ...(await invite('changed')), body: { role: 'MANAGER' } },
    deleteInvitation: await invite('revoked'),
  }
}
