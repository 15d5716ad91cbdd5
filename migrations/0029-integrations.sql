-- Connections to the CRMs of organizations, what of them has been read, what is written to them, and each time it was.

create table crm_connections (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('hubspot', 'salesforce', 'http')),
  url text not null,
  -- Secrets, sealed (core/sealed.ts). Never told by any answer.
  credentials text not null,
  credentials_changed_at timestamptz not null,
  -- The team that opportunities read from it are of; null: only those that conversations name already get their titles.
  team_id uuid,
  -- Minutes between two readings by itself; 0: none.
  sync_minutes integer not null check (sync_minutes >= 0),
  -- waiting: a job is due later. A job with an older ticket has nothing to do any more.
  sync_state text not null check (sync_state in ('idle', 'queued', 'running', 'waiting')),
  sync_ticket integer not null default 0,
  sync_started_at timestamptz,
  sync_finished_at timestamptz,
  -- Of the last reading that ended, and why it ended early, if it did.
  sync_records bigint not null default 0,
  sync_fault text,
  -- Failed readings in a row.
  sync_failures integer not null default 0,
  -- It could not answer, or wishes to be left alone: nothing is asked before.
  paused_until timestamptz,
  paused_for text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id)
);
select protect_tenant_table('crm_connections');

-- What is read of a connection, and how far: all entities by id, so that whatever is interrupted goes on where it was.
create table crm_connection_entities (
  organization_id uuid not null,
  connection_id uuid not null,
  code text not null,
  position integer not null,
  fields text[] not null,
  -- What was changed before this has been read.
  read_until timestamptz,
  -- The reading under way: what it will have read up to, since when it looks, and the last id it stored.
  reading_until timestamptz,
  reading_after text,
  records bigint not null default 0,
  primary key (organization_id, connection_id, code),
  foreign key (organization_id, connection_id) references crm_connections (organization_id, id) on delete cascade
);
select protect_tenant_table('crm_connection_entities');

create table integration_workflows (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  connection_id uuid not null,
  enabled boolean not null,
  entity_code text not null,
  direction text not null check (direction in ('push')),
  trigger text not null check (trigger in ('manual', 'on_analyzed', 'on_confirmed')),
  -- [{fieldKey, crmField, overwrite}], as answers carry it.
  field_mapping jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, connection_id) references crm_connections (organization_id, id)
);
create index integration_workflows_by_connection on integration_workflows (organization_id, connection_id);
select protect_tenant_table('integration_workflows');

create table integration_runs (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- Null when the workflow has been deleted since; what it did stays to be read.
  workflow_id uuid,
  workflow_name text not null,
  -- Derived from the conversation and the workflow: what clients know the two by.
  native_id uuid not null,
  entity_code text not null,
  -- skipped: there was nothing to write, or nowhere to write it to.
  status text not null check (status in ('pending', 'running', 'succeeded', 'failed', 'skipped')),
  trigger text not null check (trigger in ('manual', 'on_analyzed', 'on_confirmed', 'retry')),
  requested_by uuid,
  -- Those asked for; null: all.
  field_keys text[],
  auto_execution boolean not null,
  -- Asked for again while it was running, when it may have been too late.
  asked_again boolean not null default false,
  tries integer not null default 0,
  next_try_at timestamptz,
  -- Whoever is at it. One that was taken for dead finds another name here, and stores nothing.
  claim_id uuid,
  -- What is written, to which records, and what became of it, as answers carry them.
  fields jsonb not null default '[]',
  left_out jsonb not null default '[]',
  records jsonb not null default '[]',
  fault text,
  said text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, workflow_id) references integration_workflows (organization_id, id)
    on delete set null (workflow_id),
  check ((status = 'running') = (claim_id is not null)),
  check ((status in ('pending', 'running')) = (finished_at is null))
);
-- One at a time for a conversation and a workflow, whoever asks at the same moment.
create unique index integration_runs_open on integration_runs (organization_id, conversation_id, workflow_id)
  where status in ('pending', 'running');
create index integration_runs_listed on integration_runs (organization_id, created_at desc, id desc);
create index integration_runs_by_conversation
  on integration_runs (organization_id, conversation_id, created_at desc, id desc);
create index integration_runs_by_workflow on integration_runs (organization_id, workflow_id, created_at desc, id desc);
select protect_tenant_table('integration_runs');
