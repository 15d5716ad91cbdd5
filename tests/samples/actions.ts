import { storeAction } from '../../src/features/actions/index.ts'
import type { SamplesOf } from './sample.ts'

export const actionSamples: SamplesOf = async (world, conversation) => {
  const keyQuote = { text: 'Shall we begin?', speaker: 'Bob', conversationId: conversation, start: 0 }
  const id = await world.app.store.of(world.acme).transact((tx) =>
    storeAction(tx, world.acme, {
      ownerId: world.bob.userId ?? '',
      entity: { type: 'conversation', id: conversation },
      actionType: 'follow_up_email',
      title: 'Follow up',
      signalType: 'next_step',
      severity: 'medium',
      displayGroup: 'today',
      subject: 'Our call',
      draftBody: 'Thank you for your time.',
      proposedRecipients: ['ann@customer.example'],
      rationale: 'A next step was agreed on.',
      keyQuote,
      evidence: [keyQuote],
      at: world.app.clock.now(),
      expiresAt: null,
    }),
  )
  const one = { path: { action_uuid: id }, caller: world.bob }
  return {
    listActions: { caller: world.bob },
    getAction: one,
    updateAction: { ...one, body: { subject: 'Our talk' } },
    dismissAction: one,
  }
}
