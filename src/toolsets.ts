/**
 * Toolsets that clients can choose (`core/toolsets.ts`). A new tool needs a place here; `tests/toolsets.test.ts` checks
 * that, and the size of each list.
 */
import { tools } from './catalog.ts'
import type { Toolsets } from './core/toolsets.ts'

/** The daily work of a salesperson: find, read, ask, clip, follow up. */
const everyday = [
  ...['get_me', 'list_reps', 'search_calls', 'get_call_details', 'ask_assistant', 'search_knowledge'],
  ...['update_call', 'change_conversation_labels', 'list_labels', 'create_snippet'],
  ...['list_opportunities', 'get_opportunity_overview', 'list_actions', 'dismiss_action', 'search', 'fetch'],
]

/** Reviews of calls by a manager: scorecards, reports, insights, clips and comments. */
const coaching = [
  ...['get_me', 'list_teams', 'get_team', 'get_team_members', 'list_reps'],
  ...['search_calls', 'get_call_details', 'ask_assistant', 'list_labels', 'change_conversation_labels'],
  ...['label_calls', 'list_trackers', 'list_tracker_hits'],
  ...['list_speaker_name_suggestions', 'rename_speaker', 'dismiss_speaker_name'],
  ...['get_scorecards', 'get_scorecard_details', 'list_scorecard_results', 'get_team_report'],
  ...['list_insights', 'get_insight', 'create_insight', 'list_comments', 'add_comment', 'resolve_comment'],
  ...['update_comment', 'delete_comment', 'add_comment_reaction', 'remove_comment_reaction'],
  ...['list_snippets', 'get_snippet', 'create_snippet', 'update_snippet', 'delete_snippet'],
  ...['list_library_folders', 'create_library_folder', 'list_notifications'],
  ...['update_notification', 'mark_notifications_read'],
  ...['get_notification_settings', 'update_notification_settings'],
  ...['list_coaching_assignments', 'create_coaching_assignment', 'update_coaching_assignment'],
]

/** Opportunities, linked records, extracted fields and follow-up actions. */
const crm = [
  ...['get_me', 'search_calls', 'get_call_details', 'ask_assistant', 'import_call'],
  ...['list_opportunities', 'get_opportunity', 'get_opportunity_overview', 'list_crm_records'],
  'update_linked_crm_records',
  ...['confirm_crm_fields', 'trigger_native_integration', 'list_integration_workflows'],
  ...['list_field_configurations', 'get_field_configuration', 'list_field_configuration_items'],
  ...['get_field_configuration_item', 'list_actions', 'update_action', 'dismiss_action', 'create_deck', 'list_decks'],
  ...['list_tasks', 'create_task', 'update_task'],
]

/** Users, teams, keys and definitions of the organization, and the agent that works on them. */
const admin = [
  ...['get_me', 'list_teams', 'get_team', 'get_team_members', 'list_reps', 'list_roles'],
  ...tools.filter(isAdministration).map(({ name }) => name),
  ...['get_scorecards', 'get_scorecard_details', 'list_labels', 'archive_call', 'restore_call'],
  ...['merge_calls', 'split_call', 'undo_merge_or_split'],
  ...['list_field_configurations', 'get_field_configuration', 'list_field_configuration_items'],
  ...['get_field_configuration_item', 'list_knowledge_sources', 'get_knowledge_source', 'list_glossary'],
  ...['list_invitations', 'list_api_keys', 'get_usage_report'],
  ...['invite_user', 'update_invitation', 'delete_invitation'],
  ...['list_super_agent_sessions', 'get_super_agent_session_history', 'send_super_agent_message'],
  ...['rename_super_agent_session', 'cancel_super_agent_processing', 'delete_super_agent_session'],
]

/** Corrections of calls after an import: date, owner, participants, speakers and lines, and calls that belong together. */
const repair = [
  ...['get_me', 'list_reps', 'search_calls', 'get_call_details', 'update_call', 'import_call'],
  ...['set_call_start', 'set_call_owner', 'set_call_participants'],
  ...['list_call_lines', 'correct_call_lines'],
  ...['list_speaker_name_suggestions', 'rename_speaker', 'dismiss_speaker_name'],
  ...['merge_calls', 'split_call', 'undo_merge_or_split', 'archive_call', 'restore_call'],
]

function isAdministration({ operation: { requires } }: (typeof tools)[number]): boolean {
  return requires.role === 'ADMIN'
}

export const toolsets: Toolsets = {
  everyday: new Set(everyday),
  coaching: new Set(coaching),
  crm: new Set(crm),
  admin: new Set(admin),
  repair: new Set(repair),
}
