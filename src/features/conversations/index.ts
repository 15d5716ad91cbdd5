/**
 * Conversations: what was recorded, and where it stands.
 *
 * A **conversation** has an owner, may belong to a team, and comes with participants, an optional transcript and links
 * to CRM records. It is known by our id and, when an application handed it in, by that application's id: importing the
 * same one again changes nothing.
 *
 * States: `pending` (accepted, not finished) → `analyzed` or `failed`. A corrected transcript makes it pending again.
 * It is **internal** when every participant's domain is one of the organization's, **empty** when no word was spoken,
 * **private** when only its owner and admins see it, **archived** when lists leave it out. Archiving keeps everything;
 * erasing removes the row and, by cascade, all that hangs on it.
 *
 * The row is narrow, to be listed and filtered; its documents lie beside it as the JSON that answers carry. Transcripts
 * are kept in versions, in the two forms answers have; no list ever parses one. Totals come from `conversation_counts`,
 * which the database keeps true by trigger.
 *
 * Who sees what is one condition in `queries-visibility.ts`, part of every query, never a sieve afterwards.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { correctTranscript } from './correct-transcript.ts'
import { deleteConversation } from './delete-conversation.ts'
import { exportConversation } from './export-conversation.ts'
import { getConversation } from './get-conversation.ts'
import { getConversationByExternalId } from './get-conversation-by-external-id.ts'
import { importConversation } from './import-conversation.ts'
import { indexConversations } from './index-conversations.job.ts'
import { listConversationBriefs } from './list-conversation-briefs.ts'
import { listConversations } from './list-conversations.ts'
import { listConversationsOptimized } from './list-conversations-optimized.ts'
import { listLinkedCrmRecords } from './list-linked-crm-records.ts'
import { listTranscriptVersions } from './list-transcript-versions.ts'
import { replaceLinkedCrmRecords } from './replace-linked-crm-records.ts'
import { restoreConversation } from './restore-conversation.ts'
import { updateConversationLabels } from './update-conversation-labels.ts'
import { updateConversationPrivacy } from './update-conversation-privacy.ts'
import { updateConversationTeam } from './update-conversation-team.ts'
import { updateConversationTitle } from './update-conversation-title.ts'

export { nameRedaction } from './audited-redaction.ts'
export { changeConversation, requireChangeable } from './change.ts'
export { changeConversationLabels } from './change-conversation-labels.ts'
export { eraseThoseNotHeld } from './erase.ts'
export { exportConversation } from './export-conversation.ts'
export { type Filters, filterFields, filtersOf, NO_FILTERS } from './filters.ts'
export { bodyFilterFields, checkPairs, filtersOfBody } from './filters-of-body.ts'
export { getConversation } from './get-conversation.ts'
export { IMPORT_BYTES_MAX, importConversation, importDocument } from './import-conversation.ts'
export { indexConversations } from './index-conversations.job.ts'
export { type ConversationBrief, listConversationBriefs } from './list-conversation-briefs.ts'
export { listConversationsOptimized } from './list-conversations-optimized.ts'
export { recognizeSpeakers } from './model.ts'
export { fillSummary, lockVisible, selectLabels, updateLabels, updateScorecardResults } from './queries.ts'
export {
  type ClippedConversation,
  holdForClip,
  isVisible,
  selectSegments,
  selectTranscriptExtent,
} from './queries-clips.ts'
export { type Exportable, selectExportable, updateExportStatus } from './queries-export.ts'
export { type FoundConversation, permittedConversations, selectFoundConversations } from './queries-found.ts'
export { type Intelligence, updateIntelligence } from './queries-intelligence.ts'
export {
  type LabelChoice,
  type LabelEvidence,
  type ProgramChoice,
  replaceProgramChoices,
  selectLabelChoices,
} from './queries-labels.ts'
export { countConversations } from './queries-list.ts'
export { type Known, selectKnownBy } from './queries-named.ts'
export { insertRedaction, PERSON_MARK, selectMasking, selectRedactions } from './queries-redactions.ts'
export { selectApplying } from './queries-standing.ts'
export { updateStatistics } from './queries-statistics.ts'
export { fillFromRecording, forgetMediaUrl, selectRecorded, updateAwaited } from './queries-transcribed.ts'
export { canSeeAllBehind, selectVisibilityOf, selectVisibilityOfActive, visibleTo } from './queries-visibility.ts'
export { type ScorecardResult, scorecardResult } from './schema.ts'
export { LABELS_MAX } from './schema-input.ts'
export {
  type IntelligenceItem,
  type IntelligenceValue,
  intelligenceEvidence,
  intelligenceValue,
} from './schema-intelligence.ts'
export type { Statistics } from './schema-statistics.ts'
export { storeCorrection } from './store-correction.ts'
export { heardTranscript, takeTranscript } from './take-transcript.ts'
export { titleWithin } from './told.ts'
export {
  type CallFilters,
  callDetailArguments,
  callFilterArguments,
  callFilterFields,
  filtersAnything,
  filtersOfTool,
} from './tool-filters.ts'
export { crmTools, tools } from './tools.ts'
export { updateLinkedCrmRecords } from './update-linked-crm-records.ts'
export {
  deleteConversation,
  listLinkedCrmRecords,
  listTranscriptVersions,
  restoreConversation,
  updateConversationPrivacy,
  updateConversationTeam,
  updateConversationTitle,
}

export const operations: readonly AnyOperation[] = [
  listConversationsOptimized,
  listConversations,
  listConversationBriefs,
  importConversation,
  getConversationByExternalId,
  getConversation,
  deleteConversation,
  updateConversationTitle,
  updateConversationLabels,
  updateConversationPrivacy,
  correctTranscript,
  replaceLinkedCrmRecords,
  exportConversation,
  updateConversationTeam,
  restoreConversation,
  listTranscriptVersions,
  listLinkedCrmRecords,
]

export const jobs: readonly AnyJob[] = [indexConversations]
