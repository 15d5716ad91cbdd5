-- Generated from migrations/ by `npm run generate`. Read it; change the migrations.
-- SHA-256 of the migrations: f9efae4c949aa6e96969545c03b2fe0399e07631a092b102cb9ccfa925ab00ae

create extension vector;

CREATE OR REPLACE FUNCTION public.add_deliveries(organization uuid, message text, type text, content text, at timestamp with time zone, ids uuid[], posts boolean)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_teams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.copy_passage_vectors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  organization uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  if tg_op <> 'INSERT' then
    insert into conversation_counts
    select old.organization_id, owner_id, team_id, old.archived, old.private, old.is_internal, old.is_empty,
           old.has_transcript, old.processing_status, -1
    from (values (old.owner_id, old.team_id), (null, null)) as whose (owner_id, team_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_counts
    select new.organization_id, owner_id, team_id, new.archived, new.private, new.is_internal, new.is_empty,
           new.has_transcript, new.processing_status, 1
    from (values (new.owner_id, new.team_id), (null, null)) as whose (owner_id, team_id);
  end if;
  -- One write in 256 folds, unless another one is folding this very moment.
  if random() < 1.0 / 256 and pg_try_advisory_xact_lock(hashtextextended(organization::text, 7)) then
    perform fold_conversation_counts(organization);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_vector_table(space integer, type text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  known vector_spaces;
begin
  select * into strict known from vector_spaces where id = space for update;
  if known.own_table is not null then return; end if;
  execute format(
    'create table search_vectors.space_%1$s (
       text_id uuid not null, passage_id uuid not null, vector %2$s(%3$s) not null, primary key (text_id, passage_id));
     alter table search_vectors.space_%1$s alter column vector set storage plain;
     alter table search_vectors.space_%1$s enable row level security;
     create policy tenant on search_vectors.space_%1$s for select using (current_organization() = %4$L::uuid);
     grant select on search_vectors.space_%1$s to parley_app',
    space, type, known.dimension, known.organization_id);
  update vector_spaces set own_table = type where id = space;
end
$function$;

CREATE OR REPLACE FUNCTION public.current_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('parley.organization_id', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.delete_copied_vector()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  if exists (
    select from vector_spaces s
    where s.organization_id = old.organization_id and s.id = old.space_id and s.own_table is not null)
  then
    execute format('delete from search_vectors.space_%s where text_id = $1 and passage_id = $2', old.space_id)
    using old.text_id, old.passage_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_keys_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update api_keys set revoked_at = new.updated_at
  where organization_id = new.organization_id and user_id = new.id and revoked_at is null;
  delete from sign_in_links where organization_id = new.organization_id and user_id = new.id;
  delete from pending_sign_ins where organization_id = new.organization_id and user_id = new.id;
  delete from sessions where organization_id = new.organization_id and user_id = new.id;
  delete from passwords where organization_id = new.organization_id and user_id = new.id;
  delete from authenticator_apps where organization_id = new.organization_id and user_id = new.id;
  delete from recovery_codes where organization_id = new.organization_id and user_id = new.id;
  delete from passkeys where organization_id = new.organization_id and user_id = new.id;
  delete from oauth_grants where organization_id = new.organization_id and user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_action_of_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from actions where organization_id = old.organization_id and id = old.action_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_conversation_from_deck()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from decks d
  where d.organization_id = old.organization_id and d.id = old.deck_id
    and not exists (
      select from deck_conversations c where c.organization_id = old.organization_id and c.deck_id = old.deck_id);
  update decks set document = without_empty_slides(without_conversation(document, old.conversation_id))
  where organization_id = old.organization_id and id = old.deck_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_result_of_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from gi_results where organization_id = old.organization_id and id = old.result_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_super_agent_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from super_agent_sessions where organization_id = old.organization_id and id = old.session_id for update;
  update super_agent_messages set content = '', args = null, erased = true
  where organization_id = old.organization_id and session_id = old.session_id and position >= old.position
    and role <> 'user' and not erased;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_conversation_counts(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.forget_mail_to(address text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  forgotten integer;
begin
  if to_regclass('pgboss.job') is null then
    return 0;
  end if;
  delete from pgboss.job
  where name in ('send_mail', 'send_mail.failed') and state <> 'active'
    and data ->> 'organizationId' = current_organization()::text
    and lower(data -> 'input' ->> 'to') = lower(address);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_passage_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from passage_words
  where organization_id = old.organization_id and in_source = (old.source_id is not null)
    and word = any(string_to_array(old.words, e'\n')) and text_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_responses_of(organization uuid, conversation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  update kept_answers k set answer = ''
  from kept_answer_conversations c
  where c.organization_id = organization and c.conversation_id = conversation
    and k.organization_id = organization and k.caller = c.caller and k.key = c.key and k.answer is not null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_responses_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform forget_responses_of(old.organization_id, old.id);
  delete from kept_answer_conversations
  where organization_id = old.organization_id and conversation_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.has_listener(organization uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select 1 from webhooks w where w.organization_id = organization and w.enabled and w.format = 'events');
end
$function$;

CREATE OR REPLACE FUNCTION public.installation_is_empty()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return not exists (select 1 from organizations);
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_conversation_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from conversation_labels
    where organization_id = new.organization_id and conversation_id = new.conversation_id;
  end if;
  insert into conversation_labels (organization_id, category, option, conversation_id)
    select new.organization_id, l.key, l.value, new.conversation_id
    from jsonb_each_text(new.labels) l where l.value is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.merge_changes(one text, other text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when 'erased' in (one, other) then 'erased'
    when 'created' in (one, other) then 'created'
    when one = 'changed' then other
    when other = 'changed' or one = other then one
    else 'changed'
  end
$function$;

CREATE OR REPLACE FUNCTION public.merge_names(one text[], other text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT n.n FROM unnest((merge_names.one || merge_names.other)) n(n) ORDER BY n.n);

CREATE OR REPLACE FUNCTION public.monologue_from_inside(statistics jsonb)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT max((((speaker.value -> 'longestMonologue'::text) ->> 'duration'::text))::double precision) AS max FROM jsonb_array_elements(CASE WHEN (jsonb_typeof((monologue_from_inside.statistics -> 'speakers'::text)) = 'array'::text) THEN (monologue_from_inside.statistics -> 'speakers'::text) ELSE '[]'::jsonb END) speaker(value) WHERE ((speaker.value ->> 'internal'::text) = 'true'::text));

CREATE OR REPLACE FUNCTION public.protect_tenant_table(name regclass, organization_column text DEFAULT 'organization_id'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy tenant on %s using (%I = current_organization()) with check (%I = current_organization())',
    name, organization_column, organization_column
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.prune_changes(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.questions_from_inside(statistics jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (sum(((speaker.value ->> 'questionsAsked'::text))::integer))::integer AS sum FROM jsonb_array_elements(CASE WHEN (jsonb_typeof((questions_from_inside.statistics -> 'speakers'::text)) = 'array'::text) THEN (questions_from_inside.statistics -> 'speakers'::text) ELSE '[]'::jsonb END) speaker(value) WHERE ((speaker.value ->> 'internal'::text) = 'true'::text));

CREATE OR REPLACE FUNCTION public.queue_event(organization uuid, type text, data json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.record_change(organization uuid, of_kind text, id uuid, how text, before_owner uuid DEFAULT NULL::uuid, before_team uuid DEFAULT NULL::uuid, before_private boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.sign_in_provider_of(wanted text, OUT organization_id uuid, OUT organization_name text, OUT provider_id uuid, OUT provider_name text, OUT required boolean, OUT protocol text, OUT enabled boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.snippet_of_share_code(code text, OUT organization_id uuid, OUT id uuid)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
#variable_conflict use_column
begin
  return query
  select s.organization_id, s.id from snippets s where s.share_code = code limit 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.track_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.track_definition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    perform record_change(old.organization_id, tg_argv[0], old.id, 'erased');
  else
    perform record_change(
      new.organization_id, tg_argv[0], new.id, case when tg_op = 'INSERT' then 'created' else 'changed' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.track_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    perform record_change(old.organization_id, 'user', old.user_id, 'changed');
  else
    perform record_change(new.organization_id, 'user', new.user_id, 'changed');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.track_opportunity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.track_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  perform record_change((part ->> 'organization_id')::uuid, tg_argv[0], (part ->> tg_argv[1])::uuid, 'changed');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.track_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.track_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.users_of_address(address text, OUT organization_id uuid, OUT organization_name text, OUT user_id uuid)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
#variable_conflict use_column
begin
  return query
  select o.id, o.name, u.id
  from users u
  join organizations o on o.id = u.organization_id
  where u.email_folded = lower(address) and u.active
  order by o.created_at, o.id, u.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.without_conversation(document jsonb, erased uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  case jsonb_typeof(document)
    when 'array' then
      return coalesce(
        (select jsonb_agg(without_conversation(e.one, erased) order by e.n)
         from jsonb_array_elements(document) with ordinality e (one, n)
         where not coalesce(jsonb_typeof(e.one) = 'object' and e.one -> 'of' ? erased::text, false)),
        '[]');
    when 'object' then
      return coalesce(
        (select jsonb_object_agg(e.key, without_conversation(e.value, erased)) from jsonb_each(document) e), '{}');
    else
      return document;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.without_empty_slides(document jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select document || jsonb_build_object('slides', coalesce(
    (select jsonb_agg(s.slide order by s.n)
     from jsonb_array_elements(document -> 'slides') with ordinality s (slide, n)
     where not coalesce(
       s.slide -> 'points' = '[]' or s.slide -> 'quotes' = '[]' or s.slide -> 'rows' = '[]' or s.slide -> 'events' = '[]'
         or (s.slide -> 'left' -> 'points' = '[]' and s.slide -> 'right' -> 'points' = '[]'), false)),
    '[]'))
$function$;

create table action_conversations (
  organization_id uuid not null,
  action_id uuid not null,
  conversation_id uuid not null,
  constraint action_conversations_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES actions(organization_id, id) ON DELETE CASCADE,
  constraint action_conversations_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint action_conversations_pkey PRIMARY KEY (organization_id, action_id, conversation_id)
);
CREATE INDEX action_conversations_by_conversation ON public.action_conversations USING btree (organization_id, conversation_id);
alter table action_conversations enable row level security;
create policy tenant on action_conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER action_conversation_erased AFTER DELETE ON public.action_conversations FOR EACH ROW EXECUTE FUNCTION erase_action_of_conversation();

create table action_rounds (
  organization_id uuid not null,
  ticket integer not null,
  due_at timestamp with time zone not null,
  constraint action_rounds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint action_rounds_pkey PRIMARY KEY (organization_id)
);
alter table action_rounds enable row level security;
create policy tenant on action_rounds using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table actions (
  organization_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  entity_type text not null,
  entity_id text not null,
  action_type text not null,
  title text not null,
  signal_type text not null,
  severity text not null,
  display_group text not null,
  subject text not null,
  draft_body text not null,
  proposed_recipients jsonb not null,
  status text not null,
  rationale text not null,
  key_quote jsonb,
  evidence jsonb not null,
  generated_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  ground jsonb,
  constraint actions_entity_type_check CHECK ((entity_type = ANY (ARRAY['conversation'::text, 'opportunity'::text, 'account'::text, 'contact'::text]))),
  constraint actions_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint actions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'drafted'::text, 'sent'::text, 'dismissed'::text]))),
  constraint actions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint actions_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint actions_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX actions_of_entity ON public.actions USING btree (organization_id, entity_type, entity_id);
CREATE INDEX actions_of_owner ON public.actions USING btree (organization_id, owner_id, generated_at DESC, id DESC);
alter table actions enable row level security;
create policy tenant on actions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table analyses (
  organization_id uuid not null,
  conversation_id uuid not null,
  state text not null,
  ticket integer not null,
  wanted integer not null,
  forced text[] not null default '{}'::text[],
  run_id uuid,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  urgent boolean not null default false,
  constraint analyses_check CHECK (((state = 'running'::text) = (run_id IS NOT NULL))),
  constraint analyses_state_check CHECK ((state = ANY (ARRAY['idle'::text, 'queued'::text, 'running'::text, 'waiting'::text]))),
  constraint analyses_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint analyses_pkey PRIMARY KEY (organization_id, conversation_id)
);
alter table analyses enable row level security;
create policy tenant on analyses using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table analysis_steps (
  organization_id uuid not null,
  conversation_id uuid not null,
  step text not null,
  state text not null,
  outcome text,
  step_version integer not null,
  transcript_version integer,
  model text,
  model_fault text,
  made_of text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  took_ms double precision not null,
  failures integer not null default 0,
  next_try_at timestamp with time zone,
  fault text,
  constraint analysis_steps_check CHECK (((state = 'done'::text) = (outcome IS NOT NULL))),
  constraint analysis_steps_check1 CHECK (((state = 'failed'::text) = (fault IS NOT NULL))),
  constraint analysis_steps_check2 CHECK (((state = 'failed'::text) OR (next_try_at IS NULL))),
  constraint analysis_steps_model_fault_check CHECK ((model_fault = ANY (ARRAY['unavailable'::text, 'refused'::text, 'wrong'::text]))),
  constraint analysis_steps_outcome_check CHECK ((outcome = ANY (ARRAY['complete'::text, 'needs_model'::text, 'not_applicable'::text]))),
  constraint analysis_steps_state_check CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text]))),
  constraint analysis_steps_took_ms_check CHECK ((took_ms >= (0)::double precision)),
  constraint analysis_steps_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint analysis_steps_pkey PRIMARY KEY (organization_id, conversation_id, step)
);
alter table analysis_steps enable row level security;
create policy tenant on analysis_steps using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  name text not null,
  last_four text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_last_four_check CHECK ((length(last_four) = 4)),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX api_keys_by_user ON public.api_keys USING btree (organization_id, user_id);
CREATE INDEX api_keys_listed ON public.api_keys USING btree (organization_id, created_at DESC, id DESC);
alter table api_keys enable row level security;
create policy tenant on api_keys using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table audit_log (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  operation text not null,
  user_id uuid,
  user_email text,
  key_id uuid,
  via text not null,
  request_id text,
  address text,
  entity_type text,
  entity_id text,
  entities jsonb not null default '[]'::jsonb,
  constraint audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint audit_log_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_log_by_entity ON public.audit_log USING btree (organization_id, entity_id, at DESC, id DESC);
CREATE INDEX audit_log_by_user ON public.audit_log USING btree (organization_id, user_id, at DESC, id DESC);
CREATE INDEX audit_log_listed ON public.audit_log USING btree (organization_id, at DESC, id DESC);
alter table audit_log enable row level security;
create policy tenant on audit_log using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table authenticator_apps (
  organization_id uuid not null,
  user_id uuid not null,
  secret text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint authenticator_apps_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint authenticator_apps_pkey PRIMARY KEY (organization_id, user_id)
);
alter table authenticator_apps enable row level security;
create policy tenant on authenticator_apps using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table change_epochs (
  last_value bigint not null
);

create table change_floors (
  organization_id uuid not null,
  epoch bigint not null,
  xid xid8 not null,
  constraint change_floors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint change_floors_pkey PRIMARY KEY (organization_id)
);
alter table change_floors enable row level security;
create policy tenant on change_floors using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table changes (
  organization_id uuid not null,
  epoch bigint not null,
  xid xid8 not null,
  kind text not null,
  entity_id uuid not null,
  change text not null,
  at timestamp with time zone not null,
  was_owner_id uuid,
  was_team_id uuid,
  was_private boolean,
  constraint changes_change_check CHECK ((change = ANY (ARRAY['created'::text, 'changed'::text, 'archived'::text, 'restored'::text, 'erased'::text]))),
  constraint changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint changes_pkey PRIMARY KEY (organization_id, epoch, xid, kind, entity_id)
);
alter table changes enable row level security;
create policy tenant on changes using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table coaching_assignments (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  snippet_id uuid,
  assignee_id uuid not null,
  assigner_id uuid not null,
  question text not null,
  start_time double precision,
  end_time double precision,
  due_on date,
  answer text,
  answer_comment_id uuid,
  answered_at timestamp with time zone,
  done_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  folder_id uuid,
  constraint coaching_assignments_check CHECK ((end_time >= start_time)),
  constraint coaching_assignments_check1 CHECK (((end_time IS NULL) OR (start_time IS NOT NULL))),
  constraint coaching_assignments_folder_check CHECK (((folder_id IS NULL) OR (start_time IS NOT NULL))),
  constraint coaching_assignments_start_time_check CHECK ((start_time >= (0)::double precision)),
  constraint coaching_assignments_folder_fkey FOREIGN KEY (organization_id, folder_id) REFERENCES library_folders(organization_id, id) ON DELETE SET NULL (folder_id),
  constraint coaching_assignments_organization_id_answer_comment_id_fkey FOREIGN KEY (organization_id, answer_comment_id) REFERENCES comments(organization_id, id) ON DELETE SET NULL (answer_comment_id),
  constraint coaching_assignments_organization_id_assignee_id_fkey FOREIGN KEY (organization_id, assignee_id) REFERENCES users(organization_id, id),
  constraint coaching_assignments_organization_id_assigner_id_fkey FOREIGN KEY (organization_id, assigner_id) REFERENCES users(organization_id, id),
  constraint coaching_assignments_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint coaching_assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint coaching_assignments_organization_id_snippet_id_fkey FOREIGN KEY (organization_id, snippet_id) REFERENCES snippets(organization_id, id) ON DELETE SET NULL (snippet_id),
  constraint coaching_assignments_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX coaching_assignments_by_assignee ON public.coaching_assignments USING btree (organization_id, assignee_id, id DESC);
CREATE INDEX coaching_assignments_by_assigner ON public.coaching_assignments USING btree (organization_id, assigner_id, id DESC);
CREATE INDEX coaching_assignments_by_comment ON public.coaching_assignments USING btree (organization_id, answer_comment_id) WHERE (answer_comment_id IS NOT NULL);
CREATE INDEX coaching_assignments_by_conversation ON public.coaching_assignments USING btree (organization_id, conversation_id);
CREATE INDEX coaching_assignments_by_folder ON public.coaching_assignments USING btree (organization_id, folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX coaching_assignments_by_snippet ON public.coaching_assignments USING btree (organization_id, snippet_id) WHERE (snippet_id IS NOT NULL);
alter table coaching_assignments enable row level security;
create policy tenant on coaching_assignments using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table comment_mentions (
  organization_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  constraint comment_mentions_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE,
  constraint comment_mentions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint comment_mentions_pkey PRIMARY KEY (organization_id, comment_id, user_id)
);
alter table comment_mentions enable row level security;
create policy tenant on comment_mentions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table comment_reactions (
  organization_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  reaction text not null,
  created_at timestamp with time zone not null,
  constraint comment_reactions_reaction_check CHECK ((reaction = ANY (ARRAY['thumbs_up'::text, 'heart'::text, 'celebrate'::text, 'laugh'::text, 'eyes'::text, 'question'::text]))),
  constraint comment_reactions_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE,
  constraint comment_reactions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint comment_reactions_pkey PRIMARY KEY (organization_id, comment_id, user_id, reaction)
);
alter table comment_reactions enable row level security;
create policy tenant on comment_reactions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table comments (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  thread_id uuid not null,
  author_id uuid not null,
  private boolean not null default false,
  body text,
  start_time double precision,
  end_time double precision,
  transcript_version integer,
  first_segment integer,
  first_offset integer,
  last_segment integer,
  last_offset integer,
  quote text,
  speaker text,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  updated_at timestamp with time zone not null default now(),
  constraint comments_check CHECK ((end_time >= start_time)),
  constraint comments_check1 CHECK ((last_segment >= first_segment)),
  constraint comments_check2 CHECK ((num_nulls(transcript_version, first_segment, first_offset, last_segment, last_offset, quote, speaker) = ANY (ARRAY[0, 7]))),
  constraint comments_check3 CHECK (((thread_id = id) OR (num_nonnulls(start_time, end_time, quote, resolved_at, resolved_by) = 0))),
  constraint comments_first_offset_check CHECK ((first_offset >= 0)),
  constraint comments_first_segment_check CHECK ((first_segment >= 0)),
  constraint comments_last_offset_check CHECK ((last_offset >= 0)),
  constraint comments_start_time_check CHECK ((start_time >= (0)::double precision)),
  constraint comments_organization_id_author_id_fkey FOREIGN KEY (organization_id, author_id) REFERENCES users(organization_id, id),
  constraint comments_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint comments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint comments_organization_id_resolved_by_fkey FOREIGN KEY (organization_id, resolved_by) REFERENCES users(organization_id, id),
  constraint comments_organization_id_thread_id_fkey FOREIGN KEY (organization_id, thread_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE,
  constraint comments_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX comments_by_author ON public.comments USING btree (organization_id, author_id) WHERE private;
CREATE INDEX comments_of_conversation ON public.comments USING btree (organization_id, conversation_id, thread_id);
CREATE INDEX comments_of_thread ON public.comments USING btree (organization_id, thread_id, id);
alter table comments enable row level security;
create policy tenant on comments using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_counts (
  organization_id uuid not null,
  owner_id uuid,
  team_id uuid,
  archived boolean not null,
  private boolean not null,
  is_internal boolean not null,
  is_empty boolean not null,
  has_transcript boolean not null,
  processing_status text not null,
  n bigint not null
);
CREATE INDEX conversation_counts_by_owner ON public.conversation_counts USING btree (organization_id, owner_id);
alter table conversation_counts enable row level security;
create policy tenant on conversation_counts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_crm_links (
  organization_id uuid not null,
  conversation_id uuid not null,
  position integer not null,
  code text not null,
  record_id text not null,
  constraint conversation_crm_links_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_crm_links_pkey PRIMARY KEY (organization_id, conversation_id, code, record_id)
);
CREATE INDEX conversation_crm_links_by_record ON public.conversation_crm_links USING btree (organization_id, code, record_id, conversation_id);
alter table conversation_crm_links enable row level security;
create policy tenant on conversation_crm_links using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_details (
  organization_id uuid not null,
  conversation_id uuid not null,
  participants jsonb not null default '[]'::jsonb,
  internal_participants jsonb not null default '[]'::jsonb,
  labels jsonb not null default '{}'::jsonb,
  summary text,
  statistics jsonb,
  scorecard_results jsonb not null default '[]'::jsonb,
  extracted_intelligence jsonb not null default '{}'::jsonb,
  confirmed_extracted_intelligence jsonb not null default '{}'::jsonb,
  intelligence_items jsonb not null default '[]'::jsonb,
  meeting_platform_metadata jsonb,
  import_metadata jsonb,
  summary_version integer,
  internal_talk_share double precision generated always as (((statistics ->> 'internalTalkShare'::text))::double precision) stored,
  internal_questions integer generated always as (questions_from_inside(statistics)) stored,
  internal_monologue double precision generated always as (monologue_from_inside(statistics)) stored,
  media_hash text,
  transcript_file_hash text,
  constraint conversation_details_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_details_pkey PRIMARY KEY (organization_id, conversation_id)
);
CREATE INDEX conversation_details_by_file ON public.conversation_details USING btree (organization_id, transcript_file_hash) WHERE (transcript_file_hash IS NOT NULL);
CREATE INDEX conversation_details_figures ON public.conversation_details USING btree (organization_id, conversation_id) INCLUDE (internal_talk_share, internal_questions, internal_monologue);
CREATE INDEX conversation_figures ON public.conversation_details USING btree (organization_id, conversation_id) INCLUDE (internal_talk_share, internal_questions, internal_monologue);
alter table conversation_details enable row level security;
create policy tenant on conversation_details using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER conversation_labelled AFTER INSERT ON public.conversation_details FOR EACH ROW WHEN ((new.labels <> '{}'::jsonb)) EXECUTE FUNCTION keep_conversation_labels();
CREATE TRIGGER conversation_relabelled AFTER UPDATE OF labels ON public.conversation_details FOR EACH ROW WHEN ((old.labels IS DISTINCT FROM new.labels)) EXECUTE FUNCTION keep_conversation_labels();

create table conversation_label_choices (
  organization_id uuid not null,
  conversation_id uuid not null,
  category text not null,
  option text,
  source text not null,
  label_id uuid,
  option_id uuid,
  confidence double precision not null,
  evidence jsonb not null,
  transcript_version integer,
  model text,
  decided_by uuid,
  decided_at timestamp with time zone not null,
  constraint conversation_label_choices_check CHECK (((source = 'human'::text) OR (option IS NOT NULL))),
  constraint conversation_label_choices_check1 CHECK (((source = 'human'::text) = (label_id IS NULL))),
  constraint conversation_label_choices_check2 CHECK (((source = 'human'::text) = (option_id IS NULL))),
  constraint conversation_label_choices_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint conversation_label_choices_source_check CHECK ((source = ANY (ARRAY['ai'::text, 'rule'::text, 'human'::text]))),
  constraint conversation_label_choices_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_label_choices_pkey PRIMARY KEY (organization_id, conversation_id, category)
);
alter table conversation_label_choices enable row level security;
create policy tenant on conversation_label_choices using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_labels (
  organization_id uuid not null,
  category text not null,
  option text not null,
  conversation_id uuid not null,
  constraint conversation_labels_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_labels_pkey PRIMARY KEY (organization_id, category, option, conversation_id)
);
CREATE INDEX conversation_labels_by_conversation ON public.conversation_labels USING btree (organization_id, conversation_id);
alter table conversation_labels enable row level security;
create policy tenant on conversation_labels using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_participants (
  organization_id uuid not null,
  email text not null,
  conversation_id uuid not null,
  constraint conversation_participants_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_participants_pkey PRIMARY KEY (organization_id, email, conversation_id)
);
CREATE INDEX conversation_participants_by_conversation ON public.conversation_participants USING btree (organization_id, conversation_id);
alter table conversation_participants enable row level security;
create policy tenant on conversation_participants using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_rearrangements (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  conversation_id uuid not null,
  other_id uuid not null,
  version_before integer not null,
  version_after integer not null,
  duration_before double precision,
  ended_before timestamp with time zone,
  opportunity_before uuid,
  other_was_archived boolean not null,
  outside_before integer not null,
  outside_after integer not null,
  inside_before integer not null,
  inside_after integer not null,
  added_links integer[] not null,
  added_labels text[] not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  undone_by uuid,
  undone_at timestamp with time zone,
  constraint conversation_rearrangements_kind_check CHECK ((kind = ANY (ARRAY['merge'::text, 'split'::text]))),
  constraint conversation_rearrangements_organization_id_conversation_i_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_rearrangements_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id),
  constraint conversation_rearrangements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint conversation_rearrangements_organization_id_other_id_fkey FOREIGN KEY (organization_id, other_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_rearrangements_organization_id_undone_by_fkey FOREIGN KEY (organization_id, undone_by) REFERENCES users(organization_id, id),
  constraint conversation_rearrangements_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX conversation_rearrangements_by_conversation ON public.conversation_rearrangements USING btree (organization_id, conversation_id, created_at DESC);
CREATE INDEX conversation_rearrangements_by_other ON public.conversation_rearrangements USING btree (organization_id, other_id);
alter table conversation_rearrangements enable row level security;
create policy tenant on conversation_rearrangements using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_summaries (
  organization_id uuid not null,
  conversation_id uuid not null,
  transcript_version integer not null,
  method text not null,
  model text,
  model_fault text,
  content jsonb not null,
  made_at timestamp with time zone not null,
  pending boolean not null default false,
  constraint conversation_summaries_check CHECK (((method = 'model'::text) = (model IS NOT NULL))),
  constraint conversation_summaries_check1 CHECK (((model_fault IS NULL) OR (method = 'extractive'::text))),
  constraint conversation_summaries_method_check CHECK ((method = ANY (ARRAY['extractive'::text, 'model'::text]))),
  constraint conversation_summaries_model_fault_check CHECK ((model_fault = ANY (ARRAY['unavailable'::text, 'refused'::text, 'wrong'::text]))),
  constraint conversation_summaries_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_summaries_pkey PRIMARY KEY (organization_id, conversation_id)
);
alter table conversation_summaries enable row level security;
create policy tenant on conversation_summaries using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversation_topics (
  organization_id uuid not null,
  conversation_id uuid not null,
  transcript_version integer not null,
  model text,
  made_at timestamp with time zone not null,
  key_phrases text not null,
  named_things text not null,
  chapters text not null,
  constraint conversation_topics_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint conversation_topics_pkey PRIMARY KEY (organization_id, conversation_id)
);
alter table conversation_topics enable row level security;
create policy tenant on conversation_topics using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table conversations (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  title_folded text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  live_started_at timestamp with time zone,
  live_ended_at timestamp with time zone,
  started_at timestamp with time zone not null generated always as (COALESCE(live_started_at, created_at)) stored,
  media_duration double precision,
  owner_id uuid not null,
  team_id uuid,
  archived boolean not null default false,
  private boolean not null default false,
  is_internal boolean not null,
  is_empty boolean not null,
  processing_status text not null default 'pending'::text,
  transcript_status text not null,
  transcript_version integer,
  has_transcript boolean not null generated always as ((transcript_version IS NOT NULL)) stored,
  import_status text not null default 'completed'::text,
  crm_export_status text not null default 'none'::text,
  language text,
  application text,
  external_id text,
  opportunity_id uuid,
  media_url text,
  constraint conversations_crm_export_status_check CHECK ((crm_export_status = ANY (ARRAY['none'::text, 'pending'::text, 'exported'::text, 'failed'::text]))),
  constraint conversations_media_duration_check CHECK ((media_duration >= (0)::double precision)),
  constraint conversations_processing_status_check CHECK ((processing_status = ANY (ARRAY['pending'::text, 'analyzed'::text, 'failed'::text]))),
  constraint conversations_transcript_status_check CHECK ((transcript_status = ANY (ARRAY['pending'::text, 'completed'::text, 'none'::text]))),
  constraint conversations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint conversations_organization_id_opportunity_id_fkey FOREIGN KEY (organization_id, opportunity_id) REFERENCES opportunities(organization_id, id),
  constraint conversations_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint conversations_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint conversations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX conversations_by_opportunity ON public.conversations USING btree (organization_id, opportunity_id) WHERE (opportunity_id IS NOT NULL);
CREATE INDEX conversations_by_owner ON public.conversations USING btree (organization_id, owner_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX conversations_by_source ON public.conversations USING btree (organization_id, external_id, application) WHERE (external_id IS NOT NULL);
CREATE INDEX conversations_by_team ON public.conversations USING btree (organization_id, team_id, started_at DESC, id DESC);
CREATE INDEX conversations_by_update ON public.conversations USING btree (organization_id, updated_at);
CREATE INDEX conversations_listed ON public.conversations USING btree (organization_id, started_at DESC, id DESC) INCLUDE (owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
CREATE INDEX conversations_titled ON public.conversations USING btree (organization_id, started_at DESC, id DESC) INCLUDE (title_folded, owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
alter table conversations enable row level security;
create policy tenant on conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER conversation_changed AFTER UPDATE ON public.conversations FOR EACH ROW WHEN (((((((((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.team_id IS DISTINCT FROM new.team_id)) OR (old.archived IS DISTINCT FROM new.archived)) OR (old.private IS DISTINCT FROM new.private)) OR (old.is_internal IS DISTINCT FROM new.is_internal)) OR (old.is_empty IS DISTINCT FROM new.is_empty)) OR (old.has_transcript IS DISTINCT FROM new.has_transcript)) OR (old.processing_status IS DISTINCT FROM new.processing_status))) EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversation_deleted AFTER DELETE ON public.conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversation_erased_from_responses AFTER DELETE ON public.conversations FOR EACH ROW EXECUTE FUNCTION forget_responses_of_erased();
CREATE TRIGGER conversation_inserted AFTER INSERT ON public.conversations FOR EACH ROW EXECUTE FUNCTION count_conversation();
CREATE TRIGGER conversation_tracked AFTER INSERT OR DELETE OR UPDATE ON public.conversations FOR EACH ROW EXECUTE FUNCTION track_conversation();

create table crm_connection_entities (
  organization_id uuid not null,
  connection_id uuid not null,
  code text not null,
  position integer not null,
  fields text[] not null,
  read_until timestamp with time zone,
  reading_until timestamp with time zone,
  reading_after text,
  records bigint not null default 0,
  constraint crm_connection_entities_organization_id_connection_id_fkey FOREIGN KEY (organization_id, connection_id) REFERENCES crm_connections(organization_id, id) ON DELETE CASCADE,
  constraint crm_connection_entities_pkey PRIMARY KEY (organization_id, connection_id, code)
);
alter table crm_connection_entities enable row level security;
create policy tenant on crm_connection_entities using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table crm_connections (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  url text not null,
  credentials text not null,
  credentials_changed_at timestamp with time zone not null,
  team_id uuid,
  sync_minutes integer not null,
  sync_state text not null,
  sync_ticket integer not null default 0,
  sync_started_at timestamp with time zone,
  sync_finished_at timestamp with time zone,
  sync_records bigint not null default 0,
  sync_fault text,
  sync_failures integer not null default 0,
  paused_until timestamp with time zone,
  paused_for text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint crm_connections_kind_check CHECK ((kind = ANY (ARRAY['hubspot'::text, 'salesforce'::text, 'http'::text]))),
  constraint crm_connections_sync_minutes_check CHECK ((sync_minutes >= 0)),
  constraint crm_connections_sync_state_check CHECK ((sync_state = ANY (ARRAY['idle'::text, 'queued'::text, 'running'::text, 'waiting'::text]))),
  constraint crm_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint crm_connections_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint crm_connections_pkey PRIMARY KEY (organization_id, id)
);
alter table crm_connections enable row level security;
create policy tenant on crm_connections using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table crm_record_changes (
  organization_id uuid not null,
  id uuid not null,
  code text not null,
  record_id text not null,
  field text not null,
  old_value text,
  new_value text,
  changed_at timestamp with time zone not null,
  constraint crm_record_changes_field_check CHECK ((field = ANY (ARRAY['stage'::text, 'amount'::text, 'close_date'::text]))),
  constraint crm_record_changes_organization_id_code_record_id_fkey FOREIGN KEY (organization_id, code, record_id) REFERENCES crm_records(organization_id, code, id) ON DELETE CASCADE,
  constraint crm_record_changes_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX crm_record_changes_by_record ON public.crm_record_changes USING btree (organization_id, code, record_id, changed_at);
alter table crm_record_changes enable row level security;
create policy tenant on crm_record_changes using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table crm_record_values (
  organization_id uuid not null,
  code text not null,
  field text not null,
  value text not null,
  record_id text not null,
  constraint crm_record_values_organization_id_code_record_id_fkey FOREIGN KEY (organization_id, code, record_id) REFERENCES crm_records(organization_id, code, id) ON DELETE CASCADE,
  constraint crm_record_values_pkey PRIMARY KEY (organization_id, field, value, code, record_id)
);
CREATE INDEX crm_record_values_by_record ON public.crm_record_values USING btree (organization_id, code, record_id);
alter table crm_record_values enable row level security;
create policy tenant on crm_record_values using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table crm_records (
  organization_id uuid not null,
  code text not null,
  id text not null,
  fields jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint crm_records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint crm_records_pkey PRIMARY KEY (organization_id, code, id)
);
alter table crm_records enable row level security;
create policy tenant on crm_records using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table deck_conversations (
  organization_id uuid not null,
  deck_id uuid not null,
  conversation_id uuid not null,
  constraint deck_conversations_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint deck_conversations_organization_id_deck_id_fkey FOREIGN KEY (organization_id, deck_id) REFERENCES decks(organization_id, id) ON DELETE CASCADE,
  constraint deck_conversations_pkey PRIMARY KEY (organization_id, deck_id, conversation_id)
);
CREATE INDEX deck_conversations_by_conversation ON public.deck_conversations USING btree (organization_id, conversation_id);
alter table deck_conversations enable row level security;
create policy tenant on deck_conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER deck_conversation_erased AFTER DELETE ON public.deck_conversations FOR EACH ROW EXECUTE FUNCTION erase_conversation_from_deck();

create table deck_shares (
  organization_id uuid not null,
  id uuid not null,
  deck_id uuid not null,
  user_id uuid,
  email text,
  email_folded text,
  code_hash text,
  shared_by uuid,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  opened_at timestamp with time zone,
  taken_over_by uuid,
  expires_at timestamp with time zone,
  view_count integer not null default 0,
  constraint deck_shares_check CHECK (((user_id IS NULL) = (email IS NOT NULL))),
  constraint deck_shares_check1 CHECK (((email IS NULL) = (email_folded IS NULL))),
  constraint deck_shares_check2 CHECK (((user_id IS NULL) OR (code_hash IS NULL))),
  constraint deck_shares_organization_id_deck_id_fkey FOREIGN KEY (organization_id, deck_id) REFERENCES decks(organization_id, id) ON DELETE CASCADE,
  constraint deck_shares_organization_id_taken_over_by_fkey FOREIGN KEY (organization_id, taken_over_by) REFERENCES users(organization_id, id),
  constraint deck_shares_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint deck_shares_pkey PRIMARY KEY (organization_id, id),
  constraint deck_shares_of_address UNIQUE (organization_id, deck_id, email_folded),
  constraint deck_shares_of_user UNIQUE (organization_id, deck_id, user_id),
  constraint deck_shares_organization_id_code_hash_key UNIQUE (organization_id, code_hash)
);
CREATE INDEX deck_shares_by_address ON public.deck_shares USING btree (organization_id, email_folded) WHERE (email_folded IS NOT NULL);
CREATE INDEX deck_shares_by_user ON public.deck_shares USING btree (organization_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX deck_shares_linked_by ON public.deck_shares USING btree (organization_id, COALESCE(taken_over_by, shared_by)) WHERE (user_id IS NULL);
alter table deck_shares enable row level security;
create policy tenant on deck_shares using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table decks (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  title text not null,
  type text not null,
  context_type text not null,
  context_id text not null,
  conversation_id uuid,
  made_by text not null,
  model text,
  model_fault text,
  document jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint decks_check CHECK (((made_by = 'model'::text) = (model IS NOT NULL))),
  constraint decks_context_type_check CHECK ((context_type = ANY (ARRAY['conversation'::text, 'opportunity'::text, 'account'::text, 'snippet'::text]))),
  constraint decks_made_by_check CHECK ((made_by = ANY (ARRAY['rules'::text, 'model'::text]))),
  constraint decks_model_fault_check CHECK ((model_fault = ANY (ARRAY['unavailable'::text, 'refused'::text, 'wrong'::text]))),
  constraint decks_type_check CHECK ((type = ANY (ARRAY['recap'::text, 'proposal'::text, 'business_review'::text, 'pitch'::text, 'custom'::text]))),
  constraint decks_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint decks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint decks_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint decks_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX decks_by_context ON public.decks USING btree (organization_id, context_type, context_id);
CREATE INDEX decks_by_conversation ON public.decks USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX decks_by_user ON public.decks USING btree (organization_id, user_id, created_at DESC, id DESC);
CREATE INDEX decks_listed ON public.decks USING btree (organization_id, created_at DESC, id DESC);
alter table decks enable row level security;
create policy tenant on decks using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table field_configuration_teams (
  organization_id uuid not null,
  configuration_id uuid not null,
  team_id uuid not null,
  constraint field_configuration_teams_organization_id_configuration_id_fkey FOREIGN KEY (organization_id, configuration_id) REFERENCES field_configurations(organization_id, id) ON DELETE CASCADE,
  constraint field_configuration_teams_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint field_configuration_teams_pkey PRIMARY KEY (organization_id, configuration_id, team_id)
);
CREATE INDEX field_configuration_teams_by_team ON public.field_configuration_teams USING btree (organization_id, team_id);
alter table field_configuration_teams enable row level security;
create policy tenant on field_configuration_teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table field_configurations (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  all_teams boolean not null,
  is_default_template boolean not null,
  criteria jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint field_configurations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint field_configurations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX field_configurations_listed ON public.field_configurations USING btree (organization_id, created_at DESC, id DESC);
alter table field_configurations enable row level security;
create policy tenant on field_configurations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER field_configuration_tracked AFTER INSERT OR DELETE OR UPDATE ON public.field_configurations FOR EACH ROW EXECUTE FUNCTION track_definition('field_configuration');

create table field_item_assignments (
  organization_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  team_id uuid,
  display_order integer,
  constraint field_item_assignments_display_order_check CHECK ((display_order >= 1)),
  constraint field_item_assignments_organization_id_item_id_fkey FOREIGN KEY (organization_id, item_id) REFERENCES field_items(organization_id, id) ON DELETE CASCADE,
  constraint field_item_assignments_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint field_item_assignments_pkey PRIMARY KEY (organization_id, id),
  constraint field_item_assignments_organization_id_item_id_team_id_key UNIQUE NULLS NOT DISTINCT (organization_id, item_id, team_id)
);
CREATE INDEX field_item_assignments_by_team ON public.field_item_assignments USING btree (organization_id, team_id);
alter table field_item_assignments enable row level security;
create policy tenant on field_item_assignments using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table field_items (
  organization_id uuid not null,
  id uuid not null,
  configuration_id uuid not null,
  title text not null,
  category text not null,
  contents text not null,
  description text not null,
  prompt_type text not null,
  content_type text not null,
  response_type text not null,
  options jsonb not null,
  depends_on uuid,
  max_values integer,
  allow_long_response boolean not null,
  analysis_level text not null,
  display_order integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  key text not null,
  version integer not null default 1,
  constraint field_items_analysis_level_check CHECK ((analysis_level = ANY (ARRAY['conversation'::text, 'opportunity'::text, 'account'::text]))),
  constraint field_items_category_check CHECK ((category = ANY (ARRAY['CRM'::text, 'Indicators'::text, 'BuiltInInsight'::text, 'CustomInsight'::text]))),
  constraint field_items_check CHECK ((depends_on <> id)),
  constraint field_items_content_type_check CHECK ((content_type = 'text'::text)),
  constraint field_items_display_order_check CHECK ((display_order >= 1)),
  constraint field_items_max_values_check CHECK ((max_values >= 1)),
  constraint field_items_prompt_type_check CHECK ((prompt_type = 'freeform'::text)),
  constraint field_items_response_type_check CHECK ((response_type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'picklist'::text, 'multipicklist'::text]))),
  constraint field_items_version_check CHECK ((version >= 1)),
  constraint field_items_organization_id_configuration_id_depends_on_fkey FOREIGN KEY (organization_id, configuration_id, depends_on) REFERENCES field_items(organization_id, configuration_id, id) ON DELETE SET NULL (depends_on),
  constraint field_items_organization_id_configuration_id_fkey FOREIGN KEY (organization_id, configuration_id) REFERENCES field_configurations(organization_id, id) ON DELETE CASCADE,
  constraint field_items_pkey PRIMARY KEY (organization_id, id),
  constraint field_items_key UNIQUE (organization_id, key),
  constraint field_items_organization_id_configuration_id_display_order_key UNIQUE (organization_id, configuration_id, display_order) DEFERRABLE,
  constraint field_items_organization_id_configuration_id_id_key UNIQUE (organization_id, configuration_id, id)
);
CREATE INDEX field_items_by_dependence ON public.field_items USING btree (organization_id, configuration_id, depends_on) WHERE (depends_on IS NOT NULL);
alter table field_items enable row level security;
create policy tenant on field_items using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER field_item_tracked AFTER INSERT OR DELETE OR UPDATE ON public.field_items FOR EACH ROW EXECUTE FUNCTION track_part('field_configuration', 'configuration_id');

create table field_values (
  organization_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  item_version integer not null,
  key text not null,
  title text not null,
  category text not null,
  response_type text not null,
  value jsonb not null,
  state text not null,
  source text not null,
  confidence double precision not null,
  evidence jsonb not null,
  transcript_version integer,
  model text,
  history jsonb not null,
  found_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint field_values_category_check CHECK ((category = ANY (ARRAY['CRM'::text, 'Indicators'::text, 'BuiltInInsight'::text, 'CustomInsight'::text]))),
  constraint field_values_check CHECK (((state = 'proposed'::text) = (decided_at IS NULL))),
  constraint field_values_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint field_values_response_type_check CHECK ((response_type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'picklist'::text, 'multipicklist'::text]))),
  constraint field_values_source_check CHECK ((source = ANY (ARRAY['ai'::text, 'rule'::text, 'human'::text]))),
  constraint field_values_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'corrected'::text, 'rejected'::text]))),
  constraint field_values_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint field_values_pkey PRIMARY KEY (organization_id, conversation_id, id)
);
CREATE UNIQUE INDEX field_values_live ON public.field_values USING btree (organization_id, conversation_id, item_id) WHERE (state <> 'rejected'::text);
alter table field_values enable row level security;
create policy tenant on field_values using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table gi_insights (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  title text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null default now(),
  constraint gi_insights_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint gi_insights_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint gi_insights_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX gi_insights_of_user ON public.gi_insights USING btree (organization_id, user_id, created_at DESC, id DESC);
alter table gi_insights enable row level security;
create policy tenant on gi_insights using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table gi_items (
  organization_id uuid not null,
  result_id uuid not null,
  position integer not null,
  conversation_id uuid,
  transcript_version integer,
  segment integer,
  first_word integer,
  last_word integer,
  knowledge_source_id uuid,
  quote text,
  constraint gi_items_check CHECK ((last_word >= first_word)),
  constraint gi_items_check1 CHECK (((conversation_id IS NULL) <> (knowledge_source_id IS NULL))),
  constraint gi_items_check2 CHECK (((conversation_id IS NULL) = (segment IS NULL))),
  constraint gi_items_check3 CHECK (((conversation_id IS NULL) = (transcript_version IS NULL))),
  constraint gi_items_check4 CHECK (((knowledge_source_id IS NULL) = (quote IS NULL))),
  constraint gi_items_check5 CHECK (((first_word IS NULL) = (last_word IS NULL))),
  constraint gi_items_first_word_check CHECK ((first_word >= 0)),
  constraint gi_items_position_check CHECK (("position" >= 1)),
  constraint gi_items_segment_check CHECK ((segment >= 0)),
  constraint gi_items_organization_id_knowledge_source_id_fkey FOREIGN KEY (organization_id, knowledge_source_id) REFERENCES knowledge_sources(organization_id, id) ON DELETE CASCADE,
  constraint gi_items_organization_id_result_id_conversation_id_fkey FOREIGN KEY (organization_id, result_id, conversation_id) REFERENCES gi_result_conversations(organization_id, result_id, conversation_id) ON DELETE CASCADE,
  constraint gi_items_organization_id_result_id_fkey FOREIGN KEY (organization_id, result_id) REFERENCES gi_results(organization_id, id) ON DELETE CASCADE,
  constraint gi_items_pkey PRIMARY KEY (organization_id, result_id, "position")
);
CREATE INDEX gi_items_by_knowledge_source ON public.gi_items USING btree (organization_id, knowledge_source_id) WHERE (knowledge_source_id IS NOT NULL);
alter table gi_items enable row level security;
create policy tenant on gi_items using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table gi_result_conversations (
  organization_id uuid not null,
  result_id uuid not null,
  conversation_id uuid not null,
  constraint gi_result_conversations_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint gi_result_conversations_organization_id_result_id_fkey FOREIGN KEY (organization_id, result_id) REFERENCES gi_results(organization_id, id) ON DELETE CASCADE,
  constraint gi_result_conversations_pkey PRIMARY KEY (organization_id, result_id, conversation_id)
);
CREATE INDEX gi_result_conversations_by_conversation ON public.gi_result_conversations USING btree (organization_id, conversation_id);
alter table gi_result_conversations enable row level security;
create policy tenant on gi_result_conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER gi_result_conversation_erased AFTER DELETE ON public.gi_result_conversations FOR EACH ROW EXECUTE FUNCTION erase_result_of_conversation();

create table gi_results (
  organization_id uuid not null,
  id uuid not null,
  insight_id uuid not null,
  position integer not null,
  prompt text not null,
  type text not null,
  status text not null,
  result text not null,
  item_count integer not null,
  emails_used jsonb not null,
  notice text,
  constraint gi_results_position_check CHECK (("position" >= 1)),
  constraint gi_results_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'FINISHED'::text, 'FAILED'::text]))),
  constraint gi_results_type_check CHECK ((type = 'TEXT_WITH_SOURCES'::text)),
  constraint gi_results_organization_id_insight_id_fkey FOREIGN KEY (organization_id, insight_id) REFERENCES gi_insights(organization_id, id) ON DELETE CASCADE,
  constraint gi_results_pkey PRIMARY KEY (organization_id, id),
  constraint gi_results_organization_id_insight_id_position_key UNIQUE (organization_id, insight_id, "position")
);
alter table gi_results enable row level security;
create policy tenant on gi_results using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table gi_run_conversations (
  organization_id uuid not null,
  insight_id uuid not null,
  conversation_id uuid not null,
  position integer not null,
  state text not null,
  transcript_version integer,
  by_model boolean not null default false,
  findings jsonb,
  constraint gi_run_conversations_check CHECK (((state = 'read'::text) = (transcript_version IS NOT NULL))),
  constraint gi_run_conversations_position_check CHECK (("position" >= 1)),
  constraint gi_run_conversations_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'silent'::text, 'hidden'::text]))),
  constraint gi_run_conversations_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint gi_run_conversations_organization_id_insight_id_fkey FOREIGN KEY (organization_id, insight_id) REFERENCES gi_runs(organization_id, insight_id) ON DELETE CASCADE,
  constraint gi_run_conversations_pkey PRIMARY KEY (organization_id, insight_id, conversation_id),
  constraint gi_run_conversations_organization_id_insight_id_position_key UNIQUE (organization_id, insight_id, "position")
);
CREATE INDEX gi_run_conversations_by_conversation ON public.gi_run_conversations USING btree (organization_id, conversation_id);
alter table gi_run_conversations enable row level security;
create policy tenant on gi_run_conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table gi_runs (
  organization_id uuid not null,
  insight_id uuid not null,
  meant integer not null,
  source_ids jsonb not null,
  source_findings jsonb,
  ticket integer not null,
  model_failures integer not null default 0,
  model_fault text,
  constraint gi_runs_meant_check CHECK ((meant >= 0)),
  constraint gi_runs_model_fault_check CHECK ((model_fault = ANY (ARRAY['unavailable'::text, 'refused'::text, 'wrong'::text]))),
  constraint gi_runs_organization_id_insight_id_fkey FOREIGN KEY (organization_id, insight_id) REFERENCES gi_insights(organization_id, id) ON DELETE CASCADE,
  constraint gi_runs_pkey PRIMARY KEY (organization_id, insight_id)
);
alter table gi_runs enable row level security;
create policy tenant on gi_runs using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table glossary_spellings (
  organization_id uuid not null,
  key text not null,
  term_id uuid not null,
  sound text not null,
  constraint glossary_spellings_organization_id_term_id_fkey FOREIGN KEY (organization_id, term_id) REFERENCES glossary_terms(organization_id, id) ON DELETE CASCADE,
  constraint glossary_spellings_pkey PRIMARY KEY (organization_id, key)
);
CREATE INDEX glossary_spellings_by_sound ON public.glossary_spellings USING btree (organization_id, sound) WHERE (sound <> ''::text);
CREATE INDEX glossary_spellings_by_term ON public.glossary_spellings USING btree (organization_id, term_id);
alter table glossary_spellings enable row level security;
create policy tenant on glossary_spellings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table glossary_terms (
  organization_id uuid not null,
  id uuid not null,
  term text not null,
  term_folded text not null,
  kind text not null,
  meaning text not null,
  aliases text[] not null,
  misheard text[] not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint glossary_terms_aliases_check CHECK ((cardinality(aliases) <= 20)),
  constraint glossary_terms_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'person'::text, 'company'::text, 'acronym'::text, 'other'::text]))),
  constraint glossary_terms_misheard_check CHECK ((cardinality(misheard) <= 20)),
  constraint glossary_terms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint glossary_terms_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX glossary_terms_by_term ON public.glossary_terms USING btree (organization_id, term_folded, id);
alter table glossary_terms enable row level security;
create policy tenant on glossary_terms using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table glossary_versions (
  organization_id uuid not null,
  version integer not null default 1,
  constraint glossary_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint glossary_versions_pkey PRIMARY KEY (organization_id)
);
alter table glossary_versions enable row level security;
create policy tenant on glossary_versions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table integration_runs (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  workflow_id uuid,
  workflow_name text not null,
  native_id uuid not null,
  entity_code text not null,
  status text not null,
  trigger text not null,
  requested_by uuid,
  field_keys text[],
  auto_execution boolean not null,
  asked_again boolean not null default false,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  claim_id uuid,
  fields jsonb not null default '[]'::jsonb,
  left_out jsonb not null default '[]'::jsonb,
  records jsonb not null default '[]'::jsonb,
  fault text,
  said text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint integration_runs_check CHECK (((status = 'running'::text) = (claim_id IS NOT NULL))),
  constraint integration_runs_check1 CHECK (((status = ANY (ARRAY['pending'::text, 'running'::text])) = (finished_at IS NULL))),
  constraint integration_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text]))),
  constraint integration_runs_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'on_analyzed'::text, 'on_confirmed'::text, 'retry'::text]))),
  constraint integration_runs_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint integration_runs_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES integration_workflows(organization_id, id) ON DELETE SET NULL (workflow_id),
  constraint integration_runs_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX integration_runs_by_conversation ON public.integration_runs USING btree (organization_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX integration_runs_by_workflow ON public.integration_runs USING btree (organization_id, workflow_id, created_at DESC, id DESC);
CREATE INDEX integration_runs_listed ON public.integration_runs USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX integration_runs_open ON public.integration_runs USING btree (organization_id, conversation_id, workflow_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
alter table integration_runs enable row level security;
create policy tenant on integration_runs using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table integration_workflows (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  connection_id uuid not null,
  enabled boolean not null,
  entity_code text not null,
  direction text not null,
  trigger text not null,
  field_mapping jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint integration_workflows_direction_check CHECK ((direction = 'push'::text)),
  constraint integration_workflows_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'on_analyzed'::text, 'on_confirmed'::text]))),
  constraint integration_workflows_organization_id_connection_id_fkey FOREIGN KEY (organization_id, connection_id) REFERENCES crm_connections(organization_id, id),
  constraint integration_workflows_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX integration_workflows_by_connection ON public.integration_workflows USING btree (organization_id, connection_id);
