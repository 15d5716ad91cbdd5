-- Privacy: what is masked, what must not go, what goes by itself, and people who are taken out of everything.

-- What an organization has masked. Without a row: nothing.
create table redaction_settings (
  organization_id uuid primary key references organizations (id),
  mode text not null check (mode in ('off', 'models_only', 'storage')),
  kinds text[] not null,
  -- [{"name", "pattern", "mask"}]
  patterns jsonb not null,
  knowledge_sources boolean not null,
  updated_at timestamptz not null
);
select protect_tenant_table('redaction_settings');

-- Where masks stand in a version of a transcript, and how many of which kind: never what they stand for.
create table transcript_redactions (
  organization_id uuid not null,
  conversation_id uuid not null,
  version integer not null,
  -- [{"kind", "segment", "from", "to", "word", "words"}]
  spans jsonb not null,
  -- {"card": 1}
  counts jsonb not null,
  made_at timestamptz not null,
  primary key (organization_id, conversation_id, version),
  foreign key (organization_id, conversation_id, version)
    references transcripts (organization_id, conversation_id, version) on delete cascade
);
select protect_tenant_table('transcript_redactions');

-- Conversations that are masked afterwards, many at once.
create table redaction_runs (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  status text not null check (status in ('pending', 'finished', 'failed')),
  -- The filters of the lists, as they were asked.
  filters jsonb not null,
  -- The last conversation that was looked at.
  cursor_id uuid,
  seen integer not null default 0,
  changed integer not null default 0,
  held integer not null default 0,
  counts jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
select protect_tenant_table('redaction_runs');

-- What keeps conversations from being removed or masked: one of them, all of a user's, or all that an address took part
-- in. Released holds stay, as the record that there was one.
create table legal_holds (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  conversation_id uuid,
  custodian_id uuid,
  -- Folded.
  participant_email text,
  reason text not null,
  created_by uuid,
  created_at timestamptz not null,
  released_by uuid,
  released_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, custodian_id) references users (organization_id, id),
  check (num_nonnulls(conversation_id, custodian_id, participant_email) = 1)
);
create unique index legal_holds_of_conversation on legal_holds (organization_id, conversation_id)
  where conversation_id is not null and released_at is null;
create index legal_holds_by_conversation on legal_holds (organization_id, conversation_id)
  where conversation_id is not null;
create index legal_holds_by_custodian on legal_holds (organization_id, custodian_id) where custodian_id is not null;
create index legal_holds_by_participant on legal_holds (organization_id, participant_email)
  where participant_email is not null;
create index legal_holds_listed on legal_holds (organization_id, created_at desc, id desc);
select protect_tenant_table('legal_holds');

create table retention_policies (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  enabled boolean not null,
  after_days integer not null check (after_days >= 1),
  action text not null check (action in ('archive', 'erase')),
  -- {"category": "option"}; all of them must be there. Empty: whatever the labels are.
  labels jsonb not null,
  -- These teams and those below them; null: all. No foreign keys, which would have to be taken out when a team goes: a
  -- policy that has lost its last team must mean none, and not all.
  team_ids uuid[],
  -- Only private conversations, or only others; null: both.
  private boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What its last run did: {"archived", "erased", "held"}.
  last_run_at timestamptz,
  last_run jsonb,
  primary key (organization_id, id)
);
create index retention_policies_listed on retention_policies (organization_id, created_at desc, id desc);
select protect_tenant_table('retention_policies');

-- When policies are carried out next. Only the job with the present ticket does it.
create table retention_schedule (
  organization_id uuid primary key references organizations (id),
  ticket integer not null,
  next_at timestamptz not null
);
select protect_tenant_table('retention_schedule');

create table person_erasures (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  status text not null check (status in ('pending', 'finished', 'failed')),
  mode text not null check (mode in ('redact', 'erase_conversations')),
  user_id uuid,
  -- Who it is: forgotten when it is done.
  email text,
  names text[] not null,
  -- Where the work stands: the place, and the key of the last row of it.
  place text,
  cursor_key jsonb,
  -- {"conversations": 3}
  counts jsonb not null default '{}',
  -- What could not be taken out, by kind.
  leftovers jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  check (status = 'pending' or email is null)
);
create index person_erasures_listed on person_erasures (organization_id, created_at desc, id desc);
select protect_tenant_table('person_erasures');

-- Messages to an address that wait to be sent, or could not be: they lie with the jobs, which the service's role may add
-- to and not read.
create function forget_mail_to(address text) returns integer
  language plpgsql
  security definer
  set search_path = public
as $$
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
$$;
