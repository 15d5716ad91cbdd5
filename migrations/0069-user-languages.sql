-- compatible-from: 0068
-- Language of the app and of emails (docs/decisions/0095), as a tag such as de.
-- `language` is the one that the user or an identity provider chose. Null: the language of the browser.
-- `browser_language` is the one in which the app was last shown to a user who chose none. Emails use it.

alter table users add column language text, add column browser_language text;

-- Language of the posts in a channel of Slack or Microsoft Teams.
alter table webhooks add column language text not null default 'en';

-- The same as in the migration `account-events`, with the language.
create or replace function announce_users() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  -- A statement that changes the primary team of several users follows a change of members, whose event names them.
  is_single boolean;
begin
  if tg_op = 'INSERT' then
    perform queue_event(n.organization_id, 'user.created', json_build_object('user_id', n.id))
    from added n where has_listener(n.organization_id) order by n.id;
    return null;
  end if;
  is_single := (select count(*) = 1 from added);
  perform queue_event(
    n.organization_id, case when n.active then 'user.activated' else 'user.deactivated' end,
    json_build_object('user_id', n.id))
  from added n join removed o on (o.organization_id, o.id) = (n.organization_id, n.id)
  where o.active <> n.active and has_listener(n.organization_id) order by n.id;
  perform queue_event(
    c.organization_id, 'user.updated', json_build_object('user_id', c.id, 'changed', to_json(c.changed)))
  from (
    select n.organization_id, n.id, array_remove(array[
      case when o.email <> n.email then 'email' end,
      case when o.first_name <> n.first_name then 'first_name' end,
      case when o.last_name <> n.last_name then 'last_name' end,
      case when o.bot_name <> n.bot_name then 'bot_name' end,
      case when o.role_id <> n.role_id then 'role' end,
      case when is_single and o.primary_team_id is distinct from n.primary_team_id then 'primary_team_id' end,
      case when o.transcript_lang <> n.transcript_lang then 'transcript_lang' end,
      case when o.join_outside_host_meetings is distinct from n.join_outside_host_meetings
        then 'join_outside_host_meetings' end,
      case when o.language is distinct from n.language then 'language' end,
      case when o.settings <> n.settings then 'settings' end], null) as changed
    from added n join removed o on (o.organization_id, o.id) = (n.organization_id, n.id)
  ) c
  where cardinality(c.changed) > 0 and has_listener(c.organization_id) order by c.id;
  return null;
end
$$;
