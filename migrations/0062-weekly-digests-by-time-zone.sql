-- Weekly digests are sent in the morning of each time zone: one row, and one job, for the users of each.

alter table weekly_digests
  add column time_zone text not null default 'UTC',
  drop constraint weekly_digests_pkey,
  add primary key (organization_id, week, time_zone);
