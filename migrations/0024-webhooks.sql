-- Webhooks: where an organization wants to be told what happens, and what was sent there.

create table webhooks (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  url text not null,
  description text not null,
  -- Null: all, those of later versions too.
  event_types text[],
  enabled boolean not null,
  -- Why it was disabled by itself; null when a person did it, or nobody.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  -- Sealed. The old one signs along until its time is over.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  -- Since when nothing has been delivered, although it was tried.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Which run sends, one at a time: the ticket of its job. Until then it counts as alive.
  run_id uuid,
  run_until timestamptz,
  -- The job that comes when the next delivery is due, and when that is.
  wake_id uuid,
  wake_at timestamptz,
  primary key (organization_id, id),
  check ((disabled_at is null) = enabled),
  check (disabled_reason is null or not enabled),
  check ((old_secret is null) = (old_secret_until is null)),
  check ((run_id is null) = (run_until is null)),
  check ((wake_id is null) = (wake_at is null))
);
create index webhooks_listed on webhooks (organization_id, created_at desc, id desc);
select protect_tenant_table('webhooks');

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  -- The same for all webhooks that are told of one event, and whenever it is sent again.
  message_id text not null,
  event_type text not null,
  -- As it is sent, byte for byte.
  body text not null check (octet_length(body) <= 20000),
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Of all its life.
  attempts integer not null default 0,
  -- Of this time; sending it again begins anew.
  tries integer not null default 0,
  next_try_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade,
  check ((status = 'pending') = (next_try_at is not null)),
  check ((status = 'delivered') = (delivered_at is not null))
);
create index webhook_deliveries_listed on webhook_deliveries (organization_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_try_at, id)
  where status = 'pending';
select protect_tenant_table('webhook_deliveries');

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  -- From 1.
  number integer not null,
  at timestamptz not null,
  ms integer not null check (ms >= 0),
  -- What was answered; null when nothing was.
  response_status integer,
  -- Its beginning, as text.
  response_body text,
  -- One of our own sentences; null for what was delivered.
  fault text,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries (organization_id, id) on delete cascade,
  check (response_body is null or response_status is not null)
);
select protect_tenant_table('webhook_attempts');
