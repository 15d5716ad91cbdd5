-- Analysis: how far what is found out about each conversation has come, and what each step was made of.

create table analyses (
  organization_id uuid not null,
  conversation_id uuid not null,
  -- idle: nothing to do. queued: a job is due. running: a worker is at it. waiting: a job is due later, for a step that
  -- failed and is tried again.
  state text not null check (state in ('idle', 'queued', 'running', 'waiting')),
  -- The job that may work on it; a job with an older ticket has nothing to do any more.
  ticket integer not null,
  -- Counts what was asked for. A run that finds it moved goes round once more.
  wanted integer not null,
  -- Steps that are to be done again although nothing they depend on has changed.
  forced text[] not null default '{}',
  -- Whoever is at it. A worker that was taken for dead finds another name here, and stores nothing.
  run_id uuid,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((state = 'running') = (run_id is not null))
);
select protect_tenant_table('analyses');

create table analysis_steps (
  organization_id uuid not null,
  conversation_id uuid not null,
  step text not null,
  -- done: found and stored. failed: the last try failed; next_try_at tells when there is another, if there is.
  state text not null check (state in ('done', 'failed')),
  -- Of a done one: complete, or what it takes a language model for is left open; nothing, when the step does not apply.
  outcome text check (outcome in ('complete', 'needs_model', 'not_applicable')),
  step_version integer not null,
  transcript_version integer,
  -- The language model that was asked, if one was.
  model text,
  -- Why a language model that was asked gave nothing of use.
  model_fault text check (model_fault in ('unavailable', 'refused', 'wrong')),
  -- What it was made of, all in one; the same again means that there is nothing to do.
  made_of text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Of the step alone, in milliseconds.
  took_ms double precision not null check (took_ms >= 0),
  -- Tries in a row that failed.
  failures integer not null default 0,
  next_try_at timestamptz,
  -- One of our own sentences.
  fault text,
  primary key (organization_id, conversation_id, step),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((state = 'done') = (outcome is not null)),
  check ((state = 'failed') = (fault is not null)),
  check (state = 'failed' or next_try_at is null)
);
select protect_tenant_table('analysis_steps');
