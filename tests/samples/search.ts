import type { SamplesOf } from './sample.ts'

export const searchSamples: SamplesOf = (_world, conversation) => ({
  searchConversations: { query: { q: 'Shall we begin?', 'filter[conversation.id]': conversation } },
  searchKnowledge: { query: { q: 'What does a seat cost?' } },
})
