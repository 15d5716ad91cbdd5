-- What a database that is distributed over several servers requires (docs/decisions/0093).

-- The number of the transaction counter becomes a table, which each server can read: a sequence exists on one server.
-- Its column keeps the name that sequences have, so that statements of the previous version still work.
create table change_epoch_numbers (last_value bigint not null);
insert into change_epoch_numbers select last_value from change_epochs;
drop sequence change_epochs;
alter table change_epoch_numbers rename to change_epochs;
grant select on change_epochs to parley_app;
revoke insert, update, delete on change_epochs from parley_app;

-- An insert of values can't contain a subquery there.
create or replace function record_change(
  organization uuid, of_kind text, id uuid, how text,
  before_owner uuid default null, before_team uuid default null, before_private boolean default null)
  returns void
  language plpgsql
as $$
declare
  current_epoch bigint := (select last_value from change_epochs);
begin
  insert into changes as c (
    organization_id, epoch, xid, kind, entity_id, change, at, was_owner_id, was_team_id, was_private)
  values (
    organization, current_epoch, pg_current_xact_id(), of_kind, id, how, now(), before_owner, before_team,
    before_private)
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

-- The trigger gets the kind as an argument: a part of a distributed table has another name.
drop trigger scorecard_item_tracked on scorecard_items;
drop trigger field_item_tracked on field_items;
create or replace function track_part() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  perform record_change((part ->> 'organization_id')::uuid, tg_argv[0], (part ->> tg_argv[1])::uuid, 'changed');
  return null;
end
$$;
create trigger scorecard_item_tracked after insert or update or delete on scorecard_items
  for each row execute function track_part('scorecard', 'scorecard_id');
create trigger field_item_tracked after insert or update or delete on field_items
  for each row execute function track_part('field_configuration', 'configuration_id');

-- Functions that read or write tables are in PL/pgSQL, because Citus can't plan parameters of SQL functions.
create or replace function has_listener(organization uuid) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select 1 from webhooks w where w.organization_id = organization and w.enabled and w.format = 'events');
end
$$;

create or replace function add_deliveries(
  organization uuid, message text, type text, content text, at timestamptz, ids uuid[], posts boolean)
  returns setof uuid
  language plpgsql
as $$
declare
  webhook uuid;
  delivery uuid;
  n integer := 0;
begin
  for webhook in
    select w.id from webhooks w
    where w.organization_id = organization and w.enabled and (w.event_types is null or type = any(w.event_types))
      and (w.format = 'events' or posts)
    order by w.id for key share
  loop
    n := n + 1;
    delivery := coalesce(ids[n], gen_random_uuid());
    insert into webhook_deliveries
      (organization_id, id, webhook_id, message_id, event_type, body, status, next_try_at, created_at)
    values (organization, delivery, webhook, message, type, content, 'pending', at, at);
    return next webhook;
  end loop;
end
$$;

create or replace function queue_event(organization uuid, type text, data json) returns void
  language plpgsql
as $$
declare
  instant timestamptz := clock_timestamp();
  webhook uuid;
begin
  for webhook in select * from add_deliveries(
    organization,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    type,
    format('{"type":%s,"timestamp":%s,"data":%s}', to_json(type),
      to_json(to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), data),
    instant, null, false)
  loop
    insert into webhook_wakes (organization_id, webhook_id) values (organization, webhook);
  end loop;
end
$$;

create or replace function fold_conversation_counts(organization uuid) returns void
  language plpgsql
as $$
begin
  with folded as (
    delete from conversation_counts c where c.organization_id = organization returning *
  )
  insert into conversation_counts
  select f.organization_id, f.owner_id, f.team_id, f.archived, f.private, f.is_internal, f.is_empty, f.has_transcript,
         f.processing_status, sum(f.n)
  from folded f
  group by f.organization_id, f.owner_id, f.team_id, f.archived, f.private, f.is_internal, f.is_empty,
           f.has_transcript, f.processing_status
  having sum(f.n) <> 0;