alter table integration_workflows enable row level security;
create policy tenant on integration_workflows using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table invitation_teams (
  organization_id uuid not null,
  invitation_id uuid not null,
  team_id uuid not null,
  position integer not null,
  constraint invitation_teams_organization_id_invitation_id_fkey FOREIGN KEY (organization_id, invitation_id) REFERENCES invitations(organization_id, id) ON DELETE CASCADE,
  constraint invitation_teams_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint invitation_teams_pkey PRIMARY KEY (organization_id, invitation_id, team_id)
);
alter table invitation_teams enable row level security;
create policy tenant on invitation_teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  email_folded text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  role_id uuid not null,
  secret_hash text,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  user_id uuid,
  revoked_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint invitations_check CHECK (((accepted_at IS NULL) = (user_id IS NULL))),
  constraint invitations_check1 CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_organization_id_invited_by_fkey FOREIGN KEY (organization_id, invited_by) REFERENCES users(organization_id, id),
  constraint invitations_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint invitations_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint invitations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX invitations_by_inviter ON public.invitations USING btree (organization_id, invited_by, created_at DESC, id DESC);
CREATE INDEX invitations_listed ON public.invitations USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (organization_id, email_folded) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
alter table invitations enable row level security;
create policy tenant on invitations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table kept_answer_conversations (
  organization_id uuid not null,
  caller text not null,
  key text not null,
  conversation_id uuid not null,
  constraint kept_answer_conversations_organization_id_caller_key_fkey FOREIGN KEY (organization_id, caller, key) REFERENCES kept_answers(organization_id, caller, key) ON DELETE CASCADE,
  constraint kept_answer_conversations_pkey PRIMARY KEY (organization_id, caller, key, conversation_id)
);
CREATE INDEX kept_answer_conversations_by_conversation ON public.kept_answer_conversations USING btree (organization_id, conversation_id);
alter table kept_answer_conversations enable row level security;
create policy tenant on kept_answer_conversations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table kept_answers (
  organization_id uuid not null,
  caller text not null,
  key text not null,
  fingerprint text not null,
  answer bytea,
  kept_at timestamp with time zone not null,
  run_id uuid,
  leased_until timestamp with time zone,
  sources_recorded boolean not null default false,
  constraint kept_answers_answered_or_running CHECK ((((answer IS NULL) = (run_id IS NOT NULL)) AND ((run_id IS NULL) = (leased_until IS NULL)))),
  constraint kept_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint kept_answers_pkey PRIMARY KEY (organization_id, caller, key)
);
CREATE INDEX kept_answers_by_age ON public.kept_answers USING btree (organization_id, kept_at);
alter table kept_answers enable row level security;
create policy tenant on kept_answers using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table knowledge_sources (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  title_folded text not null,
  source_type text not null,
  format text not null,
  status text not null,
  failure text,
  content text,
  file_name text,
  file_arrived boolean not null default true,
  file_size bigint not null,
  chunk_count integer not null default 0,
  truncated boolean not null default false,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  file_removed_at timestamp with time zone,
  constraint knowledge_sources_check CHECK (((source_type = 'manual'::text) = (content IS NOT NULL))),
  constraint knowledge_sources_check1 CHECK (((source_type = 'file'::text) = (file_name IS NOT NULL))),
  constraint knowledge_sources_check2 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint knowledge_sources_check3 CHECK (((file_removed_at IS NULL) OR (source_type = 'file'::text))),
  constraint knowledge_sources_failure_check CHECK ((failure = ANY (ARRAY['encrypted'::text, 'broken'::text, 'too_complex'::text, 'no_text'::text, 'not_unicode'::text, 'unsupported'::text, 'not_received'::text, 'removed'::text, 'internal'::text]))),
  constraint knowledge_sources_format_check CHECK ((format = ANY (ARRAY['text/markdown'::text, 'text/html'::text, 'text/plain'::text, 'application/pdf'::text]))),
  constraint knowledge_sources_source_type_check CHECK ((source_type = ANY (ARRAY['manual'::text, 'file'::text]))),
  constraint knowledge_sources_status_check CHECK ((status = ANY (ARRAY['indexing'::text, 'indexed'::text, 'failed'::text]))),
  constraint knowledge_sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint knowledge_sources_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX knowledge_sources_listed ON public.knowledge_sources USING btree (organization_id, created_at DESC, id DESC);
alter table knowledge_sources enable row level security;
create policy tenant on knowledge_sources using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER knowledge_source_tracked AFTER INSERT OR DELETE OR UPDATE ON public.knowledge_sources FOR EACH ROW EXECUTE FUNCTION track_definition('knowledge_source');

create table label_holds (
  organization_id uuid not null,
  label_id uuid not null,
  option_id uuid not null,
  holder_kind text not null,
  holder_id uuid not null,
  constraint label_holds_holder_kind_check CHECK ((holder_kind = ANY (ARRAY['scorecard'::text, 'field_configuration'::text]))),
  constraint label_holds_organization_id_label_id_option_id_fkey FOREIGN KEY (organization_id, label_id, option_id) REFERENCES label_options(organization_id, label_id, id),
  constraint label_holds_pkey PRIMARY KEY (organization_id, label_id, option_id, holder_kind, holder_id)
);
CREATE INDEX label_holds_by_holder ON public.label_holds USING btree (organization_id, holder_kind, holder_id);
alter table label_holds enable row level security;
create policy tenant on label_holds using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table label_options (
  organization_id uuid not null,
  label_id uuid not null,
  id uuid not null,
  position integer not null,
  value text not null,
  description text not null,
  constraint label_options_position_check CHECK (("position" >= 1)),
  constraint label_options_organization_id_label_id_fkey FOREIGN KEY (organization_id, label_id) REFERENCES labels(organization_id, id) ON DELETE CASCADE,
  constraint label_options_pkey PRIMARY KEY (organization_id, label_id, id)
);
alter table label_options enable row level security;
create policy tenant on label_options using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table label_teams (
  organization_id uuid not null,
  label_id uuid not null,
  team_id uuid not null,
  constraint label_teams_organization_id_label_id_fkey FOREIGN KEY (organization_id, label_id) REFERENCES labels(organization_id, id) ON DELETE CASCADE,
  constraint label_teams_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint label_teams_pkey PRIMARY KEY (organization_id, label_id, team_id)
);
CREATE INDEX label_teams_by_team ON public.label_teams USING btree (organization_id, team_id);
alter table label_teams enable row level security;
create policy tenant on label_teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table labels (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  name_folded text not null,
  description text not null,
  ai_flow boolean not null,
  all_teams boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint labels_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX labels_by_name ON public.labels USING btree (organization_id, name_folded);
alter table labels enable row level security;
create policy tenant on labels using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER label_tracked AFTER INSERT OR DELETE OR UPDATE ON public.labels FOR EACH ROW EXECUTE FUNCTION track_definition('label');

create table legal_holds (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid,
  custodian_id uuid,
  participant_email text,
  reason text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  released_by uuid,
  released_at timestamp with time zone,
  constraint legal_holds_check CHECK ((num_nonnulls(conversation_id, custodian_id, participant_email) = 1)),
  constraint legal_holds_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint legal_holds_organization_id_custodian_id_fkey FOREIGN KEY (organization_id, custodian_id) REFERENCES users(organization_id, id),
  constraint legal_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint legal_holds_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX legal_holds_by_conversation ON public.legal_holds USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX legal_holds_by_custodian ON public.legal_holds USING btree (organization_id, custodian_id) WHERE (custodian_id IS NOT NULL);
CREATE INDEX legal_holds_by_participant ON public.legal_holds USING btree (organization_id, participant_email) WHERE (participant_email IS NOT NULL);
CREATE INDEX legal_holds_listed ON public.legal_holds USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX legal_holds_of_conversation ON public.legal_holds USING btree (organization_id, conversation_id) WHERE ((conversation_id IS NOT NULL) AND (released_at IS NULL));
alter table legal_holds enable row level security;
create policy tenant on legal_holds using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table library_folders (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  library_id uuid not null generated always as (COALESCE(user_id, organization_id)) stored,
  parent_id uuid,
  name text not null,
  name_folded text not null,
  hidden boolean not null default false,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint library_folders_check CHECK ((parent_id <> id)),
  constraint library_folders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint library_folders_organization_id_library_id_parent_id_fkey FOREIGN KEY (organization_id, library_id, parent_id) REFERENCES library_folders(organization_id, library_id, id),
  constraint library_folders_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint library_folders_pkey PRIMARY KEY (organization_id, id),
  constraint library_folders_named UNIQUE NULLS NOT DISTINCT (organization_id, library_id, parent_id, name_folded),
  constraint library_folders_organization_id_library_id_id_key UNIQUE (organization_id, library_id, id)
);
CREATE INDEX library_folders_by_user ON public.library_folders USING btree (organization_id, user_id) WHERE (user_id IS NOT NULL);
alter table library_folders enable row level security;
create policy tenant on library_folders using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table library_items (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  library_id uuid not null generated always as (COALESCE(user_id, organization_id)) stored,
  folder_id uuid,
  snippet_id uuid not null,
  conversation_id uuid not null,
  added_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null default now(),
  position integer,
  constraint library_items_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint library_items_organization_id_library_id_folder_id_fkey FOREIGN KEY (organization_id, library_id, folder_id) REFERENCES library_folders(organization_id, library_id, id),
  constraint library_items_organization_id_snippet_id_conversation_id_fkey FOREIGN KEY (organization_id, snippet_id, conversation_id) REFERENCES snippets(organization_id, id, conversation_id) ON DELETE CASCADE,
  constraint library_items_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint library_items_pkey PRIMARY KEY (organization_id, id),
  constraint library_items_placed UNIQUE NULLS NOT DISTINCT (organization_id, library_id, folder_id, snippet_id)
);
CREATE INDEX library_items_by_snippet ON public.library_items USING btree (organization_id, snippet_id);
CREATE INDEX library_items_by_user ON public.library_items USING btree (organization_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX library_items_ordered ON public.library_items USING btree (organization_id, library_id, folder_id, "position" NULLS FIRST, created_at DESC, id DESC);
alter table library_items enable row level security;
create policy tenant on library_items using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table look_backs (
  organization_id uuid not null,
  ticket integer not null default 1,
  requested_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  requested_count integer not null default 0,
  constraint look_backs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint look_backs_pkey PRIMARY KEY (organization_id)
);
alter table look_backs enable row level security;
create policy tenant on look_backs using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table mail_counts (
  organization_id uuid not null,
  kind text not null,
  counted_hash text not null,
  began_at timestamp with time zone not null,
  count integer not null,
  constraint mail_counts_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'recipient'::text, 'user'::text]))),
  constraint mail_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint mail_counts_pkey PRIMARY KEY (organization_id, kind, counted_hash)
);
CREATE INDEX mail_counts_by_age ON public.mail_counts USING btree (organization_id, began_at);
alter table mail_counts enable row level security;
create policy tenant on mail_counts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table media_files (
  organization_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  state text not null,
  failure text,
  file_name text not null,
  size bigint not null,
  sha256 text,
  content_type text,
  duration double precision,
  streams text,
  created_at timestamp with time zone not null,
  constraint media_files_check CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint media_files_check1 CHECK (((state = 'kept'::text) = ((content_type IS NOT NULL) AND (sha256 IS NOT NULL) AND (streams IS NOT NULL)))),
  constraint media_files_duration_check CHECK ((duration >= (0)::double precision)),
  constraint media_files_failure_check CHECK ((failure = ANY (ARRAY['not_received'::text, 'not_media'::text, 'unknown_form'::text, 'too_complex'::text]))),
  constraint media_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint media_files_size_check CHECK ((size >= 0)),
  constraint media_files_state_check CHECK ((state = ANY (ARRAY['awaited'::text, 'kept'::text, 'failed'::text]))),
  constraint media_files_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint media_files_pkey PRIMARY KEY (organization_id, conversation_id)
);
CREATE INDEX media_files_by_hash ON public.media_files USING btree (organization_id, sha256) WHERE (sha256 IS NOT NULL);
alter table media_files enable row level security;
create policy tenant on media_files using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table model_calls (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  user_id uuid,
  purpose text not null,
  model text not null,
  outcome text not null,
  detail text,
  requests integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  estimated boolean not null,
  cost numeric,
  ms integer not null,
  constraint model_calls_check CHECK (((detail IS NULL) = (outcome = ANY (ARRAY['ok'::text, 'aborted'::text])))),
  constraint model_calls_cost_check CHECK ((cost >= (0)::numeric)),
  constraint model_calls_input_tokens_check CHECK ((input_tokens >= 0)),
  constraint model_calls_ms_check CHECK ((ms >= 0)),
  constraint model_calls_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'aborted'::text, 'unavailable'::text, 'refused'::text, 'wrong'::text]))),
  constraint model_calls_output_tokens_check CHECK ((output_tokens >= 0)),
  constraint model_calls_purpose_check CHECK ((purpose ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  constraint model_calls_requests_check CHECK ((requests > 0)),
  constraint model_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint model_calls_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX model_calls_by_time ON public.model_calls USING btree (organization_id, at);
alter table model_calls enable row level security;
create policy tenant on model_calls using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table move_calls (
  organization_id uuid not null,
  move_id uuid not null,
  external_id text not null,
  outcome text not null,
  reason text,
  detail text,
  started_at timestamp with time zone,
  duration_seconds double precision,
  owner_email text,
  owner_id uuid,
  parts jsonb not null,
  missing jsonb not null,
  moved_at timestamp with time zone not null,
  constraint move_calls_duration_seconds_check CHECK ((duration_seconds >= (0)::double precision)),
  constraint move_calls_outcome_check CHECK ((outcome = ANY (ARRAY['added'::text, 'known'::text, 'failed'::text]))),
  constraint move_calls_organization_id_move_id_fkey FOREIGN KEY (organization_id, move_id) REFERENCES moves(organization_id, id) ON DELETE CASCADE,
  constraint move_calls_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint move_calls_pkey PRIMARY KEY (organization_id, move_id, external_id)
);
CREATE INDEX move_calls_by_outcome ON public.move_calls USING btree (organization_id, move_id, outcome, external_id);
alter table move_calls enable row level security;
create policy tenant on move_calls using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table move_parts (
  organization_id uuid not null,
  move_id uuid not null,
  kind text not null,
  external_id text not null,
  entity_id uuid,
  reason text,
  title text not null,
  constraint move_parts_kind_check CHECK ((kind = ANY (ARRAY['tracker'::text, 'scorecard'::text, 'question'::text, 'clip'::text]))),
  constraint move_parts_organization_id_move_id_fkey FOREIGN KEY (organization_id, move_id) REFERENCES moves(organization_id, id) ON DELETE CASCADE,
  constraint move_parts_pkey PRIMARY KEY (organization_id, move_id, kind, external_id)
);
alter table move_parts enable row level security;
create policy tenant on move_parts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table moves (
  organization_id uuid not null,
  id uuid not null,
  application text not null,
  vendor text not null,
  account text not null,
  since timestamp with time zone,
  until timestamp with time zone,
  state text not null,
  position text,
  runs integer not null default 1,
  found integer not null default 0,
  added integer not null default 0,
  known integer not null default 0,
  failed integer not null default 0,
  request_day date,
  requests integer not null default 0,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint moves_added_check CHECK ((added >= 0)),
  constraint moves_failed_check CHECK ((failed >= 0)),
  constraint moves_found_check CHECK ((found >= 0)),
  constraint moves_known_check CHECK ((known >= 0)),
  constraint moves_requests_check CHECK ((requests >= 0)),
  constraint moves_runs_check CHECK ((runs >= 1)),
  constraint moves_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopped'::text, 'completed'::text]))),
  constraint moves_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint moves_pkey PRIMARY KEY (organization_id, id),
  constraint moves_organization_id_application_key UNIQUE (organization_id, application)
);
alter table moves enable row level security;
create policy tenant on moves using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table notification_settings (
  organization_id uuid not null,
  user_id uuid not null,
  kind text not null,
  channel text not null,
  constraint notification_settings_channel_check CHECK ((channel = ANY (ARRAY['off'::text, 'in_app'::text, 'email'::text, 'daily_digest'::text]))),
  constraint notification_settings_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'reply'::text, 'comment'::text, 'action'::text, 'scorecard_result'::text, 'coaching'::text, 'coaching_answer'::text, 'task'::text, 'weekly_digest'::text]))) NOT VALID,
  constraint notification_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notification_settings_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint notification_settings_pkey PRIMARY KEY (organization_id, user_id, kind)
);
alter table notification_settings enable row level security;
create policy tenant on notification_settings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table notifications (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  conversation_id uuid not null,
  comment_id uuid,
  action_id uuid,
  scorecard_id uuid,
  actor_id uuid,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  done_at timestamp with time zone,
  email text not null,
  coaching_assignment_id uuid,
  task_id uuid,
  due_on date,
  updated_at timestamp with time zone not null default now(),
  constraint notifications_check CHECK ((num_nonnulls(comment_id, action_id, scorecard_id, coaching_assignment_id, task_id) = 1)) NOT VALID,
  constraint notifications_email_check CHECK ((email = ANY (ARRAY['none'::text, 'now'::text, 'digest'::text, 'sent'::text]))),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'reply'::text, 'comment'::text, 'action'::text, 'scorecard_result'::text, 'coaching'::text, 'coaching_answer'::text, 'task'::text]))) NOT VALID,
  constraint notifications_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES actions(organization_id, id) ON DELETE CASCADE,
  constraint notifications_organization_id_actor_id_fkey FOREIGN KEY (organization_id, actor_id) REFERENCES users(organization_id, id),
  constraint notifications_organization_id_coaching_assignment_id_fkey FOREIGN KEY (organization_id, coaching_assignment_id) REFERENCES coaching_assignments(organization_id, id) ON DELETE CASCADE,
  constraint notifications_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE,
  constraint notifications_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notifications_organization_id_scorecard_id_fkey FOREIGN KEY (organization_id, scorecard_id) REFERENCES scorecards(organization_id, id) ON DELETE CASCADE,
  constraint notifications_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint notifications_task_fkey FOREIGN KEY (organization_id, task_id) REFERENCES tasks(organization_id, id) ON DELETE CASCADE NOT VALID,
  constraint notifications_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX notifications_by_conversation ON public.notifications USING btree (organization_id, conversation_id);
