-- Recordings of conversations, and how far each has come on its way to a transcript.

create table media_files (
  organization_id uuid not null,
  conversation_id uuid not null,
  -- Of the file: another one has another id, also when it takes the place of the first.
  id uuid not null,
  -- awaited: it is sent straight to the store. kept: it is there, and read. failed: it has not come, or is no recording.
  state text not null check (state in ('awaited', 'kept', 'failed')),
  failure text check (failure in ('not_received', 'not_media', 'unknown_form', 'too_complex')),
  file_name text not null,
  -- In bytes; of an awaited one as it was announced.
  size bigint not null check (size >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text,
  -- In seconds, when the file tells.
  duration double precision check (duration >= 0),
  -- JSON: a list of sound and picture, as answers carry it.
  streams text,
  created_at timestamptz not null,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'kept') = (content_type is not null and sha256 is not null and streams is not null))
);
select protect_tenant_table('media_files');

create table transcriptions (
  organization_id uuid not null,
  conversation_id uuid not null,
  -- waiting: nothing happens until something else does. queued: a job is due. running: it has begun.
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'failed')),
  -- Why it waits or failed, or how it ended; of a queued one, why the last try failed.
  reason text check (reason in (
    'no_transcriber', 'no_recording',
    'nothing_said', 'superseded',
    'no_sound', 'not_media', 'form_unreadable', 'recording_gone', 'link_unreachable', 'too_large',
    'store_unavailable', 'interrupted', 'transcriber_unavailable', 'transcriber_refused', 'transcriber_wrong')),
  -- The job that may work on it; one with an older ticket has nothing to do any more.
  ticket integer not null,
  -- The version of the transcript it takes the place of; null for none. Another one by then stays as it is.
  replaces integer,
  -- What it was made by, and the version it became.
  transcriber text,
  transcript_version integer,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check (state not in ('waiting', 'failed') or reason is not null),
  check (state <> 'running' or reason is null),
  check ((state in ('done', 'failed')) = (finished_at is not null))
);
-- Those that are taken up again when there is a transcriber.
create index transcriptions_left on transcriptions (organization_id, conversation_id) where state in ('waiting', 'failed');
select protect_tenant_table('transcriptions');

-- Conversations that were imported with the address of a recording and without a transcript.
insert into transcriptions (organization_id, conversation_id, state, reason, ticket, requested_at)
select organization_id, id, 'waiting', 'no_transcriber', 0, created_at from conversations
where transcript_status = 'pending' and media_url is not null;
