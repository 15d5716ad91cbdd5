-- compatible-from: 0069
-- Recordings that browsers send in parts while they record. A session becomes a conversation when it is finished.

create table recording_sessions (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  title text,
  sources text[] not null check (sources <@ array['microphone', 'tab']),
  -- What the user confirmed at the start: that everybody agreed to be recorded.
  statement text not null,
  -- Set while it becomes a conversation. Then it accepts no more parts.
  finishing_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index recording_sessions_by_user on recording_sessions (organization_id, user_id, created_at);
select protect_tenant_table('recording_sessions');

-- Stored parts. A take is one file of the browser; its parts, one after the other, are its bytes.
create table recording_parts (
  organization_id uuid not null references organizations (id),
  session_id uuid not null,
  take integer not null check (take >= 0),
  part integer not null check (part >= 0),
  size integer not null check (size > 0),
  sha256 text not null,
  -- Of the file in the file store.
  file_id uuid not null,
  primary key (organization_id, session_id, take, part),
  foreign key (organization_id, session_id) references recording_sessions (organization_id, id) on delete cascade
);
select protect_tenant_table('recording_parts');
