-- Fills a database with copies of the real conversations that `fill.ts` imported through the product.
--
-- Asked for through settings, so that this stays plain SQL:
--   bench.conversations   how many the measured organization gets
--   bench.big             the id of that organization
--   bench.real            the id of the organization that holds the real conversations
--   bench.transcripts     share of the copies that keep a transcript, 0 to 1
--
-- Every choice is drawn from one seed: two runs fill alike. Triggers are off, foreign keys too, or a million rows would
-- take an hour; what the triggers would have done is done at the end, by one aggregate.

set session_replication_role = replica;
set synchronous_commit = off;
set max_parallel_workers_per_gather = 0;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
set jit = off;
select setseed(0.417);

create schema bench;

-- Ten organizations: the measured one, the one with the real conversations, eight more.
create table bench.organizations as
  select current_setting('bench.big')::uuid as id, 0 as number,
         current_setting('bench.conversations')::int as conversations,
         200 as users, 24 as teams, 2000 as companies, 5000 as parties
  union all
  select case when g = 1 then current_setting('bench.real')::uuid else gen_random_uuid() end, g,
         greatest(100, current_setting('bench.conversations')::int / 10), 20, 6, 200, 500
  from generate_series(1, 9) g;

insert into organizations (id, name)
  select id, 'Organization ' || number from bench.organizations on conflict do nothing;
insert into organization_domains (organization_id, domain)
  select id, 'org' || number || '.example' from bench.organizations on conflict do nothing;
insert into roles (organization_id, id, type, name)
  select id, gen_random_uuid(), type, type
  from bench.organizations cross join unnest(array['ADMIN', 'MANAGER', 'SALES_REP']) type
  where number > 1;

-- Teams in a tree: three roots, four below each of the first ones.
create table bench.teams as
  select id as organization_id, t as number, gen_random_uuid() as id
  from bench.organizations, generate_series(1, teams) t;
insert into teams (organization_id, id, name, parent_id)
  select t.organization_id, t.id, 'Team ' || t.number, above.id
  from bench.teams t
  left join bench.teams above on above.organization_id = t.organization_id and above.number = t.number / 4;

create table bench.users as
  select o.id as organization_id, u as number, gen_random_uuid() as id,
         'user' || u || '@org' || o.number || '.example' as email, 'First' || u || ' Last' || u as name, t.id as team_id
  from bench.organizations o
  cross join generate_series(1, o.users) u
  join bench.teams t on t.organization_id = o.id and t.number = 1 + u % o.teams;
insert into users (organization_id, id, email, first_name, last_name, role_id, primary_team_id)
  select u.organization_id, u.id, u.email, 'First' || number, 'Last' || number, r.id, u.team_id
  from bench.users u
  join roles r on r.organization_id = u.organization_id and r.type =
    case when u.number = 2 then 'ADMIN' when u.number % 10 = 0 then 'MANAGER' else 'SALES_REP' end;
insert into team_members (organization_id, team_id, user_id)
  select organization_id, team_id, id from bench.users;

-- CRM: companies with an industry (12), a tier (3) and a city (50); deals with a stage (6). A value a row for filters.
insert into crm_records (organization_id, code, id, fields)
  select id, 'companies', 'company-' || n,
         jsonb_build_object('name', 'Company ' || n, 'industry', 'industry-' || n % 12, 'tier', 'tier-' || n % 3,
                            'city', 'city-' || n % 50)
  from bench.organizations, generate_series(1, companies) n
  union all
  select id, 'deals', 'deal-' || n, jsonb_build_object('stage', 'stage-' || n % 6, 'amount', 1000 * (n % 40))
  from bench.organizations, generate_series(1, companies) n;
insert into crm_record_values (organization_id, code, field, value, record_id)
  select organization_id, code, key, value, id from crm_records, jsonb_each_text(fields);

