import type { SamplesOf } from './sample.ts'

export const answerSamples: SamplesOf = (_world, conversation) => ({
  askAssistant: { body: { context_type: 'conversation', context_id: conversation, prompt: 'Who wants to begin?' } },
  askAssistantV2: { body: { conversation_ids: [conversation], prompt: 'Who wants to begin?' } },
})
