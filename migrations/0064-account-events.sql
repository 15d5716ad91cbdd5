-- Events of users and teams (docs/decisions/0088). Many paths change them: the API, SCIM, invitations, identity
-- providers and the command line, some of which can't add jobs. Triggers therefore create the deliveries, in the
-- transaction of the change, and a row in webhook_wakes for each, from which a loop adds the jobs that send them.

create table webhook_wakes (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  webhook_id uuid not null,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);
select protect_tenant_table('webhook_wakes');

-- Creates a delivery of a message for each enabled webhook that subscribes to the event, and returns the webhooks.
-- `ids` are IDs for the deliveries; missing ones are random. `posts`: whether channels get the event too.
-- The key-share lock blocks only the deletion of a webhook. Webhooks that are being deleted get no delivery.
create function add_deliveries(
  organization uuid, message text, type text, content text, at timestamptz, ids uuid[], posts boolean)
  returns setof uuid
  language sql
as $$
  with wanting as (
    select id from webhooks
    where organization_id = organization and enabled and (event_types is null or type = any(event_types))
      and (format = 'events' or posts)
    order by id for key share
  ), numbered as (select id, row_number() over (order by id) as n from wanting)
  insert into webhook_deliveries
    (organization_id, id, webhook_id, message_id, event_type, body, status, next_try_at, created_at)
  select organization, coalesce(ids[n], gen_random_uuid()), id, message, type, content, 'pending', at, at
  from numbered
  returning webhook_id
$$;

-- Triggers call this with the rights of the owner. `data` is an object without words of people.
create function queue_event(organization uuid, type text, data json) returns void
  language sql
as $$
  insert into webhook_wakes (organization_id, webhook_id)
  select organization, webhook_id
  from clock_timestamp() as instant, add_deliveries(
    organization,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type,
    format('{"type":%s,"timestamp":%s,"data":%s}', to_json(type),
      to_json(to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), data),
    instant, null, false) as webhook_id
$$;

-- Whether an organization has a webhook that gets events, so that changes without a listener cost one lookup.
create function has_listener(organization uuid) returns boolean
  language sql stable
as $$
  select exists (select from webhooks where organization_id = organization and enabled and format = 'events')
$$;

create function announce_users() returns trigger
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
      case when o.settings <> n.settings then 'settings' end], null) as changed
    from added n join removed o on (o.organization_id, o.id) = (n.organization_id, n.id)
  ) c
  where cardinality(c.changed) > 0 and has_listener(c.organization_id) order by c.id;
  return null;
end
$$;
create trigger users_created_announced after insert on users
  referencing new table as added
  for each statement execute function announce_users();
create trigger users_changed_announced after update on users
  referencing old table as removed new table as added
  for each statement execute function announce_users();

create function announce_teams() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform queue_event(n.organization_id, 'team.created', json_build_object('team_id', n.id))
    from added n where has_listener(n.organization_id) order by n.id;
    return null;
  end if;
  perform queue_event(
    n.organization_id, case when n.archived_at is null then 'team.restored' else 'team.archived' end,
    json_build_object('team_id', n.id))
  from added n join removed o on (o.organization_id, o.id) = (n.organization_id, n.id)
  where (o.archived_at is null) <> (n.archived_at is null) and has_listener(n.organization_id) order by n.id;
  perform queue_event(
    c.organization_id, 'team.updated', json_build_object('team_id', c.id, 'changed', to_json(c.changed)))
  from (
    select n.organization_id, n.id, array_remove(array[
      case when o.name <> n.name then 'name' end,
      case when o.domain is distinct from n.domain then 'domain' end,
      case when o.parent_id is distinct from n.parent_id then 'parent_team_id' end], null) as changed
    from added n join removed o on (o.organization_id, o.id) = (n.organization_id, n.id)
  ) c
  where cardinality(c.changed) > 0 and has_listener(c.organization_id) order by c.id;
  return null;
end
$$;
create trigger teams_created_announced after insert on teams
  referencing new table as added
  for each statement execute function announce_teams();
create trigger teams_changed_announced after update on teams
  referencing old table as removed new table as added
  for each statement execute function announce_teams();

-- One event for each team and statement, with at most 200 users, so that a body stays below its maximum of 20,000 bytes.
create function announce_members() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  perform queue_event(
    g.organization_id, 'team.members_changed',
    case when tg_op = 'INSERT'
      then json_build_object('team_id', g.team_id, 'added_user_ids', g.users, 'removed_user_ids', array[]::uuid[])
      else json_build_object('team_id', g.team_id, 'added_user_ids', array[]::uuid[], 'removed_user_ids', g.users) end)
  from (
    select organization_id, team_id, json_agg(user_id order by user_id) as users
    from (
      select m.*, (row_number() over (partition by organization_id, team_id order by user_id) - 1) / 200 as part
      from changed m
    ) as numbered
    where has_listener(organization_id)
    group by organization_id, team_id, part
    order by organization_id, team_id, part
  ) g;
  return null;
end
$$;
create trigger members_added_announced after insert on team_members
  referencing new table as changed
  for each statement execute function announce_members();
create trigger members_removed_announced after delete on team_members
  referencing old table as changed
  for each statement execute function announce_members();
