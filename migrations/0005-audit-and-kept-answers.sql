-- Who did what to which thing. It outlives the people and things it tells of, so it refers to none of them.
create table audit_log (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  at timestamptz not null,
  operation text not null,
  -- Null for org-level keys and the command line.
  user_id uuid,
  user_email text,
  key_id uuid,
  via text not null,
  request_id text,
  address text,
  -- What the entry is about; null when the operation names no thing.
  entity_type text,
  entity_id text,
  -- All things it names, from the outermost to the innermost: [{"type", "id"}].
  entities jsonb not null default '[]',
  primary key (organization_id, id)
);
create index audit_log_listed on audit_log (organization_id, at desc, id desc);
create index audit_log_by_entity on audit_log (organization_id, entity_id, at desc, id desc);
create index audit_log_by_user on audit_log (organization_id, user_id, at desc, id desc);
select protect_tenant_table('audit_log');

-- Answers to requests that carried an Idempotency-Key, for a day. The answer is encrypted: it may hold a token.
create table kept_answers (
  organization_id uuid not null references organizations (id),
  -- Whose name the key is: user-<id>, or org for org-level keys.
  caller text not null,
  key text not null,
  fingerprint text not null,
  answer bytea not null,
  kept_at timestamptz not null,
  primary key (organization_id, caller, key)
);
create index kept_answers_by_age on kept_answers (organization_id, kept_at);
select protect_tenant_table('kept_answers');
