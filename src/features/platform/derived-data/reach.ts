/**
 * Visibility of the words in each table. `tests/derived-tables.test.ts` fails for a table that stores words, or belongs to
 * conversations, and isn't listed here; `tests/derived-data.test.ts` then walks every operation, page and link to it.
 *
 * `derived`: its rows contain words of conversations, or facts about them. Every query that returns them contains
 * `visibleTo` or `canSeeAllBehind`, so that only callers who see all of those conversations get any.
 * `free`: the reason why its rows reveal nothing of a conversation.
 */
export type DerivationReach = Derived | { readonly free: FreeReason }

export interface Derived {
  /** How to find the conversations behind a row: by a column of its own, or through another table. */
  readonly derived: 'conversation_id' | 'id' | Through
  /** Whether requests and responses name its rows by `id`: such an ID represents the conversations behind the row. */
  readonly named?: true
}

export interface Through {
  readonly table: string
  /** Its column that holds `id`, or `own`, of the row. */
  readonly column: string
  /** Column of the row that refers to the other table, if that isn't `id`. */
  readonly own?: string
}

type FreeReason =
  /** People describe what to look for or how to work, in words of their own. */
  | 'definition'
  /** Facts about people, teams or the organization. */
  | 'directory'
  /** Imported from a CRM or written into the knowledge base; never from a conversation. */
  | 'source'
  /** IDs, counts and codes. */
  | 'ids'
  /** Only admins read it, who see every conversation. */
  | 'admins'
  /** Part of an import that isn't stored yet. No response contains it. */
  | 'in transit'

const ofConversation: Derived = { derived: 'conversation_id' }

export const REACH: Readonly<Record<string, DerivationReach>> = {
  conversations: { derived: 'id', named: true },
  conversation_details: ofConversation,
  conversation_crm_links: ofConversation,
  conversation_label_choices: ofConversation,
  conversation_labels: ofConversation,
  conversation_participants: ofConversation,
  conversation_summaries: ofConversation,
  conversation_topics: ofConversation,
  transcripts: ofConversation,
  transcript_redactions: ofConversation,
  transcriptions: ofConversation,
  analyses: ofConversation,
  analysis_steps: ofConversation,
  media_files: ofConversation,
  tracker_hits: ofConversation,
  scorecard_results: ofConversation,
  scorecard_scorings: ofConversation,
  scorecard_dismissals: ofConversation,
  speaker_name_dismissals: ofConversation,
  conversation_rearrangements: { ...ofConversation, named: true },
  field_values: { ...ofConversation, named: true },
  integration_runs: { ...ofConversation, named: true },
  // Which call at a source a conversation was. Only admins read it.
  source_recordings: { ...ofConversation, named: true },
  // Texts of the knowledge base among them, which belong to no conversation.
  searched_texts: ofConversation,
  passages: { derived: { table: 'searched_texts', column: 'id', own: 'text_id' } },
  passage_words: { derived: { table: 'searched_texts', column: 'id', own: 'text_id' } },
  snippets: { ...ofConversation, named: true },
  library_items: { ...ofConversation, named: true },
  comments: { ...ofConversation, named: true },
  notifications: { ...ofConversation, named: true },
  coaching_assignments: { ...ofConversation, named: true },
  tasks: { ...ofConversation, named: true },
  decks: { derived: { table: 'deck_conversations', column: 'deck_id' }, named: true },
  deck_conversations: ofConversation,
  deck_shares: { derived: { table: 'deck_conversations', column: 'deck_id', own: 'deck_id' }, named: true },
  gi_insights: { derived: { table: 'gi_run_conversations', column: 'insight_id' }, named: true },
  gi_results: { derived: { table: 'gi_result_conversations', column: 'result_id' }, named: true },
  gi_result_conversations: ofConversation,
  gi_items: ofConversation,
  gi_run_conversations: ofConversation,
  actions: { derived: { table: 'action_conversations', column: 'action_id' }, named: true },
  action_conversations: ofConversation,
  super_agent_sessions: { derived: { table: 'super_agent_sources', column: 'session_id' }, named: true },
  super_agent_messages: { derived: { table: 'super_agent_sources', column: 'session_id', own: 'session_id' } },
  super_agent_sources: ofConversation,
  kept_answers: { derived: { table: 'kept_answer_conversations', column: 'key', own: 'key' } },
  kept_answer_conversations: ofConversation,

  // Facts that somebody wrote without a conversation.
  labels: { free: 'definition' },
  label_options: { free: 'definition' },
  trackers: { free: 'definition' },
  glossary_terms: { free: 'definition' },
  glossary_spellings: { free: 'definition' },
  glossary_versions: { free: 'ids' },
  scorecards: { free: 'definition' },
  targets: { free: 'definition' },
  scorecard_items: { free: 'definition' },
  field_configurations: { free: 'definition' },
  field_items: { free: 'definition' },
  library_folders: { free: 'definition' },
  saved_views: { free: 'definition' },
  // Recordings before they become conversations. Only their user reads them.
  recording_sessions: { free: 'in transit' },
  recording_parts: { free: 'in transit' },
  integration_workflows: { free: 'definition' },
  crm_connections: { free: 'definition' },
  sources: { free: 'definition' },
  source_deliveries: { free: 'admins' },
  source_objects: { free: 'ids' },
  sign_in_providers: { free: 'definition' },
  saml_providers: { free: 'definition' },
  saml_attempts: { free: 'admins' },
  retention_policies: { free: 'definition' },
  api_keys: { free: 'definition' },
  passkeys: { free: 'directory' },
  webhooks: { free: 'definition' },
  organizations: { free: 'directory' },
  organization_phone_numbers: { free: 'directory' },
  teams: { free: 'directory' },
  roles: { free: 'directory' },
  users: { free: 'directory' },
  invitations: { free: 'directory' },
  scim_groups: { free: 'directory' },
  scim_users: { free: 'directory' },
  sign_in_identities: { free: 'directory' },
  opportunities: { free: 'source' },
  crm_records: { free: 'source' },
  crm_record_values: { free: 'source' },
  crm_record_changes: { free: 'source' },
  knowledge_sources: { free: 'source' },
  gi_runs: { free: 'source' },
  webhook_deliveries: { free: 'ids' },
  webhook_attempts: { free: 'admins' },
  staged_texts: { free: 'in transit' },
  audit_log: { free: 'admins' },
  legal_holds: { free: 'admins' },
  // Counts, IDs and addresses of owners at other products. Conversations are behind them only by their external IDs.
  move_calls: { free: 'admins' },
  move_parts: { free: 'admins' },
  redaction_runs: { free: 'admins' },
  person_erasures: { free: 'admins' },
}
