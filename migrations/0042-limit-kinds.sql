-- What an operator arranges with an organization may be for its callers at the tool server, as until now, or for REST, SCIM
-- and the app: for each of its API keys, each of its users, or all of them together.
alter table parley_limits.organizations
  add column if not exists kind text not null default 'tools' check (kind in ('tools', 'key', 'user', 'organization'));

alter table parley_limits.organizations drop constraint if exists organizations_pkey;
alter table parley_limits.organizations add primary key (organization_id, kind);
