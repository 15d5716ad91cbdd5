/**
 * Columns with personal data by table, for erasing a person and for redacting everything that quotes a conversation.
 * `tests/words-in-tables.test.ts` fails for a text column that is neither here nor in `non-personal-columns.ts`. Add an entry
 * for each new table.
 */

/** Content of a column: text, a list of texts, JSON, or JSON stored as text. */
export type ColumnContent = 'words' | 'list' | 'json' | 'json text'

export interface PersonalDataColumn {
  readonly table: string
  /** Primary key without the organization. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnContent>>
  /** Columns derived from another column by case folding. */
  readonly folded?: Readonly<Record<string, string>>
  /**
   * Relation of rows to a conversation: by `conversation_id`, or through a table where columns of this table (left)
   * match its columns (right). Absent if rows don't belong to conversations.
   */
  readonly of?: 'conversation_id' | { readonly through: string; readonly on: Readonly<Record<string, string>> }
  /**
   * Derived from the transcript, but not always verbatim. Redacting the transcript deletes the row; the next analysis
   * creates it again.
   */
  readonly remade?: true
}

const ofConversation = { of: 'conversation_id' } as const

/**
 * Tables that contain personal data but aren't listed here have separate code (`stages.ts`, `mask-conversation.ts`).
 */
export const PLACES: readonly PersonalDataColumn[] = [
  {
    table: 'conversation_summaries',
    key: ['conversation_id'],
    columns: { content: 'json' },
    ...ofConversation,
    remade: true,
  },
  {
    table: 'conversation_topics',
    key: ['conversation_id'],
    columns: { key_phrases: 'json text', named_things: 'json text', chapters: 'json text' },
    ...ofConversation,
    remade: true,
  },
  {
    table: 'tracker_hits',
    key: ['tracker_id', 'conversation_id'],
    columns: { hits: 'json text' },
    ...ofConversation,
    remade: true,
  },
  {
    table: 'conversation_label_choices',
    key: ['conversation_id', 'category'],
    columns: { evidence: 'json' },
    ...ofConversation,
  },
  {
    table: 'scorecard_results',
    key: ['conversation_id', 'scorecard_id'],
    columns: { title: 'words', summary: 'json', items: 'json', unscored: 'json' },
    ...ofConversation,
  },
  {
    table: 'scorecard_scorings',
    key: ['conversation_id', 'scorecard_id'],
    columns: { title: 'words', items: 'json', unscored: 'json', summary_text: 'words' },
    ...ofConversation,
  },
  {
    table: 'gi_run_conversations',
    key: ['insight_id', 'conversation_id'],
    columns: { findings: 'json' },
    ...ofConversation,
  },
  { table: 'gi_items', key: ['result_id', 'position'], columns: { quote: 'words' }, ...ofConversation },
  {
    table: 'gi_results',
    key: ['id'],
    columns: { prompt: 'words', result: 'words', emails_used: 'json', notice: 'words' },
    of: { through: 'gi_result_conversations', on: { id: 'result_id' } },
  },
  { table: 'gi_runs', key: ['insight_id'], columns: { source_findings: 'json' } },
  { table: 'gi_insights', key: ['id'], columns: { title: 'words' } },
  {
    table: 'actions',
    key: ['id'],
    columns: {
      title: 'words',
      subject: 'words',
      draft_body: 'words',
      proposed_recipients: 'json',
      rationale: 'words',
      key_quote: 'json',
      evidence: 'json',
      ground: 'json',
    },
    of: { through: 'action_conversations', on: { id: 'action_id' } },
  },
  { table: 'snippets', key: ['id'], columns: { title: 'words', notes: 'words' }, ...ofConversation },
  {
    table: 'comments',
    key: ['id'],
    columns: { body: 'words', quote: 'words', speaker: 'words' },
    ...ofConversation,
  },
  {
    table: 'tasks',
    key: ['id'],
    columns: { text: 'words', quote: 'words', promiser_name: 'words', promiser_email: 'words' },
    ...ofConversation,
  },
  { table: 'coaching_assignments', key: ['id'], columns: { question: 'words', answer: 'words' }, ...ofConversation },
  {
    table: 'decks',
    key: ['id'],
    columns: { title: 'words', document: 'json' },
    of: { through: 'deck_conversations', on: { id: 'deck_id' } },
  },
  {
    table: 'integration_runs',
    key: ['id'],
    columns: { workflow_name: 'words', fields: 'json', left_out: 'json', records: 'json', said: 'words' },
    ...ofConversation,
  },
  { table: 'media_files', key: ['conversation_id'], columns: { file_name: 'words' }, ...ofConversation },
  {
    table: 'super_agent_messages',
    key: ['session_id', 'position'],
    columns: { content: 'words', args: 'json' },
    of: { through: 'super_agent_sources', on: { session_id: 'session_id' } },
  },
  { table: 'super_agent_sessions', key: ['id'], columns: { title: 'words' } },
  { table: 'opportunities', key: ['id'], columns: { title: 'words' }, folded: { title_folded: 'title' } },
  { table: 'crm_record_changes', key: ['id'], columns: { old_value: 'words', new_value: 'words' } },
  { table: 'webhook_deliveries', key: ['id'], columns: { body: 'json text' } },
  { table: 'webhook_attempts', key: ['delivery_id', 'number'], columns: { response_body: 'words' } },
  { table: 'webhooks', key: ['id'], columns: { description: 'words' } },
  { table: 'library_folders', key: ['id'], columns: { name: 'words' }, folded: { name_folded: 'name' } },
  { table: 'labels', key: ['id'], columns: { name: 'words', description: 'words' }, folded: { name_folded: 'name' } },
  { table: 'label_options', key: ['label_id', 'id'], columns: { value: 'words', description: 'words' } },
  {
    table: 'trackers',
    key: ['id'],
    columns: { name: 'words', description: 'words', phrases: 'list' },
    folded: { name_folded: 'name' },
  },
  {
    table: 'scorecards',
    key: ['id'],
    columns: { title: 'words', detailed_instructions: 'words', scorecard_prompt: 'words' },
  },
  {
    table: 'scorecard_items',
    key: ['scorecard_id', 'id'],
    columns: { title: 'words', expert_prompt: 'words', metadata: 'json' },
  },
  { table: 'field_configurations', key: ['id'], columns: { name: 'words' } },
  {
    table: 'field_values',
    key: ['conversation_id', 'id'],
    columns: { title: 'words', value: 'json', evidence: 'json', history: 'json' },
    ...ofConversation,
  },
  {
    table: 'field_items',
    key: ['id'],
    columns: { title: 'words', contents: 'words', description: 'words', options: 'json' },
  },
  { table: 'teams', key: ['id'], columns: { name: 'words' } },
  { table: 'roles', key: ['id'], columns: { name: 'words' } },
  { table: 'scim_groups', key: ['team_id'], columns: { extensions: 'json' } },
  { table: 'api_keys', key: ['id'], columns: { name: 'words' } },
  { table: 'passkeys', key: ['id'], columns: { name: 'words' } },
  { table: 'crm_connections', key: ['id'], columns: { name: 'words' } },
  { table: 'sign_in_providers', key: ['id'], columns: { name: 'words' } },
  { table: 'sources', key: ['id'], columns: { name: 'words' } },
  { table: 'integration_workflows', key: ['id'], columns: { name: 'words' } },
  { table: 'retention_policies', key: ['id'], columns: { name: 'words' } },
  { table: 'saved_views', key: ['id'], columns: { name: 'words', filters: 'json' } },
  { table: 'recording_sessions', key: ['id'], columns: { title: 'words' } },
  { table: 'redaction_runs', key: ['id'], columns: { filters: 'json' } },
  { table: 'legal_holds', key: ['id'], columns: { reason: 'words' } },
  { table: 'move_calls', key: ['move_id', 'external_id'], columns: { owner_email: 'words' } },
  { table: 'move_parts', key: ['move_id', 'kind', 'external_id'], columns: { title: 'words' } },
]
