-- Rate limits. Not of any organization's own: the role that serves requests cannot reach this schema.
create schema if not exists parley_limits;

-- What an operator has arranged for one organization; null where the settings hold.
create table if not exists parley_limits.organizations (
  organization_id uuid primary key references public.organizations (id) on delete cascade,
  per_second integer check (per_second > 0),
  per_hour integer check (per_hour > 0),
  per_day integer check (per_day > 0)
);

-- Requests of `user-…`, `org-…` and `ip-…` in their three windows; starts are milliseconds since 1970. Whether the last one
-- was admitted is kept for the statement that counts to tell it. Changed at every request and worth little: unlogged, with
-- room on its pages for new versions of rows.
create unlogged table if not exists parley_limits.counts (
  identity text primary key,
  admitted boolean not null,
  second_start bigint not null,
  second_count integer not null,
  hour_start bigint not null,
  hour_count integer not null,
  day_start bigint not null,
  day_count integer not null
) with (fillfactor = 50);
