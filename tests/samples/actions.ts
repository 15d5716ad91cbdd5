import { actionFor } from '../../src/testing/actions-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const actionSamples: SamplesOf = async (world, conversation) => {
  const one = { path: { action_uuid: await actionFor(world, conversation) }, caller: world.bob }
  return {
    createAction: {
      body: {
        owner_user_uuid: world.bob.userId,
        entity_type: 'conversation',
        entity_id: conversation,
        action_type: 'follow_up_email',
        title: 'Send the offer',
      },
    },
    listActions: { caller: world.bob },
    getAction: one,
    updateAction: { ...one, body: { subject: 'Our talk' } },
    dismissAction: one,
  }
}