CREATE INDEX notifications_in_digest ON public.notifications USING btree (organization_id, user_id) WHERE (email = 'digest'::text);
CREATE INDEX notifications_of_coaching ON public.notifications USING btree (organization_id, coaching_assignment_id) WHERE (coaching_assignment_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_of_comment ON public.notifications USING btree (organization_id, comment_id, user_id) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_of_due_day ON public.notifications USING btree (organization_id, task_id, user_id, due_on) WHERE (due_on IS NOT NULL);
CREATE INDEX notifications_of_task ON public.notifications USING btree (organization_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX notifications_of_user ON public.notifications USING btree (organization_id, user_id, id DESC);
alter table notifications enable row level security;
create policy tenant on notifications using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table oauth_grants (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint oauth_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint oauth_grants_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint oauth_grants_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX oauth_grants_by_user ON public.oauth_grants USING btree (organization_id, user_id, created_at DESC, id DESC);
CREATE INDEX oauth_grants_listed ON public.oauth_grants USING btree (organization_id, created_at DESC, id DESC);
alter table oauth_grants enable row level security;
create policy tenant on oauth_grants using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table oauth_interactions (
  organization_id uuid not null,
  id_hash text not null,
  payload jsonb not null,
  expires_at timestamp with time zone not null,
  constraint oauth_interactions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint oauth_interactions_pkey PRIMARY KEY (organization_id, id_hash)
);
CREATE INDEX oauth_interactions_by_expiry ON public.oauth_interactions USING btree (organization_id, expires_at);
alter table oauth_interactions enable row level security;
create policy tenant on oauth_interactions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table oauth_tokens (
  organization_id uuid not null,
  token_hash text not null,
  kind text not null,
  grant_id uuid not null,
  scope text not null,
  audience text,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  constraint oauth_tokens_check CHECK (((kind = 'access'::text) = (audience IS NOT NULL))),
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'access'::text, 'refresh'::text]))),
  constraint oauth_tokens_organization_id_grant_id_fkey FOREIGN KEY (organization_id, grant_id) REFERENCES oauth_grants(organization_id, id) ON DELETE CASCADE,
  constraint oauth_tokens_pkey PRIMARY KEY (organization_id, token_hash)
);
CREATE INDEX oauth_tokens_by_expiry ON public.oauth_tokens USING btree (organization_id, expires_at);
CREATE INDEX oauth_tokens_by_grant ON public.oauth_tokens USING btree (organization_id, grant_id);
alter table oauth_tokens enable row level security;
create policy tenant on oauth_tokens using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table opportunities (
  organization_id uuid not null,
  id uuid not null,
  team_id uuid,
  external_id text not null,
  title text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  title_folded text not null,
  constraint opportunities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint opportunities_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint opportunities_pkey PRIMARY KEY (organization_id, id),
  constraint opportunities_organization_id_external_id_team_id_key UNIQUE NULLS NOT DISTINCT (organization_id, external_id, team_id)
);
CREATE INDEX opportunities_by_team ON public.opportunities USING btree (organization_id, team_id, created_at DESC, id DESC);
CREATE INDEX opportunities_listed ON public.opportunities USING btree (organization_id, created_at DESC, id DESC);
alter table opportunities enable row level security;
create policy tenant on opportunities using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER opportunity_tracked AFTER INSERT OR DELETE OR UPDATE ON public.opportunities FOR EACH ROW EXECUTE FUNCTION track_opportunity();

