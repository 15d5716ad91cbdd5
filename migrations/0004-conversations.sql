-- Conversations: a narrow row to list and filter by, its documents beside it, its transcripts in versions.

create table conversations (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  title text not null,
  -- The title as titles are searched: folded by the program, so that every engine and locale finds the same.
  title_folded text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  live_started_at timestamptz,
  live_ended_at timestamptz,
  -- Where the conversation stands in every list and date range.
  started_at timestamptz not null generated always as (coalesce(live_started_at, created_at)) stored,
  media_duration double precision check (media_duration >= 0),
  owner_id uuid not null,
  team_id uuid,
  archived boolean not null default false,
  private boolean not null default false,
  is_internal boolean not null,
  is_empty boolean not null,
  processing_status text not null default 'pending' check (processing_status in ('pending', 'analyzed', 'failed')),
  transcript_status text not null check (transcript_status in ('pending', 'completed', 'none')),
  -- The current version; null when there is no transcript.
  transcript_version integer,
  has_transcript boolean not null generated always as (transcript_version is not null) stored,
  import_status text not null default 'completed',
  crm_export_status text not null default 'none' check (crm_export_status in ('none', 'pending', 'exported', 'failed')),
  language text,
  application text,
  external_id text,
  opportunity_id uuid,
  media_url text,
  primary key (organization_id, id),
  foreign key (organization_id, owner_id) references users (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id),
  foreign key (organization_id, opportunity_id) references opportunities (organization_id, id)
);

-- The order of every list. What it includes lets deep pages and counts be answered from the index alone.
create index conversations_listed on conversations (organization_id, started_at desc, id desc)
  include (owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
-- The same for titles, which are looked through: an index of trigrams may not be used under row-level security.
create index conversations_titled on conversations (organization_id, started_at desc, id desc)
  include (title_folded, owner_id, team_id, archived, private, is_internal, is_empty, processing_status, has_transcript);
create index conversations_by_owner on conversations (organization_id, owner_id, started_at desc, id desc);
create index conversations_by_team on conversations (organization_id, team_id, started_at desc, id desc);
create index conversations_by_opportunity on conversations (organization_id, opportunity_id)
  where opportunity_id is not null;
create unique index conversations_by_source on conversations (organization_id, external_id, application)
  where external_id is not null;
select protect_tenant_table('conversations');

-- What an answer carries of a conversation beside its row, in the form it carries it.
create table conversation_details (
  organization_id uuid not null,
  conversation_id uuid not null,
  -- People from outside and from inside the organization, as its domains were when this was written.
  participants jsonb not null default '[]',
  internal_participants jsonb not null default '[]',
  labels jsonb not null default '{}',
  summary text,
  statistics jsonb,
  scorecard_results jsonb not null default '[]',
  extracted_intelligence jsonb not null default '{}',
  confirmed_extracted_intelligence jsonb not null default '{}',
  intelligence_items jsonb not null default '[]',
  meeting_platform_metadata jsonb,
  import_metadata jsonb,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
select protect_tenant_table('conversation_details');

-- The e-mail addresses of conversation_details.participants, folded, to be found by (see crm_record_values).
create table conversation_participants (
  organization_id uuid not null,
  email text not null,
  conversation_id uuid not null,
  primary key (organization_id, email, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index conversation_participants_by_conversation on conversation_participants (organization_id, conversation_id);
select protect_tenant_table('conversation_participants');

create table conversation_crm_links (
  organization_id uuid not null,
  conversation_id uuid not null,
  position integer not null,
  code text not null,
  record_id text not null,
  primary key (organization_id, conversation_id, code, record_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index conversation_crm_links_by_record
  on conversation_crm_links (organization_id, code, record_id, conversation_id);
select protect_tenant_table('conversation_crm_links');

create table transcripts (
  organization_id uuid not null,
  conversation_id uuid not null,
  version integer not null check (version >= 1),
  -- V1: a time a sentence. V2: a time a word.
  form text not null check (form in ('V1', 'V2')),
  source_format text not null,
  -- The two forms that answers carry: a JSON array of segments, and one string with a line a speaker turn.
  segments text not null,
  plain text not null,
  segment_count integer not null,
  word_count integer not null,
  -- The user who corrected it; null for what was imported, and for corrections by an org-level key.
  created_by uuid,
  created_at timestamptz not null,
  primary key (organization_id, conversation_id, version),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
select protect_tenant_table('transcripts');

-- How many conversations there are of each kind, so that a list tells its total without counting a million rows.
-- Rows are differences: a writer only ever adds some, so that writers never wait for each other; now and then one of
-- them folds an organization's rows together. The columns are named as those of conversations, so that one condition
-- serves both. Each difference stands here twice: for its owner and team, and (both null) for the whole organization,
-- which has few rows to add up whatever the number of its people.
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
create index conversation_counts_by_owner on conversation_counts (organization_id, owner_id);
select protect_tenant_table('conversation_counts');

create function fold_conversation_counts(organization uuid) returns void
  language sql
as $$
  with folded as (
    delete from conversation_counts where organization_id = organization returning *
  )
  insert into conversation_counts
  select organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
         processing_status, sum(n)
  from folded
  group by organization_id, owner_id, team_id, archived, private, is_internal, is_empty, has_transcript,
           processing_status
  having sum(n) <> 0
$$;

create function count_conversation() returns trigger
  language plpgsql
  security definer
  set search_path = public
as $$
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
$$;

create trigger conversation_inserted after insert on conversations
  for each row execute function count_conversation();
create trigger conversation_deleted after delete on conversations
  for each row execute function count_conversation();
create trigger conversation_changed after update on conversations
  for each row
  when ((old.owner_id, old.team_id, old.archived, old.private, old.is_internal, old.is_empty,
         old.has_transcript, old.processing_status)
        is distinct from
        (new.owner_id, new.team_id, new.archived, new.private, new.is_internal, new.is_empty,
         new.has_transcript, new.processing_status))
  execute function count_conversation();
