-- compatible-from: 0069
-- Retention of the audit log, and urgency of analyses (docs/decisions/0124, 0127).

-- Number of days that entries of the audit log are kept. Null: permanently.
alter table retention_schedule add column audit_keep_days integer check (audit_keep_days between 365 and 36500);

-- Whether a person requested the analysis that is queued, so that it precedes bulk work.
alter table analyses add column urgent boolean not null default false;

-- Takes jobs for the free places of a process.
--
-- Each lane: `places`, `guests` (places beyond them, only for organizations that hold less than their part), `after` (the
-- organization that had the last turn), `running` (how many jobs of each organization run in this process), and `owed`
-- (organizations whose next job in the lane is bulk work, if some waits, so that urgent work never stops it).
-- A free place goes to the organization of which the fewest jobs run; among equals to the next one in the order of IDs.
-- While several organizations have something running, none of them gets more than its part of the places.
--
-- Each step reads the head of an index. The planner must not choose anything else, whatever it believes of the sizes.
-- Processes of earlier versions still call `take`, which doesn't return the priority.
create or replace function parley_jobs.take_turns(due timestamptz, known text[], lanes jsonb)
  returns table (id uuid, name text, data jsonb, "retryCount" integer, "retryLimit" integer, lane text, organization text,
    priority integer)
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
  owed text[];
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

  for l in select * from jsonb_to_recordset(lanes) as x (lane text, places integer, guests integer, after text, running jsonb, owed text[]) loop
    running := l.running;
    owed := coalesce(l.owed, '{}');
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
      place := null;
      if best = any (owed) then
        owed := array_remove(owed, best);
        select f.ctid, f.name, f.id into place, name, id from pgboss.job_common f
        where f.group_tier = l.lane and f.group_id = best and f.priority < 0 and f.state < 'active' and not f.blocked
          and f.name = any (known) and f.start_after <= due
        order by f.priority desc, f.created_on limit 1 for update skip locked;
      end if;
      if place is null then
        select f.ctid, f.name, f.id into place, name, id from pgboss.job_common f
        where f.group_tier = l.lane and f.group_id = best and f.state < 'active' and not f.blocked
          and f.name = any (known) and f.start_after <= due
        order by f.priority desc, f.created_on limit 1 for update skip locked;
      end if;
      if place is not null then
        update pgboss.job_common j
        set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
            retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
        where j.ctid = place
        returning j.data, j.retry_count, j.retry_limit, j.priority into data, "retryCount", "retryLimit", priority;
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
