-- Feed of changes for programs that keep a copy (docs/decisions/0065). A row says which resource a transaction changed,
-- and how; it contains no words. Rows are ordered by the ID of their transaction. Readers stop at the oldest transaction
-- that is still running, so a transaction that commits late is never behind a cursor.

-- Number of the transaction counter. It grows when the database moves to another server or is restored from a backup,
-- where IDs of transactions start again. Cursors of another epoch have expired.
create sequence change_epochs;
select nextval('change_epochs');
grant select on sequence change_epochs to parley_app;

create table changes (
  organization_id uuid not null references organizations (id),
  epoch bigint not null,
  xid xid8 not null,
  kind text not null,
  entity_id uuid not null,
  change text not null check (change in ('created', 'changed', 'archived', 'restored', 'erased')),
  at timestamptz not null,
  -- Who could see a conversation or opportunity before, if this change could have hidden it. Callers who could are
  -- notified that it is gone; for others, nothing happened.
  was_owner_id uuid,
  was_team_id uuid,
  was_private boolean,
  primary key (organization_id, epoch, xid, kind, entity_id)
);
select protect_tenant_table('changes');

-- The last deleted row of an organization. Cursors before it have expired.
create table change_floors (
  organization_id uuid primary key references organizations (id),
  epoch bigint not null,
  xid xid8 not null
);
select protect_tenant_table('change_floors');

-- One change for several changes of one transaction.
create function merge_changes(one text, other text) returns text
  language sql immutable
as $$
  select case
    when 'erased' in (one, other) then 'erased'
    when 'created' in (one, other) then 'created'
    when one = 'changed' then other
    when other = 'changed' or one = other then one
    else 'changed'
  end
$$;

-- Triggers call the next two functions with the rights of the owner.

-- Deletes rows that are older than 30 days, some at a time.
create function prune_changes(organization uuid) returns void
  language sql
as $$
  with deleted as (
    delete from changes
    where organization_id = organization and (epoch, xid, kind, entity_id) in (
      select epoch, xid, kind, entity_id from changes
      where organization_id = organization and at < now() - interval '30 days'
      order by epoch, xid limit 2000)
    returning epoch, xid
  ), newest as (select epoch, xid from deleted order by epoch desc, xid desc limit 1)
  insert into change_floors as f (organization_id, epoch, xid)
  select organization, epoch, xid from newest
  on conflict (organization_id) do update set epoch = excluded.epoch, xid = excluded.xid
    where (f.epoch, f.xid) < (excluded.epoch, excluded.xid)
$$;

create function record_change(
  organization uuid, of_kind text, id uuid, how text,
  before_owner uuid default null, before_team uuid default null, before_private boolean default null)
  returns void
  language plpgsql
as $$
begin
  insert into changes as c (
    organization_id, epoch, xid, kind, entity_id, change, at, was_owner_id, was_team_id, was_private)
  values (
    organization, (select last_value from change_epochs), pg_current_xact_id(), of_kind, id, how, now(),
    before_owner, before_team, before_private)
  on conflict (organization_id, epoch, xid, kind, entity_id) do update set
    change = merge_changes(c.change, excluded.change),
    was_owner_id = case when c.was_private is null then excluded.was_owner_id else c.was_owner_id end,
    was_team_id = case when c.was_private is null then excluded.was_team_id else c.was_team_id end,
    was_private = coalesce(c.was_private, excluded.was_private);
  -- One change in 256 deletes old ones, unless another transaction does it.
  if random() < 1.0 / 256 and pg_try_advisory_xact_lock(hashtextextended(organization::text, 51)) then
    perform prune_changes(organization);
  end if;
end
$$;

create function track_conversation() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform record_change(new.organization_id, 'conversation', new.id, 'created');
  elsif tg_op = 'DELETE' then
    perform record_change(
      old.organization_id, 'conversation', old.id, 'erased', old.owner_id, old.team_id, old.private);
  elsif (old.owner_id, old.team_id, old.private) is distinct from (new.owner_id, new.team_id, new.private) then
    perform record_change(
      new.organization_id, 'conversation', new.id,
      case when old.archived = new.archived then 'changed' when new.archived then 'archived' else 'restored' end,
      old.owner_id, old.team_id, old.private);
  else
    perform record_change(
      new.organization_id, 'conversation', new.id,
      case when old.archived = new.archived then 'changed' when new.archived then 'archived' else 'restored' end);
  end if;
  return null;
