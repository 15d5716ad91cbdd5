-- Turns of organizations in the job queue, at a cost that doesn't grow with the backlog (docs/decisions/0040).
--
-- The jobs themselves stay in the tables of pg-boss. This schema holds what sorts and counts them; only the owner of the
-- database reaches it. It survives a test that drops `public`, so each statement can run again.
create schema if not exists parley_jobs;

-- The lane of each queue. Each process writes it at its start, before it adds or takes a job.
create table if not exists parley_jobs.lanes (
  job text primary key,
  lane text not null
);

-- How many jobs there are, by organization, queue and state. The organization '' counts all of them.
-- Every statement that changes jobs appends to `changes`, which never waits for another transaction; `fold` adds the
-- changes to `totals`. A figure is the sum of both.
create table if not exists parley_jobs.totals (
  organization text not null,
  job text not null,
  state text not null check (state in ('waiting', 'later', 'running', 'failed')),
  n bigint not null,
  primary key (organization, job, state)
);
create table if not exists parley_jobs.changes (
  organization text not null,
  job text not null,
  state text not null,
  n bigint not null
);
create index if not exists changes_by_organization on parley_jobs.changes (organization);

-- Marks a job that waits with its lane, or with 'later' until it is due. `group_tier` is a column of pg-boss that
-- only pg-boss's own fetch reads, which Parley doesn't use. An update that sets the mark itself wins.
create or replace function parley_jobs.mark_job() returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and new.group_tier is distinct from old.group_tier then
    return new;
  end if;
  if new.start_after > now() then
    new.group_tier := 'later';
  else
    new.group_tier := coalesce((select l.lane from parley_jobs.lanes l where l.job = new.name), 'inside');
  end if;
  return new;
end
$$;

create or replace function parley_jobs.state_of(state text, tier text) returns text
  language sql immutable parallel safe
  return case
    when state in ('created', 'retry') then case when tier = 'later' then 'later' else 'waiting' end
    when state = 'active' then 'running'
    when state = 'failed' then 'failed'
  end;

create or replace function parley_jobs.count_jobs() returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into parley_jobs.changes (organization, job, state, n)
    with changed as (
      select coalesce(a.group_id, '-') as org, a.name as job, parley_jobs.state_of(a.state::text, a.group_tier) as st, count(*) as n
      from added a group by 1, 2, 3
    )
    select org, job, st, n from changed where st is not null
    union all
    select '', job, st, sum(n) from changed where st is not null group by job, st;
  elsif tg_op = 'DELETE' then
    insert into parley_jobs.changes (organization, job, state, n)
    with changed as (
      select coalesce(r.group_id, '-') as org, r.name as job, parley_jobs.state_of(r.state::text, r.group_tier) as st, count(*) as n
      from removed r group by 1, 2, 3
    )
    select org, job, st, -n from changed where st is not null
    union all
    select '', job, st, -sum(n) from changed where st is not null group by job, st;
  else
    insert into parley_jobs.changes (organization, job, state, n)
    with changed as (
      select org, job, st, sum(n) as n
      from (
        select coalesce(a.group_id, '-') as org, a.name as job, parley_jobs.state_of(a.state::text, a.group_tier) as st, 1 as n from added a
        union all
        select coalesce(r.group_id, '-'), r.name, parley_jobs.state_of(r.state::text, r.group_tier), -1 from removed r
      ) both_sides
      group by 1, 2, 3 having sum(n) <> 0
    )
    select org, job, st, n from changed where st is not null
    union all
    select '', job, st, sum(n) from changed where st is not null group by job, st having sum(n) <> 0;
  end if;
  return null;
end
$$;

-- Adds the changes to the totals. One process at a time; the others have nothing to do then.
create or replace function parley_jobs.fold() returns void
  language plpgsql
as $$
begin
  if not pg_try_advisory_xact_lock(5417003) then
    return;
  end if;
  with folded as (
    delete from parley_jobs.changes returning *
  )
  insert into parley_jobs.totals as t (organization, job, state, n)
  select f.organization, f.job, f.state, sum(f.n) from folded f group by 1, 2, 3 having sum(f.n) <> 0
  on conflict (organization, job, state) do update set n = t.n + excluded.n;
end
$$;

-- Indexes and triggers on the jobs of pg-boss, and the marks and figures of jobs that are there already. Jobs can be
-- neither added nor taken while it runs, and keep their order.
create or replace function parley_jobs.attach() returns void
  language plpgsql
as $$
declare
  target text;
