-- Call sources: systems from which calls arrive by themselves, what they delivered, and what became of it.

create table sources (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- A name of the registry of kinds. New kinds need no migration.
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,31}$'),
  name text not null,
  enabled boolean not null,
  -- JSON: values of the fields that are not secret, by name.
  settings text not null,
  -- Sealed values of its secret fields.
  credentials text not null,
  credentials_changed_at timestamptz not null,
  -- The last part of the address that receives deliveries: sealed, to be shown again, and its digest, to be compared.
  address_token text not null,
  address_hash text not null,
  -- Name that identifies imported calls together with their ID at the source.
  application text not null,
  -- Owner of calls whose host has no user. Null: the first admin.
  owner_id uuid,
  team_id uuid,
  private boolean not null,
  inside_domains text[] not null,
  -- Minutes between two looks at the source. 0: none.
  look_minutes integer not null check (look_minutes between 0 and 10080),
  -- Only the job with this ticket looks.
  look_ticket integer not null default 0,
  look_state text not null default 'idle' check (look_state in ('idle', 'queued', 'running', 'waiting')),
  -- Everything before this time was listed.
  looked_until timestamptz,
  -- The running look: where it began, its start, and the cursor of its next page.
  looking_since timestamptz,
  looking_until timestamptz,
  look_cursor text,
  look_failures integer not null default 0,
  -- One of our sentences; null after a look or test that worked.
  fault text,
  fault_at timestamptz,
  last_delivery_at timestamptz,
  last_call_at timestamptz,
  -- When old deliveries are deleted next. Null if there are none.
  cleanup_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, owner_id) references users (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id)
);
create index sources_listed on sources (organization_id, created_at, id);
create index sources_by_owner on sources (organization_id, owner_id);
create index sources_by_team on sources (organization_id, team_id);
select protect_tenant_table('sources');

-- Everything that arrived at the address of a source, as it arrived.
create table source_deliveries (
  organization_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  -- ID of the delivery at the source; the same when it is delivered again. Null if the source has none.
  delivery_key text check (octet_length(delivery_key) <= 256),
  received_at timestamptz not null,
  -- How often the same delivery came again.
  repeats integer not null default 0,
  -- JSON: request headers without secrets, by lower-case name.
  headers text not null,
  -- Sealed, base64 inside. Null if it was refused, or as soon as a body with words of a call isn't needed any longer.
  body text,
  body_bytes integer not null,
  state text not null check (state in ('received', 'read', 'ignored', 'refused', 'failed', 'handshake')),
  -- One of our sentences: why it was ignored or refused, or how it failed.
  reason text,
  recording_ids uuid[] not null default '{}',
  -- Whether the body contains a transcript. It is deleted as soon as the call is imported.
  has_words boolean not null default false,
  read_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, source_id) references sources (organization_id, id) on delete cascade
);
create unique index source_deliveries_once on source_deliveries (organization_id, source_id, delivery_key)
  where delivery_key is not null;
create index source_deliveries_listed on source_deliveries (organization_id, source_id, received_at desc, id desc);
select protect_tenant_table('source_deliveries');

-- One call at a source. Its transcript and its recording can be announced separately, in any order and repeatedly.
create table source_recordings (
  organization_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  external_id text not null check (octet_length(external_id) <= 1024),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- Only the job with this ticket works on it.
  ticket integer not null,
  -- Sealed: what was announced of it and isn't imported yet. Null if nothing is left to do.
  announced text,
  has_transcript boolean not null default false,
  has_recording boolean not null default false,
  -- The call that it became. Null before that, and after the call was erased: it isn't imported a second time.
  conversation_id uuid,
  -- The delivery whose body contains its transcript.
  delivery_id uuid,
  tries integer not null default 0,
  next_try_at timestamptz,
  fault text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, source_id, external_id),
  foreign key (organization_id, source_id) references sources (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id)
    on delete set null (conversation_id)
);
create index source_recordings_listed on source_recordings (organization_id, source_id, created_at desc, id desc);
create index source_recordings_of_delivery on source_recordings (organization_id, delivery_id)
  where delivery_id is not null;
create index source_recordings_by_conversation on source_recordings (organization_id, conversation_id);
select protect_tenant_table('source_recordings');

-- Files and objects that a look has seen, so that unchanged ones aren't read again.
create table source_objects (
  organization_id uuid not null,
  source_id uuid not null,
  -- SHA-256 of the path or key, in hex.
  name_hash text not null,
  -- Size, time and tag: a change makes it another object.
  version text not null check (octet_length(version) <= 256),
  -- Call that it is part of, so that a transcript that comes later joins its recording.
  external_id text not null,
  primary key (organization_id, source_id, name_hash),
  foreign key (organization_id, source_id) references sources (organization_id, id) on delete cascade
);
select protect_tenant_table('source_objects');