create table organization_domains (
  organization_id uuid not null,
  domain text not null,
  constraint organization_domains_domain_check CHECK ((domain = lower(domain))),
  constraint organization_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_domains_pkey PRIMARY KEY (organization_id, domain)
);
alter table organization_domains enable row level security;
create policy tenant on organization_domains using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table organization_phone_numbers (
  organization_id uuid not null,
  number text not null,
  constraint organization_phone_numbers_number_check CHECK ((number ~ '^\+[1-9][0-9]{3,14}\*?$'::text)),
  constraint organization_phone_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_phone_numbers_pkey PRIMARY KEY (organization_id, number)
);
alter table organization_phone_numbers enable row level security;
create policy tenant on organization_phone_numbers using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table organizations (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id)
);
alter table organizations enable row level security;
create policy tenant on organizations using ((id = current_organization())) with check ((id = current_organization()));

create table passage_vectors (
  organization_id uuid not null,
  text_id uuid not null,
  passage_id uuid not null,
  space_id integer not null,
  vector halfvec not null,
  constraint passage_vectors_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES vector_spaces(organization_id, id),
  constraint passage_vectors_organization_id_text_id_passage_id_fkey FOREIGN KEY (organization_id, text_id, passage_id) REFERENCES passages(organization_id, text_id, id) ON DELETE CASCADE,
  constraint passage_vectors_pkey PRIMARY KEY (organization_id, text_id, passage_id, space_id)
);
alter table passage_vectors enable row level security;
create policy tenant on passage_vectors using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER passage_vector_deleted AFTER DELETE ON public.passage_vectors FOR EACH ROW EXECUTE FUNCTION delete_copied_vector();
CREATE TRIGGER passage_vectors_added AFTER INSERT ON public.passage_vectors REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION copy_passage_vectors();

