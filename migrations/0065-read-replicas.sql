-- Read replicas. Not of any organization's own: the role that serves requests cannot reach this schema. Only installations
-- with DATABASE_READ_URL write to it.
create schema if not exists parley_replicas;

-- Position in the write-ahead log behind the last commit of each organization. A replica may serve the organization once it
-- has replayed it. Unlogged: a mark is worth nothing after a crash, and causes no write-ahead log itself.
create unlogged table if not exists parley_replicas.writes (
  organization_id uuid primary key,
  lsn pg_lsn not null
) with (fillfactor = 50);

-- Epoch of the marks. Unlogged as they are: a crash, a promotion and a copy of the server empty both tables together, and
-- the next process starts a new epoch. `cluster` names server and database, because a dump carries the rows elsewhere.
create unlogged table if not exists parley_replicas.epoch (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  cluster text not null
);

-- The same epoch, logged: a replica that shows it has replayed the log of this server since the epoch began.
create table if not exists parley_replicas.lineage (
  is_only boolean primary key default true check (is_only),
  epoch uuid not null
);
