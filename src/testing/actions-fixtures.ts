import { type NewAction, storeAction } from '../features/actions/actions/index.ts'
import type { World } from './world.ts'

/** The id of an action of bob's about the conversation, and where it is quoted. */
export function actionFor(world: World, conversation: string, given: Partial<NewAction> = {}): Promise<string> {
  const quote = { text: 'Shall we begin?', speaker: 'Bob', conversationId: conversation, start: 0 }
  return world.app.store.of(world.acme).transact((tx) =>
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
      keyQuote: quote,
      evidence: [quote],
      at: world.app.clock.now(),
      expiresAt: null,
      ...given,
    }),
  )
}
