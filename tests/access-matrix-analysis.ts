/** Rows of `access-matrix.ts` from the analysis of conversations on. */
export const analysisRows = `\
getAnalysisProgress                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getConversationAnalysis                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationAnalysis (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
reanalyzeConversation                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
reanalyzeConversation (private)            | ok       | ok          | 404         | ok          | 404         | 404         | 404
reanalyzeConversations                     | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getConversationSummary                     | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationSummary (private)           | ok       | ok          | 404         | ok          | 404         | 404         | 404
createConversationSummary                  | ok       | ok          | ok          | ok          | 404         | 404         | 404
createConversationSummary (private)        | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversationTopics                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationTopics (private)            | ok       | ok          | 404         | ok          | 404         | 404         | 404
listCrmRecords                             | ok       | ok          | ok          | ok          | ok          | ok          | ok
putCrmRecords                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
putCrmRecord                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getCrmRecord                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
deleteCrmRecord                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
upsertTeamOpportunity                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
listOpportunities                          | ok       | ok          | ok          | ok          | ok          | 400         | 400
getOpportunity                             | ok       | ok          | ok          | ok          | 404         | 404         | 404
listDeals                                  | ok       | ok          | ok          | ok          | ok          | ok          | ok
getDeal                                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
listAccounts                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
getAccount                                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
getAccount (private)                       | ok       | ok          | 404         | ok          | 404         | 404         | 404
listAccountConversations                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
listAccountConversations (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listSourceKinds                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listSources                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createSource                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getSource                                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateSource                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteSource                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
testSource                                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
startSourceBackfill                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listSourceRecordings                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
retrySourceRecording                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listSourceDeliveries                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getSourceDelivery                          | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
replaySourceDelivery                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listCrmConnections                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createCrmConnection                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getCrmConnection                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateCrmConnection                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteCrmConnection                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
testCrmConnection                          | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
syncCrmConnection                          | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listIntegrationWorkflows                   | ok       | ok          | ok          | ok          | ok          | ok          | ok
createIntegrationWorkflow                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getIntegrationWorkflow                     | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateIntegrationWorkflow                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteIntegrationWorkflow                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
triggerNativeIntegration                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
triggerNativeIntegration (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listIntegrationRuns                        | ok       | ok          | ok          | ok          | ok          | ok          | ok
getIntegrationRun                          | ok       | ok          | ok          | ok          | 404         | 404         | 404
retryIntegrationRun                        | ok       | ok          | ok          | ok          | 404         | 404         | 404
listFieldConfigurations                    | ok       | ok          | ok          | ok          | ok          | 400         | 400
createFieldConfiguration                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getFieldConfiguration                      | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateFieldConfiguration                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteFieldConfiguration                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listFieldAssignments                       | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateFieldAssignment                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listFieldConfigurationItems                | ok       | ok          | ok          | ok          | ok          | 404         | 404
createFieldConfigurationItem               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getFieldConfigurationItem                  | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateFieldConfigurationItem               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteFieldConfigurationItem               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listFieldValues                            | ok       | ok          | ok          | ok          | 404         | 404         | 404
listFieldValues (private)                  | ok       | ok          | 404         | ok          | 404         | 404         | 404
listConversationFieldItems                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationFieldItems (private)       | ok       | ok          | 404         | ok          | 404         | 404         | 404
confirmFieldValues                         | ok       | ok          | ok          | ok          | 404         | 404         | 404
confirmFieldValues (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
rejectFieldValues                          | ok       | ok          | ok          | ok          | 404         | 404         | 404
rejectFieldValues (private)                | ok       | ok          | 404         | ok          | 404         | 404         | 404
listOrganizationUsers                      | ok       | ok          | ok          | ok          | ok          | ok          | ok
getOrganizationUser                        | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateOrganizationUser                     | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteOrganizationUser                     | 403 user | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 403 user
replaceOrganizationUserTeams               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
reactivateOrganizationUser                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listOrganizationRoles                      | ok       | ok          | ok          | ok          | ok          | ok          | ok
listTeams                                  | ok       | ok          | ok          | ok          | ok          | ok          | ok
createTeam                                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getTeam                                    | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateTeam                                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
archiveTeam                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listTeamMembers                            | ok       | ok          | ok          | ok          | ok          | 404         | 404
putTeamMember                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteTeamMember                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listInvitations                            | ok       | ok          | ok          | ok          | ok          | ok          | ok
createInvitation                           | 403 user | ok          | ok          | 403 manager | 403 manager | 400         | 403 user
updateInvitation                           | 403 user | ok          | 404         | 404         | 404         | 404         | 403 user
deleteInvitation                           | 403 user | ok          | 404         | 404         | 404         | 404         | 403 user
listApiKeys                                | ok       | ok          | ok          | ok          | ok          | ok          | ok
createApiKey                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
deleteApiKey                               | ok       | ok          | 404         | 404         | 404         | 404         | 404
listWebhooks                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createWebhook                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getWebhook                                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateWebhook                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteWebhook                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
rotateWebhookSecret                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
testWebhook                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
redeliverWebhookDeliveries                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listWebhookDeliveries                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getWebhookDelivery                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
redeliverWebhookDelivery                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listConnectedApps                          | ok       | ok          | ok          | ok          | ok          | ok          | ok
deleteConnectedApp                         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listSessions                               | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
deleteSession                              | 403 user | ok          | 404         | ok          | 404         | 404         | 403 user
deleteUserPassword                         | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
listSignInProviders                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createSignInProvider                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getSignInProvider                          | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateSignInProvider                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteSignInProvider                       | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
testSignInProvider                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getSamlSettings                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
putSamlSettings                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
deleteSamlSettings                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getSetup                                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listAuditEntries                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listChanges                                | ok       | ok          | ok          | ok          | ok          | ok          | ok
listScimUsers                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
searchScimUsers                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimUser                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
replaceScimUser                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getScimMe                                  | 404      | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | 404
listScimGroups                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
searchScimGroups                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createScimGroup                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimGroup                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
replaceScimGroup                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateScimGroup                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteScimGroup                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getScimServiceProviderConfig               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimServiceProviderConfigs              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listScimResourceTypes                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimResourceType                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listScimSchemas                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimSchema                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getUsageReport                             | ok       | 403 org_key | 403 org_key | 403 org_key | 403 org_key | 403 org_key | ok
getRateLimits                              | ok       | ok          | ok          | ok          | ok          | ok          | ok
getTeamReport                              | ok       | ok          | ok          | ok          | ok          | 404         | 404
getOrganizationReport                      | ok       | ok          | ok          | ok          | ok          | ok          | ok
getScorecardReport                         | ok       | ok          | ok          | ok          | ok          | 404         | 404
listLabels                                 | ok       | ok          | ok          | ok          | ok          | ok          | ok
createLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getLabel                                   | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listLabelChoices                           | ok       | ok          | ok          | ok          | 404         | 404         | 404
listLabelChoices (private)                 | ok       | ok          | 404         | ok          | 404         | 404         | 404
listTargets                                | ok       | ok          | ok          | ok          | ok          | ok          | ok
createTarget                               | ok       | ok          | ok          | 403 manager | 403 manager | 400         | 400
getTarget                                  | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateTarget                               | ok       | ok          | ok          | 403 manager | 403 manager | 404         | 404
deleteTarget                               | ok       | ok          | ok          | 403 manager | 403 manager | 404         | 404
listTrackers                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
createTracker                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getTracker                                 | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateTracker                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteTracker                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listTrackerHits                            | ok       | ok          | ok          | ok          | ok          | 404         | 404
listGlossaryTerms                          | ok       | ok          | ok          | ok          | ok          | ok          | ok
createGlossaryTerm                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
importGlossaryTerms                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getGlossaryTerm                            | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateGlossaryTerm                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteGlossaryTerm                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getGlossaryTermUsage                       | ok       | ok          | ok          | ok          | ok          | 404         | 404
getConversationSentiment                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationSentiment (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
getStatisticsOccurrences                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
getStatisticsOccurrences (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listScorecards                             | ok       | ok          | ok          | ok          | ok          | ok          | ok
createScorecard                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScorecard                               | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateScorecard                            | ok       | 403 org_key | 403 org_key | 403 org_key | 403 org_key | 403 org_key | 404
deleteScorecard                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listScorecardItems                         | ok       | ok          | ok          | ok          | ok          | 404         | 404
createScorecardItem                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getScorecardItem                           | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateScorecardItem                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteScorecardItem                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listScorecardResults                       | ok       | ok          | ok          | ok          | ok          | 404         | 404
listConversationScorecardResults           | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationScorecardResults (private) | ok       | ok          | 404         | ok          | 404         | 404         | 404
putScorecardResult                         | ok       | ok          | ok          | ok          | 404         | 404         | 404
putScorecardResult (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteScorecardResult                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
deleteScorecardResult (private)            | ok       | ok          | 404         | ok          | 404         | 404         | 404
listUnreviewedScorecardResults             | ok       | ok          | ok          | ok          | ok          | ok          | ok
listConversationScorings                   | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationScorings (private)         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listConversationScorecards                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationScorecards (private)       | ok       | ok          | 404         | ok          | 404         | 404         | 404
locateQuotes                               | ok       | ok          | ok          | ok          | 404         | 404         | 404
locateQuotes (private)                     | ok       | ok          | 404         | ok          | 404         | 404         | 404
getScorecardAgreement                      | ok       | ok          | ok          | ok          | ok          | 404         | 404
listInsights                               | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
createInsight                              | ok       | ok          | 403 admin   | ok          | 403 admin   | 400         | 400
getInsight                                 | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteInsight                              | ok       | ok          | 404         | ok          | 404         | 404         | 404
listActions                                | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
createAction                               | ok       | ok          | 403 admin   | ok          | 403 admin   | 400         | 400
getAction                                  | 404      | ok          | ok          | ok          | 404         | 404         | 404
updateAction                               | 404      | 404         | 404         | ok          | 404         | 404         | 404
dismissAction                              | 404      | 404         | 404         | ok          | 404         | 404         | 404
createKnowledgeSource                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listKnowledgeSources                       | ok       | ok          | ok          | ok          | ok          | ok          | ok
uploadKnowledgeSource                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getKnowledgeSource                         | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateKnowledgeSource                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteKnowledgeSource                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
confirmKnowledgeSourceUpload               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
searchConversations                        | ok       | ok          | ok          | ok          | ok          | ok          | ok
searchKnowledge                            | ok       | ok          | ok          | ok          | ok          | ok          | ok
askAssistant                               | ok       | ok          | ok          | ok          | 404         | 404         | 404
askAssistant (private)                     | ok       | ok          | 404         | ok          | 404         | 404         | 404
askAssistantV2                             | ok       | ok          | ok          | ok          | 404         | 404         | 404
askAssistantV2 (private)                   | ok       | ok          | 404         | ok          | 404         | 404         | 404
createDeck                                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
listDecks                                  | ok       | ok          | ok          | ok          | ok          | ok          | ok
getDeck                                    | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateDeck                                 | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteDeck                                 | ok       | ok          | 404         | ok          | 404         | 404         | 404
getDeckFile                                | ok       | ok          | 404         | ok          | 404         | 404         | 404
createDeckShares                           | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateDeckShare                            | ok       | ok          | 404         | ok          | 404         | 404         | 404
deleteDeckShare                            | ok       | ok          | 404         | ok          | 404         | 404         | 404
listComments                               | ok       | ok          | ok          | ok          | 404         | 404         | 404
listComments (private)                     | ok       | ok          | 404         | ok          | 404         | 404         | 404
createComment                              | 403 user | ok          | ok          | ok          | 404         | 404         | 403 user
createComment (private)                    | 403 user | ok          | 404         | ok          | 404         | 404         | 403 user
listConversationViewers                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationViewers (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
getComment                                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateComment                              | 403 user | 403 author  | 403 author  | ok          | 404         | 404         | 403 user
deleteComment                              | ok       | ok          | 403 author  | ok          | 404         | 404         | 404
updateCommentResolution                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
putCommentReaction                         | 403 user | ok          | ok          | ok          | 404         | 404         | 403 user
deleteCommentReaction                      | 403 user | ok          | ok          | ok          | 404         | 404         | 403 user
listNotifications                          | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
markNotificationsRead                      | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
updateNotification                         | 403 user | 404         | 404         | ok          | 404         | 404         | 403 user
getNotificationSettings                    | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
updateNotificationSettings                 | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
listTasks                                  | ok          | ok          | ok          | ok          | 404         | 404         | 404
listTasks (private)                        | ok          | ok          | 404         | ok          | 404         | 404         | 404
createTask                                 | 403 user    | ok          | ok          | ok          | 404         | 404         | 403 user
createTask (private)                       | 403 user    | ok          | 404         | ok          | 404         | 404         | 403 user
getTask                                    | ok          | ok          | ok          | ok          | 404         | 404         | 404
getTask (private)                          | ok          | ok          | 404         | ok          | 404         | 404         | 404
updateTask                                 | ok          | ok          | ok          | ok          | 404         | 404         | 404
updateTask (private)                       | ok          | ok          | 404         | ok          | 404         | 404         | 404
listConversationPromises                   | ok          | ok          | ok          | ok          | 404         | 404         | 404
listConversationPromises (private)         | ok          | ok          | 404         | ok          | 404         | 404         | 404
listCoachingAssignments                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
listCoachingAssignments (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
createCoachingAssignment                   | 403 user | ok          | ok          | ok          | 404         | 404         | 403 user
createCoachingAssignment (private)         | 403 user | ok          | 404         | ok          | 404         | 404         | 403 user
getCoachingAssignment                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
getCoachingAssignment (private)            | ok       | ok          | 404         | ok          | 404         | 404         | 404
updateCoachingAssignment                   | ok       | ok          | 403 assigner | ok         | 404         | 404         | 404
deleteCoachingAssignment                   | ok       | ok          | 403 assigner | ok         | 404         | 404         | 404
listSnippets                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
createSnippet                              | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
getSnippet                                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateSnippet                              | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
deleteSnippet                              | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
listPublicLinks                            | ok       | ok          | 403 admin   | ok          | 403 admin   | ok          | ok
takeOverPublicLinks                        | 403 user | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 403 user
listLibraryFolders                         | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
createLibraryFolder                        | ok       | ok          | ok          | ok          | ok          | ok          | ok
getLibraryFolder                           | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateLibraryFolder                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteLibraryFolder                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listLibraryItems                           | ok       | ok          | ok          | ok          | ok          | 400         | 400
createLibraryItem                          | ok       | ok          | ok          | ok          | 400         | 400         | 400
getLibraryItem                             | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateLibraryItem                          | ok       | ok          | 403 owner   | 403 owner   | 404         | 404         | 404
replaceLibraryItemPosition                 | ok       | ok          | 403 owner   | 403 owner   | 404         | 404         | 404
deleteLibraryItem                          | ok       | ok          | 403 owner   | 403 owner   | 404         | 404         | 404
getOrganizationSharing                     | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
replaceOrganizationSharing                 | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getOrganizationPhoneNumbers                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
replaceOrganizationPhoneNumbers            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getOrganizationRedaction                   | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
replaceOrganizationRedaction               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
previewRedaction                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listMoves                                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getMove                                    | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listLegalHolds                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createLegalHold                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
deleteLegalHold                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listRetentionPolicies                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createRetentionPolicy                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getRetentionPolicy                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateRetentionPolicy                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteRetentionPolicy                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
previewRetentionPolicy                     | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getAuditRetention                          | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
replaceAuditRetention                      | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
updateConversationLegalHold                | ok       | ok          | 403 admin   | 403 admin   | 404         | 404         | 404
updateConversationLegalHold (private)      | ok       | ok          | 404         | 403 admin   | 404         | 404         | 404
getConversationLegalHold                   | ok       | ok          | 403 admin   | 403 admin   | 404         | 404         | 404
getConversationLegalHold (private)         | ok       | ok          | 404         | 403 admin   | 404         | 404         | 404
redactConversation                         | ok       | ok          | 403 admin   | 403 admin   | 404         | 404         | 404
redactConversation (private)               | ok       | ok          | 404         | 403 admin   | 404         | 404         | 404
listConversationRedactions                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
listConversationRedactions (private)       | ok       | ok          | 404         | ok          | 404         | 404         | 404
createRedactionRun                         | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getRedactionRun                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
createPersonErasure                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getPersonErasure                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
getPerson                                  | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
`
