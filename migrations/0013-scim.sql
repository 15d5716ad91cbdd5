-- What identity providers tell of users and groups beyond what users and teams are. A user or team that no provider
-- has written to has no row here, and is told to providers all the same.

create table scim_users (
  organization_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  -- The name as it is compared: folded by the program.
  user_name_folded text not null,
  external_id text,
  -- The resource without what stands in users: emails, phone numbers, extensions …
  attributes jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when the provider knows the user no more. Counts as long as the user is deactivated.
  deleted_at timestamptz,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create unique index scim_users_by_name on scim_users (organization_id, user_name_folded) where deleted_at is null;
create index scim_users_by_external_id on scim_users (organization_id, external_id) where external_id is not null;
select protect_tenant_table('scim_users');

create table scim_groups (
  organization_id uuid not null,
  team_id uuid not null,
  external_id text,
  -- Extension objects, by their URN.
  extensions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, team_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index scim_groups_by_external_id on scim_groups (organization_id, external_id) where external_id is not null;
select protect_tenant_table('scim_groups');
