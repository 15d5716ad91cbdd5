/**
 * Conversations: recorded calls with their state, transcript and links.
 *
 * A **conversation** has an owner, optionally a team, participants, an optional transcript and links to CRM records. It
 * is identified by its Parley ID. An imported conversation also has the ID of the importing application, so repeated
 * imports change nothing.
 *
 * States: `pending` (accepted, not yet analyzed) → `analyzed` or `failed`. A corrected transcript sets it to pending
 * again. A conversation is **internal** if the addresses of all participants belong to the organization, and **empty** if it
 * contains no speech. It is **private** if only its owner and admins can see it, and **archived** if lists omit it.
 * Archiving keeps all data. Erasing deletes the row and, by cascade, all derived data.
 *
 * The row contains few columns for lists and filters. Its documents are stored separately, as the JSON that responses
 * contain. Transcripts are stored in versions, in both response formats, so lists never parse them. Totals come from
 * `conversation_counts`, which database triggers maintain.
 *
 * `queries-visibility.ts` defines which rows a principal can read. Every query includes this condition; results are
 * never filtered afterwards.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { deleteConversation } from './erase/delete-conversation.ts'
import { restoreConversation } from './erase/restore-conversation.ts'
import { importConversation } from './import/import-conversation.ts'
import { indexConversations } from './index-conversations.job.ts'
import { updateConversationLabels } from './labels/update-conversation-labels.ts'
import { listLinkedCrmRecords } from './links/list-linked-crm-records.ts'
import { replaceLinkedCrmRecords } from './links/replace-linked-crm-records.ts'
import { listConversationBriefs } from './list/list-conversation-briefs.ts'
import { listConversations } from './list/list-conversations.ts'
import { listConversationsOptimized } from './list/list-conversations-optimized.ts'
import { exportConversation } from './record/export-conversation.ts'
import { getConversation } from './record/get-conversation.ts'
import { getConversationByExternalId } from './record/get-conversation-by-external-id.ts'
import { updateConversationOwner } from './record/update-conversation-owner.ts'
import { updateConversationParticipants } from './record/update-conversation-participants.ts'
import { updateConversationPrivacy } from './record/update-conversation-privacy.ts'
import { updateConversationStart } from './record/update-conversation-start.ts'
import { updateConversationTeam } from './record/update-conversation-team.ts'
import { updateConversationTitle } from './record/update-conversation-title.ts'
import { correctTranscript } from './transcript/correct-transcript.ts'

export { announceLabels, announceState, announceUpdate, type ChangedField } from './announce-change.ts'
export { eraseThoseNotHeld } from './erase/erase.ts'
export { IMPORT_BYTES_MAX, importConversation, importDocument, importInputs } from './import/import-conversation.ts'
export { importText } from './import/import-text.ts'
export { heardTranscript, ingestTranscript } from './import/ingest-transcript.ts'
export { prepareSegments } from './import/prepare-transcript.ts'
export { resolveOwner, resolveTeamId } from './import/resolve-owner.ts'
export type { FindSameFile } from './import/same-file.ts'
export { type ImportInput, importInput, readingOutput } from './import/schema-import.ts'
export { textOfFile } from './import/sent-file.ts'
export { storePart } from './import/store-part.ts'
export { indexConversations } from './index-conversations.job.ts'
export { changeConversationLabels } from './labels/change-conversation-labels.ts'
export {
  type LabelChoice,
  type LabelEvidence,
  type ProgramChoice,
  replaceProgramChoices,
  selectLabelChoices,
} from './labels/queries-labels.ts'
export { LINKS_MAX } from './links/replace-linked-crm-records.ts'
export { updateLinkedCrmRecords } from './links/update-linked-crm-records.ts'
export { type ConversationFilters, filterFields, NO_FILTERS, parseFilters } from './list/filters.ts'
export { bodyFilterFields, checkPairs, filtersOfBody } from './list/filters-of-body.ts'
export { type ConversationBrief, listConversationBriefs } from './list/list-conversation-briefs.ts'
export { listConversationsOptimized } from './list/list-conversations-optimized.ts'
export { type ConversationOrder, countConversations, LIST_ORDERS } from './list/queries-list.ts'
export { type NameMatch, selectKnownBy } from './list/queries-name-search.ts'
export {
  type FoundConversation,
  isAnyPermitted,
  permittedConversations,
  selectFoundConversations,
} from './list/queries-search.ts'
export {
  type CallFilters,
  callDetailArguments,
  callFilterArguments,
  callFilterFields,
  filtersAnything,
  filtersOfTool,
} from './list/tool-filters.ts'
export { fold, type Participants, recognizeSpeakers } from './model.ts'
export { changeConversation, requireChangeable } from './mutate.ts'
export {
  fillSummary,
  lockVisible,
  replaceCrmLinks,
  replaceParticipants,
  selectIdBySource,
  selectLabels,
  updateConversation,
  updateLabels,
  updateScorecardResults,
} from './queries.ts'
export {
  type ClippedConversation,
  isVisible,
  lockForClip,
  selectSegments,
  selectSegmentsInput,
  selectTranscriptExtent,
  selectTranscriptStamp,
  type TranscriptStamp,
} from './queries-clips.ts'
export { type Exportable, selectExportable, updateExportStatus } from './queries-export.ts'
export { type FileHashes, selectConversationByFiles, selectConversationOfFiles } from './queries-files.ts'
export { CLIP_ORDER, firstVisibleClip } from './queries-folder-clips.ts'
export { type Intelligence, updateIntelligence } from './queries-intelligence.ts'
export { selectApplying } from './queries-state.ts'
export { updateStatistics } from './queries-statistics.ts'
export {
  clearMediaUrl,
  fillFromRecording,
  selectRecorded,
  type TranscriptionSubject,
  updateAwaited,
} from './queries-transcription.ts'
export {
  canSeeAllBehind,
  selectUserVisibility,
  selectVisibilityOfActive,
  type UserAccess,
  usersByAccess,
  visibleTo,
} from './queries-visibility.ts'
export { getConversation } from './record/get-conversation.ts'
export { EXPORT_FORMATS, type ExportFormat, writeExport } from './record/write-export.ts'
export { type Participant, type ScorecardResult, scorecardResult } from './schema.ts'
export { LABELS_MAX, TITLE_MAX } from './schema-input.ts'
export {
  type IntelligenceItem,
  type IntelligenceValue,
  intelligenceEvidence,
  intelligenceValue,
} from './schema-intelligence.ts'
export { type Statistics, type TalkStrip, talkStrip } from './schema-statistics.ts'
export { titleWithin } from './serialize.ts'
export { crmTools, tools } from './tools.ts'
export { repairTools } from './tools-repair.ts'
export { nameRedaction } from './transcript/audited-redaction.ts'
export { insertRedaction, PERSON_MARK, selectMasking, selectRedactions } from './transcript/queries-redactions.ts'
export { type CurrentTranscript, type RewrittenText, rewriteTranscript } from './transcript/rewrite-transcript.ts'
export { storeCorrection } from './transcript/store-correction.ts'
export {
  correctTranscript,
  deleteConversation,
  exportConversation,
  listLinkedCrmRecords,
  restoreConversation,
  updateConversationOwner,
  updateConversationParticipants,
  updateConversationPrivacy,
  updateConversationStart,
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
  updateConversationOwner,
  updateConversationParticipants,
  updateConversationStart,
  updateConversationTeam,
  restoreConversation,
  listLinkedCrmRecords,
]

export const jobs: readonly AnyJob[] = [indexConversations]
export { createSegmentsLoader, type SegmentsLoader } from './segments-loader.ts'
