import type { SamplesOf } from './sample.ts'

export const answerSamples: SamplesOf = (_world, conversation) => ({
  askAssistant: {
    body: { context_type: 'conversation', context_id: conversation, prompt: 'What did Bob promise to send?' },
  },
  askAssistantV2: { body: { conversation_ids: [conversation], prompt: 'What did Bob promise to send?' } },
})