begin
  lock table pgboss.job in share row exclusive mode;
  if exists (select from pg_trigger where tgrelid = 'pgboss.job_common'::regclass and tgname = 'parley_mark') then
    return;
  end if;
  -- The line of each organization in each lane, and what is due later.
  create index if not exists job_parley_line on pgboss.job_common (group_tier, group_id, priority desc, created_on)
    where state < 'active' and not blocked;
  create index if not exists job_parley_later on pgboss.job_common (start_after)
    where state < 'active' and not blocked and group_tier = 'later';
  -- The oldest that is due, by queue.
  create index if not exists job_parley_oldest on pgboss.job_common (name, start_after)
    where state < 'active' and not blocked and group_tier <> 'later';
  -- What runs, and what ended and is kept for a while.
  create index if not exists job_parley_running on pgboss.job_common (heartbeat_on) where state = 'active';
  create index if not exists job_parley_ended on pgboss.job_common (completed_on) where state > 'active';

  create trigger parley_mark before insert or update on pgboss.job_common
    for each row when (new.state < 'active') execute function parley_jobs.mark_job();
  update pgboss.job_common set group_tier = null where state < 'active';

  -- A trigger of a statement fires for the table that the statement names: the one above, or the one that holds the rows.
  foreach target in array array['pgboss.job', 'pgboss.job_common'] loop
    execute format('create trigger parley_count_added after insert on %s referencing new table as added '
      'for each statement execute function parley_jobs.count_jobs()', target);
    execute format('create trigger parley_count_changed after update on %s referencing old table as removed new table as added '
      'for each statement execute function parley_jobs.count_jobs()', target);
    execute format('create trigger parley_count_removed after delete on %s referencing old table as removed '
      'for each statement execute function parley_jobs.count_jobs()', target);
  end loop;
  delete from parley_jobs.changes;
  delete from parley_jobs.totals;
  insert into parley_jobs.totals (organization, job, state, n)
  select coalesce(group_id, '-'), name, parley_jobs.state_of(state::text, group_tier), count(*)
  from pgboss.job_common where state <= 'active' or state = 'failed' group by 1, 2, 3;
  insert into parley_jobs.totals (organization, job, state, n)
  select '', job, state, sum(n) from parley_jobs.totals group by 2, 3;
end
$$;

-- Takes jobs for the free places of a process.
--
-- Each lane: `places`, `guests` (places beyond them, only for organizations that hold less than their part), `after` (the
-- organization that had the last turn), and `running` (how many jobs of each organization run in this process).
-- A free place goes to the organization of which the fewest jobs run; among equals to the next one in the order of IDs.
-- While several organizations have something running, none of them gets more than its part of the places.
--
-- Each step reads the head of an index. The planner must not choose anything else, whatever it believes of the sizes.
create or replace function parley_jobs.take(due timestamptz, known text[], lanes jsonb)
  returns table (id uuid, name text, data jsonb, "retryCount" integer, "retryLimit" integer, lane text, organization text)
  language plpgsql
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_sort = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  l record;
  running jsonb;
  total integer;
  turn text;
  next_org text;
  best text;
  best_runs integer;
  runs integer;
  wrapped boolean;
  empty_orgs text[];
  place tid;
  active integer;
begin
  -- What has become due joins the lines, so many at a time.
  with joining as materialized (
    select p.ctid as place from pgboss.job_common p
    where p.state < 'active' and not p.blocked and p.group_tier = 'later' and p.start_after <= due
    order by p.start_after limit 1000 for update skip locked
  )
  update pgboss.job_common j
  set group_tier = coalesce((select k.lane from parley_jobs.lanes k where k.job = j.name), 'inside')
  from joining p
  where j.ctid = p.place;

  for l in select * from jsonb_to_recordset(lanes) as x (lane text, places integer, guests integer, after text, running jsonb) loop
    running := l.running;
    turn := l.after;
    empty_orgs := '{}';
    select coalesce(sum(value::integer), 0) into total from jsonb_each_text(running);
    loop
      exit when total >= l.places + l.guests;
      best := null;
      next_org := turn;
      wrapped := false;
      loop
        select j.group_id into next_org from pgboss.job_common j
        where j.group_tier = l.lane and j.state < 'active' and not j.blocked and j.group_id > next_org
        order by j.group_id limit 1;
        if next_org is null then
          exit when wrapped or turn = '';
          wrapped := true;
          next_org := '';
          continue;
        end if;
        exit when wrapped and next_org > turn;
        continue when next_org = any (empty_orgs);
        runs := coalesce((running ->> next_org)::integer, 0);
        if best is null or runs < best_runs then
          best := next_org;
          best_runs := runs;
        end if;
        exit when runs = 0;
      end loop;
      exit when best is null;
      select count(*) into active from jsonb_each_text(running) where value::integer > 0;
      exit when best_runs > 0
        and (total >= l.places or best_runs >= ceil(l.places::numeric / active))
        and (active = 1 or best_runs >= l.places / active);
      -- Two statements: joined in one, the planner may run the part that locks once more for each row of the other. The
      -- lock keeps the row at its place, which needs no index that a planner could choose wrongly.
      select f.ctid, f.name, f.id into place, name, id from pgboss.job_common f
      where f.group_tier = l.lane and f.group_id = best and f.state < 'active' and not f.blocked
        and f.name = any (known) and f.start_after <= due
      order by f.priority desc, f.created_on limit 1 for update skip locked;
      if found then
        update pgboss.job_common j
        set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
            retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
        where j.ctid = place
        returning j.data, j.retry_count, j.retry_limit into data, "retryCount", "retryLimit";
        lane := l.lane;
        organization := best;
        return next;
        running := running || jsonb_build_object(best, best_runs + 1);
        total := total + 1;
        turn := best;
      else
        empty_orgs := empty_orgs || best;
      end if;
    end loop;
  end loop;
end
$$;
