/** The only list of features: every operation that doors bind and documents describe. */
import type { AnyOperation } from './core/operation.ts'
import * as conversations from './features/conversations/index.ts'
import * as crm from './features/crm/index.ts'
import * as identity from './features/identity/index.ts'

export const operations: readonly AnyOperation[] = [
  conversations.listConversationsOptimized,
  conversations.listConversations,
  conversations.importConversation,
  conversations.getConversationByExternalId,
  conversations.getConversation,
  conversations.deleteConversation,
  conversations.updateConversationTitle,
  conversations.updateConversationLabels,
  conversations.updateConversationPrivacy,
  conversations.correctTranscript,
  conversations.exportConversation,
  crm.putCrmRecords,
  crm.putCrmRecord,
  crm.getCrmRecord,
  identity.listOrganizationUsers,
]
