import { analysisRows } from './access-matrix-analysis.ts'

/**
 * The table of who may do what, to be read by people. Things belong to bob, a sales rep, or to his organization:
 *
 * - org key: an org-level key · admin: a user-level key of an admin · manager: of the team above bob's
 * - owner: bob himself · stranger: a rep of another team · rival, rival org: keys of another organization
 *
 * `ok`: done. `404`: as if there were no such thing. `403 word`: may know of it, and needs what the word says.
 * (private): the same on a private conversation.
 */
export const CALLERS = ['org key', 'admin', 'manager', 'owner', 'stranger', 'rival', 'rival org'] as const

export const matrix = `
operation                                  | org key  | admin       | manager     | owner       | stranger    | rival       | rival org
listConversationsOptimized                 | ok       | ok          | ok          | ok          | ok          | ok          | ok
listConversations                          | ok       | ok          | ok          | ok          | ok          | ok          | ok
listConversationBriefs                     | ok       | ok          | ok          | ok          | ok          | ok          | ok
listSavedViews                             | ok       | ok          | ok          | ok          | ok          | ok          | ok
createSavedView                            | ok       | ok          | ok          | ok          | ok          | ok          | ok
getSavedView                               | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateSavedView                            | ok       | ok          | 403 owner   | ok          | 403 owner   | 404         | 404
deleteSavedView                            | ok       | ok          | 403 owner   | ok          | 403 owner   | 404         | 404
importConversation                         | ok       | ok          | ok          | ok          | ok          | ok          | ok
importArchive                              | ok       | ok          | ok          | ok          | ok          | ok          | ok
getConversationByExternalId                | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationByExternalId (private)      | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversation                            | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversation (private)                  | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteConversation                         | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
deleteConversation (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationTitle                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateConversationTitle (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationLabels                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateConversationLabels (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationPrivacy                  | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
updateConversationPrivacy (private)        | ok       | ok          | 404         | ok          | 404         | 404         | 404
correctTranscript                          | ok       | ok          | ok          | ok          | 404         | 404         | 404
correctTranscript (private)                | ok       | ok          | 404         | ok          | 404         | 404         | 404
getTranscript                              | ok       | ok          | ok          | ok          | 404         | 404         | 404
getTranscript (private)                    | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateTranscript                           | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateTranscript (private)                 | ok       | ok          | 404         | ok          | 404         | 404         | 404
listSpeakerSuggestions                     | ok       | ok          | ok          | ok          | 404         | 404         | 404
listSpeakerSuggestions (private)           | ok       | ok          | 404         | ok          | 404         | 404         | 404
dismissSpeakerSuggestion                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
dismissSpeakerSuggestion (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listTranscriptCorrections                  | ok       | ok          | ok          | ok          | 404         | 404         | 404
listTranscriptCorrections (private)        | ok       | ok          | 404         | ok          | 404         | 404         | 404
replaceLinkedCrmRecords                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
replaceLinkedCrmRecords (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
exportConversation                         | ok       | ok          | ok          | ok          | 404         | 404         | 404
exportConversation (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
exportConversations                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
updateConversationStart                    | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
updateConversationStart (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationOwner                    | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
updateConversationOwner (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationParticipants             | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
updateConversationParticipants (private)   | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateConversationTeam                     | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
updateConversationTeam (private)           | ok       | ok          | 404         | ok          | 404         | 404         | 404
listRearrangements                         | ok       | ok          | ok          | ok          | 404         | 404         | 404
listRearrangements (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
mergeConversations                         | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
mergeConversations (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
splitConversation                          | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
splitConversation (private)                | ok       | ok          | 404         | ok          | 404         | 404         | 404
undoRearrangement                          | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
undoRearrangement (private)                | ok       | ok          | 404         | ok          | 404         | 404         | 404
restoreConversation                        | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
restoreConversation (private)              | ok       | ok          | 404         | ok          | 404         | 404         | 404
listTranscriptVersions                     | ok       | ok          | ok          | ok          | 404         | 404         | 404
listTranscriptVersions (private)           | ok       | ok          | 404         | ok          | 404         | 404         | 404
getTranscriptVersion                       | ok       | ok          | ok          | ok          | 404         | 404         | 404
getTranscriptVersion (private)             | ok       | ok          | 404         | ok          | 404         | 404         | 404
listTranscriptVersionChanges               | ok       | ok          | ok          | ok          | 404         | 404         | 404
listTranscriptVersionChanges (private)     | ok       | ok          | 404         | ok          | 404         | 404         | 404
restoreTranscriptVersion                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
restoreTranscriptVersion (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listLinkedCrmRecords                       | ok       | ok          | ok          | ok          | 404         | 404         | 404
listLinkedCrmRecords (private)             | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversationMedia                       | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationMedia (private)             | ok       | ok          | 404         | ok          | 404         | 404         | 404
putConversationMedia                       | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
putConversationMedia (private)             | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteConversationMedia                    | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
deleteConversationMedia (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
confirmConversationMediaUpload             | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
confirmConversationMediaUpload (private)   | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversationMediaDetails                | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationMediaDetails (private)      | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversationMediaLink                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationMediaLink (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
createConversationTranscription            | ok       | ok          | ok          | ok          | 404         | 404         | 404
createConversationTranscription (private)  | ok       | ok          | 404         | ok          | 404         | 404         | 404
createRecordingSession                     | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
listRecordingSessions                      | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
addRecordingPart                           | 403 user | 404         | 404         | ok          | 404         | 404         | 403 user
finishRecordingSession                     | 403 user | 404         | 404         | ok          | 404         | 404         | 403 user
deleteRecordingSession                     | 403 user | 404         | 404         | ok          | 404         | 404         | 403 user
${analysisRows}`