create table passage_words (
  organization_id uuid not null,
  in_source boolean not null,
  word text not null,
  text_id uuid not null,
  passages integer not null,
  best real not null,
  postings bytea not null,
  constraint passage_words_pkey PRIMARY KEY (organization_id, in_source, word, text_id) INCLUDE (passages, best)
);
alter table passage_words enable row level security;
create policy tenant on passage_words using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table passages (
  organization_id uuid not null,
  id uuid not null,
  text_id uuid not null,
  position integer not null,
  headings text[],
  text text,
  lines text,
  digest uuid not null,
  constraint passages_check CHECK (((num_nonnulls(lines, text) = 1) AND (num_nonnulls(lines, headings) = 1))),
  constraint passages_organization_id_text_id_fkey FOREIGN KEY (organization_id, text_id) REFERENCES searched_texts(organization_id, id) ON DELETE CASCADE,
  constraint passages_pkey PRIMARY KEY (organization_id, id),
  constraint passages_organization_id_text_id_id_key UNIQUE (organization_id, text_id, id),
  constraint passages_organization_id_text_id_position_key UNIQUE (organization_id, text_id, "position") DEFERRABLE
);
alter table passages enable row level security;
create policy tenant on passages using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table passkey_registrations (
  organization_id uuid not null,
  session_id uuid not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_registrations_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES sessions(organization_id, id) ON DELETE CASCADE,
  constraint passkey_registrations_pkey PRIMARY KEY (organization_id, session_id)
);
alter table passkey_registrations enable row level security;
create policy tenant on passkey_registrations using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table passkeys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (organization_id, id),
  constraint passkeys_organization_id_credential_id_key UNIQUE (organization_id, credential_id)
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (organization_id, user_id, created_at);
alter table passkeys enable row level security;
create policy tenant on passkeys using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table passwords (
  organization_id uuid not null,
  user_id uuid not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  constraint passwords_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint passwords_pkey PRIMARY KEY (organization_id, user_id)
);
alter table passwords enable row level security;
create policy tenant on passwords using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table pending_sign_ins (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  way text not null,
  return_to text,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_way_check CHECK ((way = ANY (ARRAY['link'::text, 'password'::text, 'invitation'::text]))),
  constraint pending_sign_ins_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint pending_sign_ins_pkey PRIMARY KEY (organization_id, id),
  constraint pending_sign_ins_organization_id_token_hash_key UNIQUE (organization_id, token_hash)
);
CREATE INDEX pending_sign_ins_by_expiry ON public.pending_sign_ins USING btree (organization_id, expires_at);
CREATE INDEX pending_sign_ins_by_user ON public.pending_sign_ins USING btree (organization_id, user_id);
alter table pending_sign_ins enable row level security;
create policy tenant on pending_sign_ins using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table person_erasures (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  mode text not null,
  user_id uuid,
  email text,
  names text[] not null,
  place text,
  cursor_key jsonb,
  counts jsonb not null default '{}'::jsonb,
  leftovers jsonb not null default '{}'::jsonb,
  created_by uuid,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  originals text not null,
  constraint person_erasures_check CHECK (((status = 'pending'::text) OR (email IS NULL))),
  constraint person_erasures_mode_check CHECK ((mode = ANY (ARRAY['redact'::text, 'erase_conversations'::text]))),
  constraint person_erasures_originals_check CHECK ((originals = ANY (ARRAY['delete'::text, 'keep'::text]))),
  constraint person_erasures_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'finished'::text, 'failed'::text]))),
  constraint person_erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint person_erasures_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX person_erasures_listed ON public.person_erasures USING btree (organization_id, created_at DESC, id DESC);
