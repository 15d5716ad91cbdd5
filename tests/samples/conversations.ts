import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const conversationSamples: SamplesOf = async (world, conversation, externalId) => {
  // A stored response that is derived from the conversation.
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/restore`, {
    headers: { 'idempotency-key': `restored-${conversation}` },
  })
  const ofConversation = { path: { id: conversation } }
  return {
    listConversations: {},
    listConversationBriefs: {},
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
    getTranscript: ofConversation,
    updateTranscript: { ...ofConversation, body: { speakers: [{ from: 'Bob', to: 'Robert' }] } },
    exportConversation: ofConversation,
    exportConversations: {},
    updateConversationStart: { ...ofConversation, body: { startedAt: '2026-03-10T10:00:00Z' } },
    updateConversationOwner: { ...ofConversation, body: { userUUID: world.bob.userId } },
    updateConversationParticipants: {
      ...ofConversation,
      body: { participants: [{ name: 'Ann', email: 'ann@customer.example', internal: false }] },
    },
    updateConversationTeam: { ...ofConversation, body: { teamUUID: world.teams.north } },
    restoreConversation: ofConversation,
    listTranscriptVersions: ofConversation,
    listLinkedCrmRecords: ofConversation,
    replaceLinkedCrmRecords: {
      ...ofConversation,
      body: { opportunity_id: 'deal-1', linked_crm_records: [{ code: 'account', id: 'A-1' }] },
    },
  }
}