end
$$;
create trigger conversation_tracked after insert or update or delete on conversations
  for each row execute function track_conversation();

create function track_opportunity() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform record_change(new.organization_id, 'opportunity', new.id, 'created');
  elsif tg_op = 'DELETE' then
    perform record_change(old.organization_id, 'opportunity', old.id, 'erased', null, old.team_id, false);
  elsif old.team_id is distinct from new.team_id then
    perform record_change(new.organization_id, 'opportunity', new.id, 'changed', null, old.team_id, false);
  else
    perform record_change(new.organization_id, 'opportunity', new.id, 'changed');
  end if;
  return null;
end
$$;
create trigger opportunity_tracked after insert or update or delete on opportunities
  for each row execute function track_opportunity();

create function track_user() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform record_change(new.organization_id, 'user', new.id, 'created');
  elsif tg_op = 'DELETE' then
    perform record_change(old.organization_id, 'user', old.id, 'erased');
  elsif old.active <> new.active then
    perform record_change(
      new.organization_id, 'user', new.id, case when new.active then 'restored' else 'archived' end);
  elsif (old.email, old.first_name, old.last_name, old.bot_name, old.role_id, old.primary_team_id, old.transcript_lang,
         old.join_outside_host_meetings, old.settings)
        is distinct from
        (new.email, new.first_name, new.last_name, new.bot_name, new.role_id, new.primary_team_id, new.transcript_lang,
         new.join_outside_host_meetings, new.settings) then
    perform record_change(new.organization_id, 'user', new.id, 'changed');
  end if;
  return null;
end
$$;
create trigger user_tracked after insert or update or delete on users
  for each row execute function track_user();

-- Membership is part of the user.
create function track_member() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    perform record_change(old.organization_id, 'user', old.user_id, 'changed');
  else
    perform record_change(new.organization_id, 'user', new.user_id, 'changed');
  end if;
  return null;
end
$$;
create trigger member_tracked after insert or delete on team_members
  for each row execute function track_member();

create function track_team() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform record_change(new.organization_id, 'team', new.id, 'created');
  elsif tg_op = 'DELETE' then
    perform record_change(old.organization_id, 'team', old.id, 'erased');
  elsif (old.archived_at is null) <> (new.archived_at is null) then
    perform record_change(
      new.organization_id, 'team', new.id, case when new.archived_at is null then 'restored' else 'archived' end);
  else
    perform record_change(new.organization_id, 'team', new.id, 'changed');
  end if;
  return null;
end
$$;
create trigger team_tracked after insert or update or delete on teams
  for each row execute function track_team();

-- Definitions that every user can read.
create function track_definition() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    perform record_change(old.organization_id, tg_argv[0], old.id, 'erased');
  else
    perform record_change(
      new.organization_id, tg_argv[0], new.id, case when tg_op = 'INSERT' then 'created' else 'changed' end);
  end if;
  return null;
end
$$;
create trigger label_tracked after insert or update or delete on labels
  for each row execute function track_definition('label');
create trigger scorecard_tracked after insert or update or delete on scorecards
  for each row execute function track_definition('scorecard');
create trigger tracker_tracked after insert or update or delete on trackers
  for each row execute function track_definition('tracker');
create trigger field_configuration_tracked after insert or update or delete on field_configurations
  for each row execute function track_definition('field_configuration');
create trigger knowledge_source_tracked after insert or update or delete on knowledge_sources
  for each row execute function track_definition('knowledge_source');

-- Questions are part of their scorecard, and fields of their configuration.
create function track_part() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'scorecard_items' then
    perform record_change(
      coalesce(new.organization_id, old.organization_id), 'scorecard',
      coalesce(new.scorecard_id, old.scorecard_id), 'changed');
  else
    perform record_change(
      coalesce(new.organization_id, old.organization_id), 'field_configuration',
      coalesce(new.configuration_id, old.configuration_id), 'changed');
  end if;
  return null;
end
$$;
create trigger scorecard_item_tracked after insert or update or delete on scorecard_items
  for each row execute function track_part();
create trigger field_item_tracked after insert or update or delete on field_items
  for each row execute function track_part();

-- For `filter[updatedSince]`.
create index conversations_by_update on conversations (organization_id, updated_at);