alter table person_erasures enable row level security;
create policy tenant on person_erasures using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table recording_parts (
  organization_id uuid not null,
  session_id uuid not null,
  take integer not null,
  part integer not null,
  size integer not null,
  sha256 text not null,
  file_id uuid not null,
  constraint recording_parts_part_check CHECK ((part >= 0)),
  constraint recording_parts_size_check CHECK ((size > 0)),
  constraint recording_parts_take_check CHECK ((take >= 0)),
  constraint recording_parts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint recording_parts_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES recording_sessions(organization_id, id) ON DELETE CASCADE,
  constraint recording_parts_pkey PRIMARY KEY (organization_id, session_id, take, part)
);
alter table recording_parts enable row level security;
create policy tenant on recording_parts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table recording_sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  title text,
  sources text[] not null,
  statement text not null,
  finishing_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint recording_sessions_sources_check CHECK ((sources <@ ARRAY['microphone'::text, 'tab'::text])),
  constraint recording_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint recording_sessions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint recording_sessions_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX recording_sessions_by_user ON public.recording_sessions USING btree (organization_id, user_id, created_at);
alter table recording_sessions enable row level security;
create policy tenant on recording_sessions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  constraint recovery_codes_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (organization_id, user_id, code_hash)
);
alter table recovery_codes enable row level security;
create policy tenant on recovery_codes using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table redaction_runs (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  filters jsonb not null,
  cursor_id uuid,
  seen integer not null default 0,
  changed integer not null default 0,
  held integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  created_by uuid,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint redaction_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'finished'::text, 'failed'::text]))),
  constraint redaction_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint redaction_runs_pkey PRIMARY KEY (organization_id, id)
);
alter table redaction_runs enable row level security;
create policy tenant on redaction_runs using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table redaction_settings (
  organization_id uuid not null,
  mode text not null,
  kinds text[] not null,
  patterns jsonb not null,
  knowledge_sources boolean not null,
  updated_at timestamp with time zone not null,
  constraint redaction_settings_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'models_only'::text, 'storage'::text]))),
  constraint redaction_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint redaction_settings_pkey PRIMARY KEY (organization_id)
);
alter table redaction_settings enable row level security;
create policy tenant on redaction_settings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table retention_policies (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  after_days integer not null,
  action text not null,
  labels jsonb not null,
  team_ids uuid[],
  private boolean,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_run_at timestamp with time zone,
  last_run jsonb,
  constraint retention_policies_action_check CHECK ((action = ANY (ARRAY['archive'::text, 'erase'::text]))),
  constraint retention_policies_after_days_check CHECK ((after_days >= 1)),
  constraint retention_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint retention_policies_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX retention_policies_listed ON public.retention_policies USING btree (organization_id, created_at DESC, id DESC);
alter table retention_policies enable row level security;
create policy tenant on retention_policies using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table retention_schedule (
  organization_id uuid not null,
  ticket integer not null,
  next_at timestamp with time zone not null,
  audit_keep_days integer,
  constraint retention_schedule_audit_keep_days_check CHECK (((audit_keep_days >= 365) AND (audit_keep_days <= 36500))),
  constraint retention_schedule_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint retention_schedule_pkey PRIMARY KEY (organization_id)
);
alter table retention_schedule enable row level security;
create policy tenant on retention_schedule using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table roles (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  constraint roles_type_check CHECK ((type = ANY (ARRAY['ADMIN'::text, 'MANAGER'::text, 'SALES_REP'::text]))),
  constraint roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint roles_pkey PRIMARY KEY (organization_id, id)
);
alter table roles enable row level security;
create policy tenant on roles using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table saml_assertions (
  organization_id uuid not null,
  assertion_hash text not null,
  expires_at timestamp with time zone not null,
  constraint saml_assertions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saml_assertions_pkey PRIMARY KEY (organization_id, assertion_hash)
);
CREATE INDEX saml_assertions_by_expiry ON public.saml_assertions USING btree (organization_id, expires_at);
alter table saml_assertions enable row level security;
create policy tenant on saml_assertions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table saml_attempts (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  outcome text not null,
  detail text,
  is_test boolean not null,
  constraint saml_attempts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saml_attempts_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX saml_attempts_listed ON public.saml_attempts USING btree (organization_id, at DESC, id DESC);
alter table saml_attempts enable row level security;
create policy tenant on saml_attempts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table saml_providers (
  organization_id uuid not null,
  provider_id uuid not null,
  sso_url text not null,
  certificates text[] not null,
  email_attribute text,
  allows_idp_initiated boolean not null,
  verified_at timestamp with time zone,
  constraint saml_providers_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES sign_in_providers(organization_id, id) ON DELETE CASCADE,
  constraint saml_providers_pkey PRIMARY KEY (organization_id, provider_id)
);
alter table saml_providers enable row level security;
create policy tenant on saml_providers using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table saved_views (
  organization_id uuid not null,
  id uuid not null,
  owner_id uuid,
  visibility text not null,
  name text not null,
  filters jsonb not null,
  position integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  layout jsonb not null default '{}'::jsonb,
  team_id uuid,
  constraint saved_views_owner_check CHECK (((visibility <> 'private'::text) OR (owner_id IS NOT NULL) OR (team_id IS NOT NULL))),
  constraint saved_views_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'team'::text, 'organization'::text]))),
  constraint saved_views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saved_views_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint saved_views_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint saved_views_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX saved_views_by_owner ON public.saved_views USING btree (organization_id, owner_id, visibility, "position", id) WHERE (owner_id IS NOT NULL);
