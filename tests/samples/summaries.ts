import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const summarySamples: SamplesOf = async (world, conversation) => {
  const ofConversation = { path: { id: conversation } }
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/summary`)
  return { getConversationSummary: ofConversation, createConversationSummary: ofConversation }
}
