import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const analysisSamples: SamplesOf = async (world, conversation) => {
  // By scorecards, labels, fields and trackers that came after the conversation too.
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/reanalyze`)
  await world.app.drain(world.acme)
  const path = { id: conversation }
  return {
    getAnalysisProgress: {},
    getConversationAnalysis: { path },
    reanalyzeConversation: { path, body: { steps: ['summary'] } },
    reanalyzeConversations: { body: { conversation_ids: [conversation] } },
  }
}
