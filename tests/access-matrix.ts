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
importConversation                         | ok       | ok          | ok          | ok          | ok          | ok          | ok
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
replaceLinkedCrmRecords                    | ok       | ok          | ok          | ok          | 404         | 404         | 404
replaceLinkedCrmRecords (private)          | ok       | ok          | 404         | ok          | 404         | 404         | 404
exportConversation                         | ok       | ok          | ok          | ok          | 404         | 404         | 404
exportConversation (private)               | ok       | ok          | 404         | ok          | 404         | 404         | 404
getConversationSummary                     | ok       | ok          | ok          | ok          | 404         | 404         | 404
getConversationSummary (private)           | ok       | ok          | 404         | ok          | 404         | 404         | 404
createConversationSummary                  | ok       | ok          | ok          | ok          | 404         | 404         | 404
createConversationSummary (private)        | ok       | ok          | 404         | ok          | 404         | 404         | 404
listCrmRecords                             | ok       | ok          | ok          | ok          | ok          | ok          | ok
putCrmRecords                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
putCrmRecord                               | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getCrmRecord                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
deleteCrmRecord                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
upsertTeamOpportunity                      | ok       | ok          | ok          | ok          | 404         | 404         | 404
listOpportunities                          | ok       | ok          | ok          | ok          | ok          | 400         | 400
getOpportunity                             | ok       | ok          | ok          | ok          | 404         | 404         | 404
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
listConnectedApps                          | ok       | ok          | ok          | ok          | ok          | ok          | ok
deleteConnectedApp                         | ok       | ok          | 404         | ok          | 404         | 404         | 404
listAuditEntries                           | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
listScimUsers                              | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
createScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
getScimUser                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
replaceScimUser                            | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
updateScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteScimUser                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listScimGroups                             | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | ok          | ok
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
listLabels                                 | ok       | ok          | ok          | ok          | ok          | ok          | ok
createLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 400         | 400
getLabel                                   | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteLabel                                | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
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
listInsights                               | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
listActions                                | 403 user | ok          | ok          | ok          | ok          | ok          | 403 user
createAction                               | ok       | ok          | 403 admin   | ok          | 403 admin   | 400         | 400
getAction                                  | 404      | 404         | 404         | ok          | 404         | 404         | 404
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
listSnippets                               | ok       | ok          | ok          | ok          | ok          | ok          | ok
createSnippet                              | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
getSnippet                                 | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateSnippet                              | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
deleteSnippet                              | ok       | ok          | 403 owner   | ok          | 404         | 404         | 404
listLibraryFolders                         | ok       | ok          | 403 admin   | ok          | 403 admin   | 404         | 404
createLibraryFolder                        | ok       | ok          | ok          | ok          | ok          | ok          | ok
getLibraryFolder                           | ok       | ok          | ok          | ok          | ok          | 404         | 404
updateLibraryFolder                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
deleteLibraryFolder                        | ok       | ok          | 403 admin   | 403 admin   | 403 admin   | 404         | 404
listLibraryItems                           | ok       | ok          | ok          | ok          | ok          | 400         | 400
createLibraryItem                          | ok       | ok          | ok          | ok          | 400         | 400         | 400
getLibraryItem                             | ok       | ok          | ok          | ok          | 404         | 404         | 404
updateLibraryItem                          | ok       | ok          | 403 owner   | 403 owner   | 404         | 404         | 404
deleteLibraryItem                          | ok       | ok          | 403 owner   | 403 owner   | 404         | 404         | 404
`

export interface Row {
  readonly id: string
  readonly kind: 'open' | 'private'
  readonly expected: Readonly<Record<string, string>>
}

export function rowsOf(table: string): Row[] {
  const [, ...lines] = table.trim().split('\n')
  return lines.map((line) => {
    const [name = '', ...cells] = line.split('|').map((cell) => cell.trim())
    return {
      id: name.replace(' (private)', ''),
      kind: name.endsWith('(private)') ? 'private' : 'open',
      expected: Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index] ?? ''])),
    }
  })
}