CREATE INDEX saved_views_by_team ON public.saved_views USING btree (organization_id, team_id, "position", id) WHERE (team_id IS NOT NULL);
CREATE INDEX saved_views_listed ON public.saved_views USING btree (organization_id, visibility, "position", id);
alter table saved_views enable row level security;
create policy tenant on saved_views using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  compatible_from integer,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table scim_groups (
  organization_id uuid not null,
  team_id uuid not null,
  external_id text,
  extensions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scim_groups_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint scim_groups_pkey PRIMARY KEY (organization_id, team_id)
);
CREATE INDEX scim_groups_by_external_id ON public.scim_groups USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
alter table scim_groups enable row level security;
create policy tenant on scim_groups using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table scim_users (
  organization_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  user_name_folded text not null,
  external_id text,
  attributes jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint scim_users_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint scim_users_pkey PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX scim_users_by_external_id ON public.scim_users USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX scim_users_by_name ON public.scim_users USING btree (organization_id, user_name_folded) WHERE (deleted_at IS NULL);
alter table scim_users enable row level security;
create policy tenant on scim_users using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table scorecard_dismissals (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  dismissed_by uuid,
  dismissed_at timestamp with time zone not null,
  constraint scorecard_dismissals_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint scorecard_dismissals_pkey PRIMARY KEY (organization_id, conversation_id, scorecard_id)
);
alter table scorecard_dismissals enable row level security;
create policy tenant on scorecard_dismissals using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table scorecard_items (
  organization_id uuid not null,
  scorecard_id uuid not null,
  id uuid not null,
  title text not null,
  type text not null,
  position integer not null,
  weight double precision not null,
  version integer not null default 1,
  expert_prompt text not null,
  metadata jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scorecard_items_position_check CHECK (("position" >= 1)),
  constraint scorecard_items_type_check CHECK ((type = 'numeric'::text)),
  constraint scorecard_items_weight_check CHECK (((weight >= (0)::double precision) AND (weight <= (100)::double precision))),
  constraint scorecard_items_organization_id_scorecard_id_fkey FOREIGN KEY (organization_id, scorecard_id) REFERENCES scorecards(organization_id, id) ON DELETE CASCADE,
  constraint scorecard_items_pkey PRIMARY KEY (organization_id, scorecard_id, id),
  constraint scorecard_items_organization_id_scorecard_id_position_key UNIQUE (organization_id, scorecard_id, "position") DEFERRABLE
);
alter table scorecard_items enable row level security;
create policy tenant on scorecard_items using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER scorecard_item_tracked AFTER INSERT OR DELETE OR UPDATE ON public.scorecard_items FOR EACH ROW EXECUTE FUNCTION track_part('scorecard', 'scorecard_id');

create table scorecard_results (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  id uuid not null,
  scorecard_version integer not null,
  transcript_version integer,
  title text not null,
  summary jsonb not null,
  items jsonb not null,
  source text not null,
  scored_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unscored jsonb not null default '[]'::jsonb,
  average double precision not null generated always as (((summary ->> 'averageScore'::text))::double precision) stored,
  constraint scorecard_results_source_check CHECK ((source = ANY (ARRAY['ai'::text, 'human'::text]))),
  constraint scorecard_results_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint scorecard_results_pkey PRIMARY KEY (organization_id, conversation_id, scorecard_id)
);
CREATE INDEX scorecard_averages ON public.scorecard_results USING btree (organization_id, conversation_id) INCLUDE (scorecard_id, average);
CREATE INDEX scorecard_results_by_scorecard ON public.scorecard_results USING btree (organization_id, scorecard_id, conversation_id);
alter table scorecard_results enable row level security;
create policy tenant on scorecard_results using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table scorecard_scorings (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  scorecard_version integer not null,
  transcript_version integer not null,
  title text not null,
  items jsonb not null,
  unscored jsonb not null,
  summary_text text not null,
  model text,
  made_at timestamp with time zone not null,
  constraint scorecard_scorings_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint scorecard_scorings_pkey PRIMARY KEY (organization_id, conversation_id, scorecard_id)
);
CREATE INDEX scorecard_scorings_by_scorecard ON public.scorecard_scorings USING btree (organization_id, scorecard_id, conversation_id);
alter table scorecard_scorings enable row level security;
create policy tenant on scorecard_scorings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table scorecards (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  team_id uuid,
  all_teams boolean not null,
  enabled boolean not null,
  interaction_type text not null,
  detailed_instructions text not null,
  scorecard_prompt text not null,
  expert_mode boolean not null,
  is_default_template boolean not null default false,
  criteria jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scorecards_check CHECK ((NOT (all_teams AND (team_id IS NOT NULL)))),
  constraint scorecards_interaction_type_check CHECK ((interaction_type = ANY (ARRAY['conversation'::text, 'chat'::text, 'email'::text]))),
  constraint scorecards_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint scorecards_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE SET NULL (team_id),
  constraint scorecards_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX scorecards_by_team ON public.scorecards USING btree (organization_id, team_id);
CREATE INDEX scorecards_listed ON public.scorecards USING btree (organization_id, created_at DESC, id DESC);
alter table scorecards enable row level security;
create policy tenant on scorecards using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER scorecard_tracked AFTER INSERT OR DELETE OR UPDATE ON public.scorecards FOR EACH ROW EXECUTE FUNCTION track_definition('scorecard');

create table searched_texts (
  organization_id uuid not null,
  id uuid not null generated always as (COALESCE(conversation_id, source_id)) stored,
  conversation_id uuid,
  source_id uuid,
  passages integer not null,
  words text,
  space_id integer,
  is_complete boolean not null default true,
  stems_version smallint not null default 1,
  constraint searched_texts_check CHECK ((num_nonnulls(conversation_id, source_id) = 1)),
  constraint searched_texts_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint searched_texts_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES knowledge_sources(organization_id, id) ON DELETE CASCADE,
  constraint searched_texts_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES vector_spaces(organization_id, id),
  constraint searched_texts_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX searched_texts_by_conversation ON public.searched_texts USING btree (organization_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE UNIQUE INDEX searched_texts_by_source ON public.searched_texts USING btree (organization_id, source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX searched_texts_by_space ON public.searched_texts USING btree (organization_id, space_id, id);
CREATE INDEX searched_texts_by_stems ON public.searched_texts USING btree (organization_id, stems_version);
CREATE INDEX searched_texts_incomplete ON public.searched_texts USING btree (organization_id, id) WHERE (NOT is_complete);
alter table searched_texts enable row level security;
create policy tenant on searched_texts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER searched_text_deleted AFTER DELETE ON public.searched_texts FOR EACH ROW EXECUTE FUNCTION forget_passage_words();

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  user_agent text not null,
  way text not null,
  address_class text,
  network text,
  constraint sessions_address_class_check CHECK ((address_class = ANY (ARRAY['loopback'::text, 'private'::text, 'public'::text]))),
  constraint sessions_way_check CHECK ((way = ANY (ARRAY['link'::text, 'password'::text, 'single_sign_on'::text, 'invitation'::text, 'passkey'::text]))),
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sessions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (organization_id, id),
  constraint sessions_organization_id_token_hash_key UNIQUE (organization_id, token_hash)
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (organization_id, expires_at);
CREATE INDEX sessions_listed ON public.sessions USING btree (organization_id, user_id, last_used_at DESC, id DESC);
alter table sessions enable row level security;
create policy tenant on sessions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sharing_settings (
  organization_id uuid not null,
  outside boolean not null,
  updated_at timestamp with time zone not null,
  constraint sharing_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sharing_settings_pkey PRIMARY KEY (organization_id)
);
alter table sharing_settings enable row level security;
create policy tenant on sharing_settings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_domains (
  organization_id uuid not null,
  domain text not null,
  provider_id uuid not null,
  constraint sign_in_domains_organization_id_domain_fkey FOREIGN KEY (organization_id, domain) REFERENCES organization_domains(organization_id, domain) ON DELETE CASCADE,
  constraint sign_in_domains_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES sign_in_providers(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_domains_pkey PRIMARY KEY (organization_id, domain)
);
CREATE INDEX sign_in_domains_by_domain ON public.sign_in_domains USING btree (domain);
CREATE INDEX sign_in_domains_by_provider ON public.sign_in_domains USING btree (organization_id, provider_id);
alter table sign_in_domains enable row level security;
create policy tenant on sign_in_domains using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_identities (
  organization_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint sign_in_identities_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES sign_in_providers(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_identities_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_identities_pkey PRIMARY KEY (organization_id, provider_id, subject),
  constraint sign_in_identities_organization_id_provider_id_user_id_key UNIQUE (organization_id, provider_id, user_id)
);
CREATE INDEX sign_in_identities_by_user ON public.sign_in_identities USING btree (organization_id, user_id);
alter table sign_in_identities enable row level security;
create policy tenant on sign_in_identities using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_links (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  made_by text not null,
  constraint sign_in_links_made_by_check CHECK ((made_by = ANY (ARRAY['mail'::text, 'command_line'::text, 'password'::text]))),
  constraint sign_in_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sign_in_links_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_links_pkey PRIMARY KEY (organization_id, id),
  constraint sign_in_links_organization_id_token_hash_key UNIQUE (organization_id, token_hash)
);
CREATE INDEX sign_in_links_by_expiry ON public.sign_in_links USING btree (organization_id, expires_at);
CREATE INDEX sign_in_links_by_user ON public.sign_in_links USING btree (organization_id, user_id);
alter table sign_in_links enable row level security;
create policy tenant on sign_in_links using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_providers (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text,
  client_secret text,
  required boolean not null,
  vouches_for_addresses boolean not null,
  makes_users boolean not null,
  default_role text not null,
  default_team_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  protocol text not null default 'oidc'::text,
  enabled boolean not null default true,
  constraint sign_in_providers_client_check CHECK (((client_id IS NULL) = (protocol = 'saml'::text))),
  constraint sign_in_providers_default_role_check CHECK ((default_role = ANY (ARRAY['MANAGER'::text, 'SALES_REP'::text]))),
  constraint sign_in_providers_protocol_check CHECK ((protocol = ANY (ARRAY['oidc'::text, 'saml'::text]))),
  constraint sign_in_providers_organization_id_default_team_id_fkey FOREIGN KEY (organization_id, default_team_id) REFERENCES teams(organization_id, id),
  constraint sign_in_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sign_in_providers_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX sign_in_providers_by_saml ON public.sign_in_providers USING btree (organization_id) WHERE (protocol = 'saml'::text);
CREATE INDEX sign_in_providers_by_team ON public.sign_in_providers USING btree (organization_id, default_team_id) WHERE (default_team_id IS NOT NULL);
CREATE INDEX sign_in_providers_listed ON public.sign_in_providers USING btree (organization_id, created_at, id);
alter table sign_in_providers enable row level security;
create policy tenant on sign_in_providers using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_requests (
  organization_id uuid not null,
  state_hash text not null,
  provider_id uuid not null,
  browser_hash text not null,
  secrets text not null,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_requests_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES sign_in_providers(organization_id, id) ON DELETE CASCADE,
  constraint sign_in_requests_pkey PRIMARY KEY (organization_id, state_hash)
);
CREATE INDEX sign_in_requests_by_expiry ON public.sign_in_requests USING btree (organization_id, expires_at);
CREATE INDEX sign_in_requests_by_provider ON public.sign_in_requests USING btree (organization_id, provider_id);
alter table sign_in_requests enable row level security;
create policy tenant on sign_in_requests using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sign_in_settings (
  organization_id uuid not null,
  second_factor_required boolean not null,
  updated_at timestamp with time zone not null,
  constraint sign_in_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sign_in_settings_pkey PRIMARY KEY (organization_id)
);
alter table sign_in_settings enable row level security;
create policy tenant on sign_in_settings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table snippets (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  title text not null,
  notes text not null default ''::text,
  internal boolean not null,
  notify_views boolean not null,
  notified_at timestamp with time zone,
  start_time double precision not null,
  end_time double precision not null,
  reference jsonb,
  reference_version integer,
  share_code text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  link_taken_over_by uuid,
  expires_at timestamp with time zone,
  view_count integer not null default 0,
  last_viewed_at timestamp with time zone,
  questions_allowed boolean not null default false,
  constraint snippets_check CHECK ((end_time > start_time)),
  constraint snippets_check1 CHECK (((reference IS NULL) = (reference_version IS NULL))),
  constraint snippets_start_time_check CHECK ((start_time >= (0)::double precision)),
  constraint snippets_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint snippets_organization_id_link_taken_over_by_fkey FOREIGN KEY (organization_id, link_taken_over_by) REFERENCES users(organization_id, id),
  constraint snippets_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id),
  constraint snippets_pkey PRIMARY KEY (organization_id, id),
  constraint snippets_organization_id_id_conversation_id_key UNIQUE (organization_id, id, conversation_id),
  constraint snippets_organization_id_share_code_key UNIQUE (organization_id, share_code)
);
CREATE INDEX snippets_by_conversation ON public.snippets USING btree (organization_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX snippets_by_share_code ON public.snippets USING btree (share_code);
CREATE INDEX snippets_by_user ON public.snippets USING btree (organization_id, user_id, created_at DESC, id DESC);
CREATE INDEX snippets_linked_by ON public.snippets USING btree (organization_id, COALESCE(link_taken_over_by, user_id)) WHERE (NOT internal);
CREATE INDEX snippets_listed ON public.snippets USING btree (organization_id, created_at DESC, id DESC);
alter table snippets enable row level security;
create policy tenant on snippets using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table source_deliveries (
  organization_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  delivery_key text,
  received_at timestamp with time zone not null,
  repeats integer not null default 0,
  headers text not null,
  body text,
  body_bytes integer not null,
  state text not null,
  reason text,
  recording_ids uuid[] not null default '{}'::uuid[],
  has_words boolean not null default false,
  read_at timestamp with time zone,
  constraint source_deliveries_delivery_key_check CHECK ((octet_length(delivery_key) <= 256)),
  constraint source_deliveries_state_check CHECK ((state = ANY (ARRAY['received'::text, 'read'::text, 'ignored'::text, 'refused'::text, 'failed'::text, 'handshake'::text]))),
  constraint source_deliveries_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE,
  constraint source_deliveries_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX source_deliveries_listed ON public.source_deliveries USING btree (organization_id, source_id, received_at DESC, id DESC);
CREATE UNIQUE INDEX source_deliveries_once ON public.source_deliveries USING btree (organization_id, source_id, delivery_key) WHERE (delivery_key IS NOT NULL);
alter table source_deliveries enable row level security;
create policy tenant on source_deliveries using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table source_objects (
  organization_id uuid not null,
  source_id uuid not null,
  name_hash text not null,
  version text not null,
  external_id text not null,
  constraint source_objects_version_check CHECK ((octet_length(version) <= 256)),
  constraint source_objects_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE,
  constraint source_objects_pkey PRIMARY KEY (organization_id, source_id, name_hash)
);
alter table source_objects enable row level security;
create policy tenant on source_objects using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table source_recordings (
  organization_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  external_id text not null,
  state text not null,
  ticket integer not null,
  announced text,
  has_transcript boolean not null default false,
  has_recording boolean not null default false,
  conversation_id uuid,
  delivery_id uuid,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  fault text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint source_recordings_external_id_check CHECK ((octet_length(external_id) <= 1024)),
  constraint source_recordings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint source_recordings_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE SET NULL (conversation_id),
  constraint source_recordings_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE,
  constraint source_recordings_pkey PRIMARY KEY (organization_id, id),
  constraint source_recordings_organization_id_source_id_external_id_key UNIQUE (organization_id, source_id, external_id)
);
CREATE INDEX source_recordings_by_conversation ON public.source_recordings USING btree (organization_id, conversation_id);
CREATE INDEX source_recordings_listed ON public.source_recordings USING btree (organization_id, source_id, created_at DESC, id DESC);
CREATE INDEX source_recordings_of_delivery ON public.source_recordings USING btree (organization_id, delivery_id) WHERE (delivery_id IS NOT NULL);
alter table source_recordings enable row level security;
create policy tenant on source_recordings using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table sources (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  enabled boolean not null,
  settings text not null,
  credentials text not null,
  credentials_changed_at timestamp with time zone not null,
  address_token text not null,
  address_hash text not null,
  application text not null,
  owner_id uuid,
  team_id uuid,
  private boolean not null,
  inside_domains text[] not null,
  look_minutes integer not null,
  look_ticket integer not null default 0,
  look_state text not null default 'idle'::text,
  looked_until timestamp with time zone,
  looking_since timestamp with time zone,
  looking_until timestamp with time zone,
  look_cursor text,
  look_failures integer not null default 0,
  fault text,
  fault_at timestamp with time zone,
  last_delivery_at timestamp with time zone,
  last_call_at timestamp with time zone,
  cleanup_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  limited_until timestamp with time zone,
  limited_next timestamp with time zone,
  constraint sources_kind_check CHECK ((kind ~ '^[a-z][a-z0-9_]{1,31}$'::text)),
  constraint sources_look_minutes_check CHECK (((look_minutes >= 0) AND (look_minutes <= 10080))),
  constraint sources_look_state_check CHECK ((look_state = ANY (ARRAY['idle'::text, 'queued'::text, 'running'::text, 'waiting'::text]))),
  constraint sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sources_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id),
  constraint sources_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint sources_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX sources_by_owner ON public.sources USING btree (organization_id, owner_id);
CREATE INDEX sources_by_team ON public.sources USING btree (organization_id, team_id);
CREATE INDEX sources_listed ON public.sources USING btree (organization_id, created_at, id);
alter table sources enable row level security;
create policy tenant on sources using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table speaker_name_dismissals (
  organization_id uuid not null,
  conversation_id uuid not null,
  key text not null,
  dismissed_at timestamp with time zone not null,
  constraint speaker_name_dismissals_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint speaker_name_dismissals_pkey PRIMARY KEY (organization_id, conversation_id, key)
);
alter table speaker_name_dismissals enable row level security;
create policy tenant on speaker_name_dismissals using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table staged_texts (
  organization_id uuid not null,
  id uuid not null,
  position integer not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint staged_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint staged_texts_pkey PRIMARY KEY (organization_id, id, "position")
);
CREATE INDEX staged_texts_by_age ON public.staged_texts USING btree (organization_id, created_at);
alter table staged_texts enable row level security;
create policy tenant on staged_texts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table super_agent_messages (
  organization_id uuid not null,
  session_id uuid not null,
  position integer not null,
  run_id uuid not null,
  step integer not null,
  role text not null,
  content text not null,
  name text,
  call_id text,
  args jsonb,
  state text,
  erased boolean not null default false,
  created_at timestamp with time zone not null,
  constraint super_agent_messages_check CHECK (((role = 'tool'::text) = (name IS NOT NULL))),
  constraint super_agent_messages_check1 CHECK (((role = 'tool'::text) = (call_id IS NOT NULL))),
  constraint super_agent_messages_check2 CHECK (((role = 'tool'::text) = (state IS NOT NULL))),
  constraint super_agent_messages_content_check CHECK ((length(content) <= 100000)),
  constraint super_agent_messages_position_check CHECK (("position" >= 1)),
  constraint super_agent_messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'tool'::text]))),
  constraint super_agent_messages_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'running'::text, 'done'::text, 'refused'::text, 'unknown'::text]))),
  constraint super_agent_messages_step_check CHECK ((step >= 0)),
  constraint super_agent_messages_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES super_agent_sessions(organization_id, id) ON DELETE CASCADE,
  constraint super_agent_messages_pkey PRIMARY KEY (organization_id, session_id, "position")
);
alter table super_agent_messages enable row level security;
create policy tenant on super_agent_messages using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table super_agent_sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  title text not null,
  status text not null,
  last_position integer not null default 0,
  run_id uuid not null,
  run_via text not null,
  run_scopes text[] not null,
  run_key_id uuid,
  run_client_id text,
  run_steps integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint super_agent_sessions_run_via_check CHECK ((run_via = ANY (ARRAY['api_key'::text, 'oauth'::text, 'session'::text]))),
  constraint super_agent_sessions_status_check CHECK ((status = ANY (ARRAY['idle'::text, 'processing'::text, 'failed'::text, 'cancelled'::text]))),
  constraint super_agent_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint super_agent_sessions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint super_agent_sessions_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX super_agent_sessions_listed ON public.super_agent_sessions USING btree (organization_id, user_id, updated_at DESC, id DESC);
alter table super_agent_sessions enable row level security;
create policy tenant on super_agent_sessions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table super_agent_sources (
  organization_id uuid not null,
  session_id uuid not null,
  position integer not null,
  conversation_id uuid not null,
  constraint super_agent_sources_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint super_agent_sources_organization_id_session_id_position_fkey FOREIGN KEY (organization_id, session_id, "position") REFERENCES super_agent_messages(organization_id, session_id, "position") ON DELETE CASCADE,
  constraint super_agent_sources_pkey PRIMARY KEY (organization_id, session_id, "position", conversation_id)
);
CREATE INDEX super_agent_sources_by_conversation ON public.super_agent_sources USING btree (organization_id, conversation_id);
alter table super_agent_sources enable row level security;
create policy tenant on super_agent_sources using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER super_agent_source_erased AFTER DELETE ON public.super_agent_sources FOR EACH ROW EXECUTE FUNCTION erase_super_agent_messages();

create table targets (
  organization_id uuid not null,
  id uuid not null,
  team_id uuid,
  figure text not null,
  scorecard_id uuid,
  minimum double precision,
  maximum double precision,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint targets_check CHECK (((figure = 'scorecardScore'::text) = (scorecard_id IS NOT NULL))),
  constraint targets_check1 CHECK (((minimum IS NOT NULL) OR (maximum IS NOT NULL))),
  constraint targets_check2 CHECK ((minimum <= maximum)),
  constraint targets_figure_check CHECK ((figure = ANY (ARRAY['callsPerWeek'::text, 'talkShare'::text, 'questionsAsked'::text, 'longestMonologue'::text, 'averageScore'::text, 'scorecardScore'::text]))),
  constraint targets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint targets_organization_id_scorecard_id_fkey FOREIGN KEY (organization_id, scorecard_id) REFERENCES scorecards(organization_id, id) ON DELETE CASCADE,
  constraint targets_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint targets_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX targets_of_scorecard ON public.targets USING btree (organization_id, scorecard_id) WHERE (scorecard_id IS NOT NULL);
CREATE UNIQUE INDEX targets_scope ON public.targets USING btree (organization_id, figure, team_id, scorecard_id) NULLS NOT DISTINCT;
alter table targets enable row level security;
create policy tenant on targets using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table tasks (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  text text not null,
  promiser_name text,
  promiser_email text,
  side text,
  quote text,
  segment integer,
  start_time double precision,
  due_on date,
  assignee_id uuid not null,
  creator_id uuid not null,
  status text not null,
  closed_at timestamp with time zone,
  closer_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint tasks_check CHECK (((quote IS NULL) = (segment IS NULL))),
  constraint tasks_check1 CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint tasks_segment_check CHECK ((segment >= 0)),
  constraint tasks_side_check CHECK ((side = ANY (ARRAY['internal'::text, 'external'::text]))),
  constraint tasks_start_time_check CHECK ((start_time >= (0)::double precision)),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'dismissed'::text]))),
  constraint tasks_organization_id_assignee_id_fkey FOREIGN KEY (organization_id, assignee_id) REFERENCES users(organization_id, id),
  constraint tasks_organization_id_closer_id_fkey FOREIGN KEY (organization_id, closer_id) REFERENCES users(organization_id, id),
  constraint tasks_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint tasks_organization_id_creator_id_fkey FOREIGN KEY (organization_id, creator_id) REFERENCES users(organization_id, id),
  constraint tasks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tasks_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX tasks_by_assignee ON public.tasks USING btree (organization_id, assignee_id, status, due_on);