end
$$;

create or replace function prune_changes(organization uuid) returns void
  language plpgsql
as $$
begin
  with deleted as (
    delete from changes c
    where c.organization_id = organization and (c.epoch, c.xid, c.kind, c.entity_id) in (
      select o.epoch, o.xid, o.kind, o.entity_id from changes o
      where o.organization_id = organization and o.at < now() - interval '30 days'
      order by o.epoch, o.xid limit 2000)
    returning c.epoch, c.xid
  ), newest as (select d.epoch, d.xid from deleted d order by d.epoch desc, d.xid desc limit 1)
  insert into change_floors as f (organization_id, epoch, xid)
  select organization, n.epoch, n.xid from newest n
  on conflict (organization_id) do update set epoch = excluded.epoch, xid = excluded.xid
    where (f.epoch, f.xid) < (excluded.epoch, excluded.xid);
end
$$;

create or replace function forget_responses_of(organization uuid, conversation uuid) returns void
  language plpgsql
as $$
begin
  update kept_answers k set answer = ''
  from kept_answer_conversations c
  where c.organization_id = organization and c.conversation_id = conversation
    and k.organization_id = organization and k.caller = c.caller and k.key = c.key and k.answer is not null;
end
$$;

create or replace function installation_is_empty() returns boolean
  language plpgsql stable security definer set search_path = public
as $$
begin
  return not exists (select 1 from organizations);
end
$$;

create or replace function users_of_address(
  address text, out organization_id uuid, out organization_name text, out user_id uuid)
  returns setof record
  language plpgsql stable security definer set search_path = public
as $$
#variable_conflict use_column
begin
  return query
  select o.id, o.name, u.id
  from users u
  join organizations o on o.id = u.organization_id
  where u.email_folded = lower(address) and u.active
  order by o.created_at, o.id, u.id;
end
$$;

create or replace function sign_in_provider_of(
  wanted text, out organization_id uuid, out organization_name text, out provider_id uuid, out provider_name text,
  out required boolean, out protocol text, out enabled boolean)
  returns setof record
  language plpgsql stable security definer set search_path = public
as $$
#variable_conflict use_column
begin
  return query
  select o.id, o.name, p.id, p.name, p.required, p.protocol, p.enabled
  from sign_in_domains d
  join organizations o on o.id = d.organization_id
  join sign_in_providers p on p.organization_id = d.organization_id and p.id = d.provider_id
  where d.domain = lower(wanted)
  order by o.created_at, o.id;
end
$$;

create or replace function snippet_of_share_code(code text, out organization_id uuid, out id uuid)
  returns setof record
  language plpgsql stable security definer set search_path = public
as $$
#variable_conflict use_column
begin
  return query
  select s.organization_id, s.id from snippets s where s.share_code = code limit 1;
end
$$;

-- Both lists as one, without duplicates. For updates, which can't contain subqueries there.
create function merge_names(one text[], other text[]) returns text[]
  language sql immutable parallel safe
  return array(select distinct n from unnest(one || other) as n order by n);

-- Names one organization in each statement.
create or replace function copy_passage_vectors() returns trigger
  language plpgsql
  security definer
  set search_path = public
as $$
declare
  addition record;
  space record;
begin
  for addition in select distinct organization_id, space_id from added loop
    select s.id, s.own_table, s.dimension into space
    from vector_spaces s
    where s.organization_id = addition.organization_id and s.id = addition.space_id
    for key share;
    if space.own_table is not null then
      execute format(
        'insert into search_vectors.space_%s (text_id, passage_id, vector)
         select text_id, passage_id, vector::%s(%s) from added where organization_id = $1 and space_id = $2
         on conflict do nothing',
        space.id, space.own_table, space.dimension)
      using addition.organization_id, addition.space_id;
    end if;
  end loop;
  return null;
end
$$;
