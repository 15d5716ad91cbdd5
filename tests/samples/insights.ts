import { storeInsight } from '../../src/features/insights/index.ts'
import type { SamplesOf } from './sample.ts'

export const insightSamples: SamplesOf = async (world, conversation) => {
  const userId = world.bob.userId ?? ''
  await world.app.store.of(world.acme).transact((tx) =>
    storeInsight(tx, world.acme, {
      userId,
      title: 'How calls begin',
      at: world.app.clock.now(),
      results: [
        {
          prompt: 'How do we begin?',
          status: 'FINISHED',
          result: 'With a question [1].',
          conversationIds: [conversation],
          items: [{ conversationId: conversation, transcriptVersion: 1, segment: 0 }],
        },
      ],
    }),
  )
  return { listInsights: { query: { user_uuid: userId } } }
}