CREATE INDEX tasks_by_conversation ON public.tasks USING btree (organization_id, conversation_id);
alter table tasks enable row level security;
create policy tenant on tasks using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  constraint team_members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint team_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint team_members_pkey PRIMARY KEY (organization_id, team_id, user_id)
);
CREATE INDEX team_members_by_user ON public.team_members USING btree (organization_id, user_id);
alter table team_members enable row level security;
create policy tenant on team_members using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER member_tracked AFTER INSERT OR DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION track_member();
CREATE TRIGGER members_added_announced AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members();
CREATE TRIGGER members_removed_announced AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members();

create table teams (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  domain text,
  parent_id uuid,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint teams_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES teams(organization_id, id),
  constraint teams_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX teams_by_parent ON public.teams USING btree (organization_id, parent_id);
alter table teams enable row level security;
create policy tenant on teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER team_tracked AFTER INSERT OR DELETE OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION track_team();
CREATE TRIGGER teams_changed_announced AFTER UPDATE ON public.teams REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_teams();
CREATE TRIGGER teams_created_announced AFTER INSERT ON public.teams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_teams();

create table tracker_hits (
  organization_id uuid not null,
  tracker_id uuid not null,
  conversation_id uuid not null,
  tracker_version integer not null,
  transcript_version integer not null,
  hit_count integer not null,
  hits text not null,
  constraint tracker_hits_hit_count_check CHECK ((hit_count >= 1)),
  constraint tracker_hits_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint tracker_hits_organization_id_tracker_id_fkey FOREIGN KEY (organization_id, tracker_id) REFERENCES trackers(organization_id, id) ON DELETE CASCADE,
  constraint tracker_hits_pkey PRIMARY KEY (organization_id, tracker_id, conversation_id)
);
CREATE INDEX tracker_hits_by_conversation ON public.tracker_hits USING btree (organization_id, conversation_id);
alter table tracker_hits enable row level security;
create policy tenant on tracker_hits using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table tracker_teams (
  organization_id uuid not null,
  tracker_id uuid not null,
  team_id uuid not null,
  constraint tracker_teams_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE,
  constraint tracker_teams_organization_id_tracker_id_fkey FOREIGN KEY (organization_id, tracker_id) REFERENCES trackers(organization_id, id) ON DELETE CASCADE,
  constraint tracker_teams_pkey PRIMARY KEY (organization_id, tracker_id, team_id)
);
CREATE INDEX tracker_teams_by_team ON public.tracker_teams USING btree (organization_id, team_id);
alter table tracker_teams enable row level security;
create policy tenant on tracker_teams using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table trackers (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  name_folded text not null,
  description text not null,
  phrases text[] not null,
  stemmed boolean not null,
  case_sensitive boolean not null,
  speakers text not null,
  all_teams boolean not null,
  enabled boolean not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  color text,
  constraint trackers_color_check CHECK ((color = ANY (ARRAY['purple'::text, 'green'::text, 'slate'::text, 'red'::text, 'olive'::text]))) NOT VALID,
  constraint trackers_phrases_check CHECK (((cardinality(phrases) >= 1) AND (cardinality(phrases) <= 100))),
  constraint trackers_speakers_check CHECK ((speakers = ANY (ARRAY['all'::text, 'internal'::text, 'external'::text]))),
  constraint trackers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint trackers_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX trackers_by_name ON public.trackers USING btree (organization_id, name_folded);
alter table trackers enable row level security;
create policy tenant on trackers using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER tracker_tracked AFTER INSERT OR DELETE OR UPDATE ON public.trackers FOR EACH ROW EXECUTE FUNCTION track_definition('tracker');

create table transcript_redactions (
  organization_id uuid not null,
  conversation_id uuid not null,
  version integer not null,
  spans jsonb not null,
  counts jsonb not null,
  made_at timestamp with time zone not null,
  constraint transcript_redactions_organization_id_conversation_id_vers_fkey FOREIGN KEY (organization_id, conversation_id, version) REFERENCES transcripts(organization_id, conversation_id, version) ON DELETE CASCADE,
  constraint transcript_redactions_pkey PRIMARY KEY (organization_id, conversation_id, version)
);
alter table transcript_redactions enable row level security;
create policy tenant on transcript_redactions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table transcriptions (
  organization_id uuid not null,
  conversation_id uuid not null,
  state text not null,
  reason text,
  ticket integer not null,
  replaces integer,
  transcriber text,
  transcript_version integer,
  requested_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint transcriptions_check CHECK (((state <> ALL (ARRAY['waiting'::text, 'failed'::text])) OR (reason IS NOT NULL))),
  constraint transcriptions_check1 CHECK (((state <> 'running'::text) OR (reason IS NULL))),
  constraint transcriptions_check2 CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint transcriptions_reason_check CHECK ((reason = ANY (ARRAY['no_transcriber'::text, 'no_recording'::text, 'nothing_said'::text, 'superseded'::text, 'no_sound'::text, 'not_media'::text, 'form_unreadable'::text, 'recording_gone'::text, 'link_unreachable'::text, 'too_large'::text, 'store_unavailable'::text, 'interrupted'::text, 'transcriber_unavailable'::text, 'transcriber_refused'::text, 'transcriber_wrong'::text]))),
  constraint transcriptions_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint transcriptions_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint transcriptions_pkey PRIMARY KEY (organization_id, conversation_id)
);
CREATE INDEX transcriptions_left ON public.transcriptions USING btree (organization_id, conversation_id) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
alter table transcriptions enable row level security;
create policy tenant on transcriptions using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table transcripts (
  organization_id uuid not null,
  conversation_id uuid not null,
  version integer not null,
  form text not null,
  source_format text not null,
  segments text not null,
  plain text not null,
  segment_count integer not null,
  word_count integer not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint transcripts_form_check CHECK ((form = ANY (ARRAY['V1'::text, 'V2'::text]))),
  constraint transcripts_version_check CHECK ((version >= 1)),
  constraint transcripts_organization_id_conversation_id_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE,
  constraint transcripts_pkey PRIMARY KEY (organization_id, conversation_id, version)
);
alter table transcripts enable row level security;
create policy tenant on transcripts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table users (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  bot_name text not null default ''::text,
  role_id uuid not null,
  primary_team_id uuid,
  transcript_lang text not null default 'en'::text,
  join_outside_host_meetings boolean,
  settings jsonb not null default '{"joinWhenIAmHostAndAlone": false, "realTimeCapabilitiesOFF": false, "joinWhenIAmHostWithPeers": false}'::jsonb,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email_folded text not null generated always as (lower(email)) stored,
  time_zone text,
  language text,
  browser_language text,
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_organization_id_primary_team_id_fkey FOREIGN KEY (organization_id, primary_team_id) REFERENCES teams(organization_id, id),
  constraint users_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id),
  constraint users_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX users_by_address ON public.users USING btree (email_folded) WHERE active;
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (organization_id, email_folded);
alter table users enable row level security;
create policy tenant on users using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
CREATE TRIGGER user_deactivated AFTER UPDATE OF active ON public.users FOR EACH ROW WHEN ((old.active AND (NOT new.active))) EXECUTE FUNCTION end_keys_of_user();
CREATE TRIGGER user_tracked AFTER INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION track_user();
CREATE TRIGGER users_changed_announced AFTER UPDATE ON public.users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_users();
CREATE TRIGGER users_created_announced AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_users();

create table vector_spaces (
  organization_id uuid not null,
  id integer not null,
  name text not null,
  dimension integer not null,
  indexed_as text,
  own_table text,
  own_table_ready boolean not null default false,
  constraint vector_spaces_check CHECK (((own_table IS NOT NULL) OR (NOT own_table_ready))),
  constraint vector_spaces_dimension_check CHECK (((dimension >= 1) AND (dimension <= 2000))),
  constraint vector_spaces_indexed_as_check CHECK ((indexed_as = ANY (ARRAY['halfvec'::text, 'vector'::text]))),
  constraint vector_spaces_own_table_check CHECK ((own_table = ANY (ARRAY['halfvec'::text, 'vector'::text]))),
  constraint vector_spaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint vector_spaces_pkey PRIMARY KEY (organization_id, id),
  constraint vector_spaces_organization_id_name_key UNIQUE (organization_id, name)
);
alter table vector_spaces enable row level security;
create policy tenant on vector_spaces using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  ms integer not null,
  response_status integer,
  response_body text,
  fault text,
  constraint webhook_attempts_check CHECK (((response_body IS NULL) OR (response_status IS NOT NULL))),
  constraint webhook_attempts_ms_check CHECK ((ms >= 0)),
  constraint webhook_attempts_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries(organization_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, delivery_id, number)
);
alter table webhook_attempts enable row level security;
create policy tenant on webhook_attempts using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  message_id text not null,
  event_type text not null,
  body text not null,
  status text not null,
  attempts integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_body_check CHECK ((octet_length(body) <= 20000)),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_try_at IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))),
  constraint webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (organization_id, webhook_id, next_try_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_listed ON public.webhook_deliveries USING btree (organization_id, webhook_id, created_at DESC, id DESC);
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table webhook_wakes (
  organization_id uuid not null,
  id bigint not null,
  webhook_id uuid not null,
  constraint webhook_wakes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_wakes_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_wakes_pkey PRIMARY KEY (organization_id, id)
);
alter table webhook_wakes enable row level security;
create policy tenant on webhook_wakes using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  event_types text[],
  enabled boolean not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  secret text not null,
  old_secret text,
  old_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  run_id uuid,
  run_until timestamp with time zone,
  wake_id uuid,
  wake_at timestamp with time zone,
  format text not null default 'events'::text,
  sealed_url text,
  team_id uuid,
  language text not null default 'en'::text,
  constraint webhooks_check CHECK (((disabled_at IS NULL) = enabled)),
  constraint webhooks_check1 CHECK (((disabled_reason IS NULL) OR (NOT enabled))),
  constraint webhooks_check2 CHECK (((old_secret IS NULL) = (old_secret_until IS NULL))),
  constraint webhooks_check3 CHECK (((run_id IS NULL) = (run_until IS NULL))),
  constraint webhooks_check4 CHECK (((wake_id IS NULL) = (wake_at IS NULL))),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  constraint webhooks_format_check CHECK ((format = ANY (ARRAY['events'::text, 'slack'::text, 'teams'::text]))),
  constraint webhooks_sealed_url_check CHECK (((format = 'events'::text) = (sealed_url IS NULL))),
  constraint webhooks_team_check CHECK (((team_id IS NULL) OR (format <> 'events'::text))),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhooks_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  constraint webhooks_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhooks_listed ON public.webhooks USING btree (organization_id, created_at DESC, id DESC);
alter table webhooks enable row level security;
create policy tenant on webhooks using ((organization_id = current_organization())) with check ((organization_id = current_organization()));

create table weekly_digests (
  organization_id uuid not null,
  week date not null,
  sent_through uuid,
  time_zone text not null default 'UTC'::text,
  constraint weekly_digests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint weekly_digests_pkey PRIMARY KEY (organization_id, week, time_zone)
);
alter table weekly_digests enable row level security;
create policy tenant on weekly_digests using ((organization_id = current_organization())) with check ((organization_id = current_organization()));
