/**
 * The tools that decisions, section 6, promise: scope r `mcp:read` or w `mcp:write`, then A admin, U user-level only, O
 * org-level only, D destructive.
 */
const TABLE = `
get_me r
search_calls r · get_call_details r · update_call w · archive_call w D · restore_call w · change_conversation_labels w · label_calls w · import_call w
merge_calls w · split_call w · undo_merge_or_split w · list_speaker_name_suggestions r · rename_speaker w · dismiss_speaker_name w
set_call_start w · set_call_owner w · set_call_participants w · list_call_lines r · correct_call_lines w
ask_assistant r · search_knowledge r
list_insights r · get_insight r · create_insight w
list_snippets r · get_snippet r · create_snippet w · update_snippet w · delete_snippet w D · list_library_folders r · create_library_folder w · create_deck w · list_decks r
list_teams r · get_team r · get_team_members r · create_team w A · update_team w A · archive_team w A · change_team_parent w A · add_team_member w A · remove_team_member w A
list_reps r · list_roles r · list_invitations r · invite_user w U · update_invitation w U · delete_invitation w U D · update_user w A · update_user_teams w A · manage_user_role w A · delete_user w A U D · reactivate_user w A
get_scorecards r · get_scorecard_details r · create_scorecard w A · update_scorecard w A · delete_scorecard w A D · create_scorecard_item w A · update_scorecard_item w A · delete_scorecard_item w A D · list_scorecard_results r
list_labels r · create_label w A · update_label w A · delete_label w A D
list_trackers r · list_tracker_hits r · create_tracker w A · update_tracker w A
list_field_configurations r · get_field_configuration r · create_field_configuration w A · update_field_configuration w A · delete_field_configuration w A D
list_field_configuration_items r · get_field_configuration_item r · create_field_configuration_item w A · update_field_configuration_item w A · delete_field_configuration_item w A D
list_crm_records r · list_opportunities r · get_opportunity r · get_opportunity_overview r · update_linked_crm_records w · confirm_crm_fields w · trigger_native_integration w · list_integration_workflows r
list_knowledge_sources r · get_knowledge_source r · create_knowledge_source w A · update_knowledge_source w A · delete_knowledge_source w A D
list_glossary r · set_glossary_term w A · delete_glossary_term w A D
list_comments r · add_comment w U · resolve_comment w · update_comment w U · delete_comment w D · add_comment_reaction w U · remove_comment_reaction w U
list_notifications r U · update_notification w U · mark_notifications_read w U · get_notification_settings r U · update_notification_settings w U
list_coaching_assignments r · create_coaching_assignment w U · update_coaching_assignment w
list_tasks r · create_task w U · update_task w
list_actions r U · dismiss_action w U · update_action w U
list_api_keys r · create_api_key w A · delete_api_key w A D
get_usage_report r O · get_team_report r
send_super_agent_message w U · list_super_agent_sessions r U · get_super_agent_session_history r U · rename_super_agent_session w U · cancel_super_agent_processing w U · delete_super_agent_session w U D
search r · fetch r
`

export interface PromisedTool {
  readonly name: string
  readonly scope: 'read' | 'write'
  readonly admin: boolean
  readonly level: 'user' | 'organization' | undefined
  readonly destructive: boolean
}

export const promised: readonly PromisedTool[] = TABLE.trim()
  .split(/\n| · /)
  .map((line) => {
    const [name = '', scope, ...flags] = line.split(' ')
    return {
      ...{
        name,
        scope: scope === 'r' ? 'read' : 'write',
        admin: flags.includes('A'),
        destructive: flags.includes('D'),
      },
      level: flags.includes('U') ? 'user' : flags.includes('O') ? 'organization' : undefined,
    }
  })