create table bench.opportunities as
  select o.id as organization_id, n as number, gen_random_uuid() as id, t.id as team_id
  from bench.organizations o
  cross join generate_series(1, greatest(20, least(5000, o.conversations / 50))) n
  join bench.teams t on t.organization_id = o.id and t.number = 1 + n % o.teams;
insert into opportunities (organization_id, id, team_id, external_id, title, title_folded)
  select organization_id, id, team_id, 'opportunity-' || number, 'Opportunity ' || number, 'opportunity ' || number
  from bench.opportunities;

-- Who meets whom: a set of people is drawn once and shared by many conversations. One set in seven has no outsider.
create table bench.parties as
  with drawn as (
    select o.id as organization_id, o.number as organization, o.users, o.parties, n as number,
           case when n % 7 = 0 then 0 else 1 + floor(random() * 4)::int end as outside,
           1 + floor(random() * 2)::int as inside
    from bench.organizations o, generate_series(1, o.parties) n
  ),
  people as (
    select d.organization_id, d.number, false as inside,
           'person' || p || '@company' || p % 400 || '.example' as email, 'Person ' || p as name, k
    from drawn d cross join generate_series(1, d.outside) k
    cross join lateral (select 1 + floor(random() * d.parties * 0.4)::int + k * 0 as p) pick
    union all
    select d.organization_id, d.number, true, u.email, u.name, 10 + k
    from drawn d cross join generate_series(1, d.inside) k
    join bench.users u
      on u.organization_id = d.organization_id and u.number = 1 + (d.number * 7 + k * 13) % d.users
  )
  select organization_id, number,
         coalesce(jsonb_agg(person order by k) filter (where not inside), '[]') as outside,
         coalesce(jsonb_agg(person order by k) filter (where inside), '[]') as inside,
         bool_and(inside) as is_internal, array_agg(distinct email) as emails
  from (
    select *, jsonb_build_object('id', null, 'email', email, 'name', name, 'organizer', inside and k = 11,
                                 'status', 'accepted') as person
    from people
  ) p
  group by organization_id, number;

-- The real conversations, numbered, each with the beginning of what was said as its summary.
create table bench.templates as
  select row_number() over (order by c.id) as number, c.id, c.title, c.media_duration, c.language,
         t.plain is not null as has_transcript, left(t.plain, 300) as summary
  from conversations c
  left join transcripts t
    on t.organization_id = c.organization_id and t.conversation_id = c.id and t.version = c.transcript_version
  where c.organization_id = current_setting('bench.real')::uuid;

