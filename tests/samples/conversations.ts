import type { SamplesOf } from './sample.ts'

export const conversationSamples: SamplesOf = (_world, conversation, externalId) => {
  const ofConversation = { path: { id: conversation } }
  return {
    listConversations: {},
    listConversationsOptimized: {},
    importConversation: { body: { transcript: { segments: [{ speaker: 'Bob', text: 'Hello.' }] } } },
    getConversation: ofConversation,
    getConversationByExternalId: { path: { externalId } },
    deleteConversation: ofConversation,
    updateConversationTitle: { ...ofConversation, body: { title: 'Renamed' } },
    updateConversationLabels: { ...ofConversation, body: { labels: { Stage: 'Closing' } } },
    updateConversationPrivacy: { ...ofConversation, body: { private: true } },
    correctTranscript: {
      ...ofConversation,
      body: { transcript: { segments: [{ speaker: 'Bob', text: 'Good morning.' }] } },
    },
    exportConversation: ofConversation,
    replaceLinkedCrmRecords: {
      ...ofConversation,
      body: { opportunity_id: 'deal-1', linked_crm_records: [{ code: 'account', id: 'A-1' }] },
    },
  }
}
