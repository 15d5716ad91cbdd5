/**
 * Conversations: recorded calls with their state, transcript and links.
 *
 * A **conversation** has an owner, optionally a team, participants, an optional transcript and links to CRM records. It
 * is identified by its Parley ID. An imported conversation also has the ID of the importing application, so repeated
 * imports change nothing.
 *
 * States: `pending` (accepted, not yet analyzed) → `analyzed` or `failed`. A corrected transcript sets it to pending
 * again. A conversation is **internal** if the domains of all participants belong to the organization, **empty** if it
 * contains no speech, **private** if only its owner and admins can see it, and **archived** if lists omit it. Archiving
 * keeps all data. Erasing deletes the row and, by cascade, all derived data.
 *
 * The row contains few columns for lists and filters. Its documents are stored separately, as the JSON that responses
 * contain. Transcripts are stored in versions, in both response formats, so lists never parse them. Totals come from
 * `conversation_counts`, which database triggers maintain.
 *
 * `queries-visibility.ts` defines which rows a principal can read. Every query includes this condition; results are
 * never filtered afterwards.
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
