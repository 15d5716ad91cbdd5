-- Organizations with their domains, roles, teams in a tree, users, memberships, API keys.

create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);
select protect_tenant_table('organizations', 'id');

create table organization_domains (
  organization_id uuid not null references organizations (id),
  domain text not null check (domain = lower(domain)),
  primary key (organization_id, domain)
);
select protect_tenant_table('organization_domains');

create table roles (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  type text not null check (type in ('ADMIN', 'MANAGER', 'SALES_REP')),
  name text not null,
  primary key (organization_id, id)
);
select protect_tenant_table('roles');

create table teams (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  domain text,
  parent_id uuid,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references teams (organization_id, id)
);
create index teams_by_parent on teams (organization_id, parent_id);
select protect_tenant_table('teams');

create table users (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  bot_name text not null default '',
  role_id uuid not null,
  primary_team_id uuid,
  transcript_lang text not null default 'en',
  join_outside_host_meetings boolean,
  settings jsonb not null
    default '{"joinWhenIAmHostAndAlone": false, "joinWhenIAmHostWithPeers": false, "realTimeCapabilitiesOFF": false}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, role_id) references roles (organization_id, id),
  foreign key (organization_id, primary_team_id) references teams (organization_id, id)
);
create unique index users_by_email on users (organization_id, lower(email));
select protect_tenant_table('users');

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index team_members_by_user on team_members (organization_id, user_id);
select protect_tenant_table('team_members');

-- The token itself is never stored: only what is needed to verify, show and revoke it.
create table api_keys (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid,
  name text not null,
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index api_keys_by_user on api_keys (organization_id, user_id);
select protect_tenant_table('api_keys');

-- Whether anybody is here yet: asked at the first start, across the walls that row-level security puts up.
create function installation_is_empty() returns boolean
  language sql stable
  security definer
  set search_path = public
as $$
  select not exists (select from organizations)
$$;