-- The copies: spread over three years up to an hour ago, in order of time, with ids as the product makes them (UUIDv7).
-- Owners are skewed: a few have many. The newest 200 of an organization keep no transcript, so that its first page has
-- none; the others by chance.
create table bench.copies as
  with drawn as (
    select o.*, n, o.conversations - n as from_newest,
           date_trunc('milliseconds', now() - interval '1 hour'
             - interval '3 years' * ((o.conversations - n + random()) / o.conversations)) as started_at,
           1 + floor(random() * (select count(*) from bench.templates))::int as template,
           1 + floor(o.users * random() ^ 2)::int as owner,
           1 + floor(o.parties * random())::int as party,
           1 + floor(o.companies * random())::int as company,
           1 + floor(o.companies * random())::int as deal,
           1 + floor(greatest(20, least(5000, o.conversations / 50)) * random())::int as opportunity,
           random() as has_company, random() as has_deal, random() as has_opportunity, random() as is_archived,
           random() as is_private, random() as is_empty, random() as status, random() as keeps
    from bench.organizations o, generate_series(1, o.conversations) n
  )
  select id as organization_id, number as organization, n, template, owner, party, started_at,
         (lpad(to_hex((extract(epoch from started_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
           || '8' || substr(md5(random()::text), 1, 15))::uuid as id,
         case when has_company < 0.7 then company end as company,
         case when has_deal < 0.4 then deal end as deal,
         case when has_opportunity < 0.3 then opportunity end as opportunity,
         is_archived < 0.1 as archived, is_private < 0.05 as private, is_empty < 0.04 as is_empty,
         case when status < 0.03 then 'pending' when status < 0.08 then 'failed' else 'analyzed' end as status,
         keeps < current_setting('bench.transcripts')::float and from_newest >= 200 as keeps_transcript
  from drawn;

insert into conversations (
  organization_id, id, title, title_folded, created_at, updated_at, live_started_at, live_ended_at, media_duration,
  owner_id, team_id, archived, private, is_internal, is_empty, processing_status, transcript_status, transcript_version,
  language, application, external_id, opportunity_id)
select c.organization_id, c.id, t.title || ' with Company ' || coalesce(c.company, c.n), 
       lower(t.title || ' with Company ' || coalesce(c.company, c.n)), c.started_at, c.started_at, c.started_at,
       c.started_at + interval '1 second' * t.media_duration, t.media_duration, u.id, u.team_id, c.archived, c.private,
       p.is_internal, c.is_empty, c.status, case when c.keeps_transcript then 'completed' else 'none' end,
       case when c.keeps_transcript then 1 end, t.language, 'bench', 'copy-' || c.n, o.id
from bench.copies c
join bench.templates t on t.number = c.template
join bench.users u on u.organization_id = c.organization_id and u.number = c.owner
join bench.parties p on p.organization_id = c.organization_id and p.number = c.party
left join bench.opportunities o on o.organization_id = c.organization_id and o.number = c.opportunity
order by c.organization, c.n;

insert into conversation_details (
  organization_id, conversation_id, participants, internal_participants, labels, summary, import_metadata)
select c.organization_id, c.id, p.outside, p.inside,
       jsonb_build_object('Stage', 'stage-' || c.n % 6, 'Mood', 'mood-' || c.n % 4), t.summary, d.import_metadata
from bench.copies c
join bench.templates t on t.number = c.template
join bench.parties p on p.organization_id = c.organization_id and p.number = c.party
join conversation_details d
  on d.organization_id = current_setting('bench.real')::uuid and d.conversation_id = t.id
order by c.organization, c.n;

insert into conversation_participants (organization_id, email, conversation_id)
select c.organization_id, email, c.id
from bench.copies c
join bench.parties p on p.organization_id = c.organization_id and p.number = c.party
cross join unnest(p.emails) email
order by c.organization_id, email, c.id;

insert into conversation_labels (organization_id, category, option, conversation_id)
select d.organization_id, l.key, l.value, d.conversation_id
from conversation_details d
cross join jsonb_each_text(d.labels) l
on conflict do nothing;

insert into conversation_crm_links (organization_id, conversation_id, position, code, record_id)
select organization_id, id, 1, 'companies', 'company-' || company from bench.copies where company is not null
union all
select organization_id, id, 2, 'deals', 'deal-' || deal from bench.copies where deal is not null
order by 1, 2, 3;

insert into transcripts (
  organization_id, conversation_id, version, form, source_format, segments, plain, segment_count, word_count, created_at)
select c.organization_id, c.id, 1, t.form, t.source_format, t.segments, t.plain, t.segment_count, t.word_count, c.started_at
from bench.copies c
join bench.templates m on m.number = c.template
join transcripts t
  on t.organization_id = current_setting('bench.real')::uuid and t.conversation_id = m.id and t.version = 1
where c.keeps_transcript
order by c.organization, c.n;

-- What the trigger would have counted.
truncate conversation_counts;
insert into conversation_counts
  select organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
         processing_status, count(*)
  from conversations
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  union all
  select organization_id, null, null, archived, private, is_internal, is_empty, has_transcript,
         processing_status, count(*)
  from conversations
  group by 1, 4, 5, 6, 7, 8, 9;

drop schema bench cascade;
reset session_replication_role;
