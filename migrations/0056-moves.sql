-- Moves of conversations from other products. A move brings all calls of one account of a vendor. Its rows are the cursor
-- after an interruption, the memory of a second run, and the ledger.

create table moves (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- Application of the conversations. Together with the external ID, it identifies them.
  application text not null,
  vendor text not null,
  -- Digest of the vendor's URL and the credentials. The cursor is valid only for the same account.
  account text not null,
  since timestamptz,
  until timestamptz,
  state text not null check (state in ('running', 'stopped', 'completed')),
  -- Position in the vendor's list. Null at its start.
  position text,
  -- Counts of the current run.
  runs integer not null default 1 check (runs >= 1),
  found integer not null default 0 check (found >= 0),
  added integer not null default 0 check (added >= 0),
  known integer not null default 0 check (known >= 0),
  failed integer not null default 0 check (failed >= 0),
  -- Requests to the vendor on the day of the last one, in UTC, for daily quotas.
  request_day date,
  requests integer not null default 0 check (requests >= 0),
  created_at timestamptz not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, application)
);
select protect_tenant_table('moves');

-- One row per call of the vendor. It stays when the conversation is erased, so that another run doesn't bring it again.
create table move_calls (
  organization_id uuid not null,
  move_id uuid not null,
  external_id text not null,
  outcome text not null check (outcome in ('added', 'known', 'failed')),
  -- Code of the reason of a failure.
  reason text,
  -- Sentence about the failure. It never contains content of the call.
  detail text,
  started_at timestamptz,
  duration_seconds double precision check (duration_seconds >= 0),
  -- Owner at the vendor, and the user who owns the conversation.
  owner_email text,
  owner_id uuid,
  -- What came and what couldn't, by kind.
  parts jsonb not null,
  missing jsonb not null,
  moved_at timestamptz not null,
  primary key (organization_id, move_id, external_id),
  foreign key (organization_id, move_id) references moves (organization_id, id) on delete cascade,
  foreign key (organization_id, owner_id) references users (organization_id, id)
);
create index move_calls_by_outcome on move_calls (organization_id, move_id, outcome, external_id);
select protect_tenant_table('move_calls');

-- Trackers, scorecards, their questions, and library clips, which aren't part of a call.
create table move_parts (
  organization_id uuid not null,
  move_id uuid not null,
  kind text not null check (kind in ('tracker', 'scorecard', 'question', 'clip')),
  external_id text not null,
  -- Null if it couldn't come, for the reason.
  entity_id uuid,
  reason text,
  title text not null,
  primary key (organization_id, move_id, kind, external_id),
  foreign key (organization_id, move_id) references moves (organization_id, id) on delete cascade
);
select protect_tenant_table('move_parts');
