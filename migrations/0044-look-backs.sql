-- Re-evaluation of earlier conversations after a tracker, a label, a field or a scorecard changed. One row for each
-- organization: later changes move the ticket, so only the newest job runs.

create table look_backs (
  organization_id uuid primary key references organizations on delete cascade,
  ticket integer not null default 1,
  requested_at timestamptz not null,
  -- Null until the job starts.
  started_at timestamptz,
  -- Null until the analysis of all conversations was requested.
  completed_at timestamptz,
  requested_count integer not null default 0
);

select protect_tenant_table('look_backs');
