import { storeInsight } from '../../src/features/assistant/insights/index.ts'
import { call } from '../../src/testing/call.ts'
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
  const body = { user_uuid: userId, prompt: 'How do we begin?', conversation_ids: [conversation] }
  const making = async () => (await call(world.app, world.org, 'POST', '/gi', { body })).body.uuid as string
  return {
    listInsights: { query: { user_uuid: userId } },
    createInsight: { body },
    getInsight: { path: { id: await making() } },
    deleteInsight: { path: { id: await making() } },
  }
}
