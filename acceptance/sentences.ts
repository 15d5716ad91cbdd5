/**
 * What the contract says, sentence by sentence, each with a name that checks refer to: the number of the operation and
 * a letter. `docs/contract.md` is the table of sentences and checks; a test fails when a sentence has none.
 */
export const sentences: Readonly<Record<string, string>> = {
  // Every REST operation
  'all.a': 'All REST paths are relative to the base address, which ends with /v2.',
  'all.b': 'Every operation carries the header Authorization with an API key; the samples send the key as the value.',
  'all.c': 'A missing or invalid key gives 401 with body {code: 401, message string}.',
  'all.d': 'Where an operation has a body, application/json and application/vnd.api+json are accepted.',
  'all.e': 'SCIM bodies: application/json and application/scim+json.',
  'all.f': 'A resource error has id, status (string), code, title, detail, source {pointer}.',
  'all.g': 'Deleting or reading a resource of another organization returns 404.',
  'all.h': 'All identifiers are strings. Timestamps are ISO 8601 strings.',
  'all.i': 'The interface description itself carries the version 1.8.0.',

  // 1. GET /gi/history
  '1.a': 'Returns the history of generalized insights for a user; user_uuid is required.',
  '1.b': 'withoutEnhancingResults: true returns raw insight data without further processing.',
  '1.c': 'limit: maximum number of entries; offset: entries to skip.',
  '1.d': 'Responses: 200 GIHistoryResponse; 401 error; any other status uses the generic error shape.',

  // 2. GET /conversations/list and 3. GET /conversations
  '2.a': 'The envelope has data, links {self, related} and meta {pageCount, totalRecords, pageNumber, pageSize}.',
  '2.b': 'extractedIntelligence and confirmedExtractedIntelligence are omitted unless withCrmRecords is given.',
  '2.c': 'Empty conversations are not excluded.',
  '2.d': 'page starts from 1; size is at most 50.',
  '2.e': 'fromDateTime and toDateTime are a date-time range.',
  '2.f': 'filter[title] is a case-insensitive partial match.',
  '2.g': 'Filters with several values are comma separated.',
  '2.h': 'filter[crm_field.*] matches entity, field name and exact values, OR-ed; at most 10 values.',
  '2.i': 'filter[analyzed] is deprecated.',
  '2.j':
    'The hide_ flags exclude internal, non-analyzed, pending and failed conversations, and those without transcripts.',
  '2.k': 'The include_ and with flags, and detailedTranscript, each add what they name.',
  '3.a': 'The filters are those of operation 2, and no maximum of 50 holds for size.',
  '3.b': 'Extracted intelligence is included by default and empty conversations are excluded.',

  // 4. POST /snippets
  '4.a': 'Creates a snippet; the result has id, url and share_code.',
  '4.b': 'user_uuid is the creator, conversation_id the source conversation.',
  '4.c': 'video has start_time, end_time and duration: numbers, fractional allowed.',
  '4.d': 'internal and notify_views are booleans, title and notes strings.',
  '4.e': 'in_library is a boolean, or an object with my_library and folder_path.',
  '4.f':
    'reference has characters and speakers {start_idx, end_idx: strings of integers} and transcript_version V1 or V2.',
  '4.g': 'Error: the 404-style error body.',

  // 5. POST /knowledge-base/sources
  '5.a': 'Creates a source with inline content; the result is the knowledge base source envelope.',
  '5.b': 'title: at most 500 characters.',
  '5.c': 'content: at most 524288 characters, required.',
  '5.d': 'format: text/markdown (default), text/html, text/plain.',
  '5.e': 'Indexing is triggered automatically; the created response shows status indexed.',
  '5.f':
    'data has type kb_sources, id, and attributes with title, source_type manual, content, format, status, file_size, chunk_count, created_at, updated_at.',

  // 6. POST /create_deck
  '6.a': 'Generates a presentation deck from conversations, deals or other content.',
  '6.b':
    'The result is success (boolean), link (string), error (string, empty when successful), emails_shared_with (array of strings).',
  '6.c': 'Body: context_id, deck_type and additional_instructions, strings; slides, an integer.',
  '6.d': 'users_to_share: array of e-mail strings.',
  '6.e': 'structure: array of {layout_instruction string, content_instruction string}.',

  // 7. PATCH /scorecards/{id}
  '7.a': 'Only fields present are changed; the result is the envelope data holding the Scorecard.',
  '7.b': 'Requires an org-scoped API key.',
  '7.c': 'At least one field must be present.',
  '7.d': 'title: 1-128 characters, trimmed.',
  '7.e': 'teamId reassigns to one team, allTeams to every team; teamId and allTeams=true are mutually exclusive.',
  '7.f': 'enabled moves the scorecard between enabled and disabled; other omitted fields keep their values.',
  '7.g': 'interactionType: conversation, chat, email.',
  '7.h': 'detailedInstructions: 0-2000 characters.',
  '7.i': 'scorecardPrompt: 0-8000 characters; expertMode is a boolean.',
  '7.j': 'criteria has an operator and conditions {field: label id, value: option id}.',
  '7.k': 'Errors: error bodies of the 404 shape.',

  // 8, 9. SCIM groups and 10. users
  '8.a': 'Replaces a group: schemas, displayName, members {value, display}; the result is the SCIM group.',
  '8.b': 'Members are replaced exactly.',
  '8.c': 'Errors: 401 body and SCIM error bodies (schemas with the error URN, detail, integer status; 409 occurs).',
  '9.a': 'Returns one group by SCIM group id: schemas, id, displayName, members {value user id, display}.',
  '9.b': 'Errors: 401 and SCIM error bodies.',
  '10.a': 'Replaces a user; the result echoes the user.',
  '10.b':
    'A SCIM user has id, externalId, meta {created, lastModified, version}, schemas, userName, displayName, preferredLanguage, locale, timezone, active, emails, phoneNumbers, groups, name.',
  '10.c': 'A provider custom attribute object, named by a URN, holds roleUUID.',
  '10.d': 'Errors: 401 and SCIM error bodies.',

  // 11. PUT /conversations/{id}/linked-crm-records
  '11.a': 'Replaces the whole set of CRM records linked to the conversation; the result is {success: boolean}.',
  '11.b': 'linked_crm_records: array of {id string, code: CRM entity code}.',
  '11.c': 'opportunity_id is a string.',

  // 12. POST /ask_assistant
  '12.a': 'Answers a prompt about a context; the result is output (string) and conversations_used (array of ids).',
  '12.b': 'Body: context_type (conversation occurs), context_id, prompt: strings.',
  '12.c': 'When nothing in the context answers, output says so and conversations_used is empty.',
  '12.d': 'The operation is deprecated.',
  '12.e': 'Reading a resource of another organization returns 404; the permission rules are those of the application.',

  // 13. POST /conversations/{id}/trigger-native-integration
  '13.a': 'Triggers CRM integration workflows for a conversation without waiting for completion.',
  '13.b': 'The result is {workflows}: an array of {workflowId, runId}.',
  '13.c': 'Workflow ids are deterministic, which deduplicates repeated triggers.',
  '13.d': 'Body: workflowIds and fieldKeys, arrays of strings, and autoExecution, boolean.',

  // 14. PUT /teams/{id}/opportunity
  '14.a': 'When the opportunity id already exists for the team it is updated, otherwise created.',
  '14.b': 'Body: opportunity_id and title, strings; the result is {id}, the UUID of the record.',

  // 15. GET /library/folders
  '15.a': 'Without a folder id it returns the root structure.',
  '15.b': 'With folderUUID it returns only the direct subfolders of that folder.',
  '15.c': 'The user UUID is required to fetch the structure.',
  '15.d': 'A flag restricts to the personal folders of the user; false: organization-level folders.',
  '15.e': 'A flag includes hidden folders (default false).',
  '15.f':
    'A folder has uuid, name, organizationUUID, parentUUID (empty for root), path, hidden, userUUID, subFolders {uuid, name, parentUUID, hidden, totalElements, totalFolders} and subFoldersTotal.',
  '15.g': 'Errors: 401, 500, 404 bodies.',

  // 16, 19, 20. Field configurations
  '16.a': 'Items have uuid, fieldConfigurationUUID, title, category, contents, promptType, contentType.',
  '16.b': 'Page number from 1 (default 1); page size default 50, maximum 200.',
  '16.c': 'The result is {data, meta: {totalRecords, pageNumber, pageSize, pageCount}}.',
  '19.a': 'Hard-deletes an item and every assignment row that referenced it; the response has no body.',
  '19.b': 'An item of a field configuration belonging to another organization gives 404.',
  '20.a': 'Hard-deletes a field configuration and, in the same request, every assignment row pointing at it; no body.',
  '20.b': 'A configuration of another organization gives 404.',

  // 17. GET /organizations/users
  '17.a': 'Lists users of the organization; teamUUID restricts to one team.',
  '17.b':
    'A user has uuid, email, firstName, lastName, botName, primaryTeamUUID, transcriptLang, roles, settings and teams.',
  '17.c': 'Errors: 401, 500, 404 bodies.',

  // 18. POST /actions/{action_uuid}/dismiss
  '18.a': 'Dismisses a pending proactive action owned by the caller; the result has action_uuid and updated true.',
  '18.b': 'The action is no longer pending.',
  '18.c': 'An action that is not owned by the caller is not found.',
}
