-- What was asked of the language model: when, by whom, what for, and what it took; never what was said. Like the audit
-- log it outlives the people it tells of, so it refers to none of them.
create table model_calls (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  at timestamptz not null,
  -- Null for org-level keys, the command line and jobs.
  user_id uuid,
  purpose text not null check (purpose ~ '^[a-z][a-z0-9_]{0,62}$'),
  model text not null,
  outcome text not null check (outcome in ('ok', 'aborted', 'unavailable', 'refused', 'wrong')),
  -- Which fault it was; null for the first two.
  detail text,
  requests integer not null check (requests > 0),
  input_tokens integer not null check (input_tokens >= 0),
  output_tokens integer not null check (output_tokens >= 0),
  -- The model did not tell all of the tokens.
  estimated boolean not null,
  -- In US dollars, by the prices that were set at the time; null when none were.
  cost numeric check (cost >= 0),
  ms integer not null check (ms >= 0),
  primary key (organization_id, id),
  check ((detail is null) = (outcome in ('ok', 'aborted')))
);
create index model_calls_by_time on model_calls (organization_id, at);
select protect_tenant_table('model_calls');
