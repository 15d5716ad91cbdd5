-- Further ways to sign in: passwords, and providers that speak OpenID Connect; and what people are shown of their sessions.

-- Who runs the installation makes links too, and those count where an organization signs in by its provider alone. A link
-- that was made after a password leads into one of several organizations.
alter table sign_in_links
  add column made_by text not null default 'mail' check (made_by in ('mail', 'command_line', 'password'));
alter table sign_in_links alter column made_by drop default;

alter table sessions
  add column way text not null default 'link' check (way in ('link', 'password', 'single_sign_on', 'invitation')),
  -- Where it was begun: what kind of address, and the network around it, never the address itself.
  add column address_class text check (address_class in ('loopback', 'private', 'public')),
  add column network text;
alter table sessions alter column way drop default;
create index sessions_listed on sessions (organization_id, user_id, last_used_at desc, id desc);
drop index sessions_by_user;

create table passwords (
  organization_id uuid not null,
  user_id uuid not null,
  -- Argon2id, as a PHC string: with its parameters and its salt.
  hash text not null,
  changed_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select protect_tenant_table('passwords');

create table sign_in_providers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed. Null: the provider knows us without one.
  client_secret text,
  -- Links and passwords count for nothing in its domains.
  required boolean not null,
  -- An address counts although the provider does not say that it is verified.
  vouches_for_addresses boolean not null,
  -- Who comes for the first time becomes a user, of this role and team.
  makes_users boolean not null,
  default_role text not null check (default_role in ('MANAGER', 'SALES_REP')),
  default_team_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, default_team_id) references teams (organization_id, id)
);
create index sign_in_providers_listed on sign_in_providers (organization_id, created_at, id);
create index sign_in_providers_by_team on sign_in_providers (organization_id, default_team_id)
  where default_team_id is not null;
select protect_tenant_table('sign_in_providers');

-- Whose people a provider signs in: those of a domain, which is one of the organization's own and of one provider.
create table sign_in_domains (
  organization_id uuid not null,
  domain text not null,
  provider_id uuid not null,
  primary key (organization_id, domain),
  foreign key (organization_id, domain) references organization_domains (organization_id, domain) on delete cascade,
  foreign key (organization_id, provider_id) references sign_in_providers (organization_id, id) on delete cascade
);
create index sign_in_domains_by_provider on sign_in_domains (organization_id, provider_id);
select protect_tenant_table('sign_in_domains');

-- Who a user is at a provider: it stays the same person when the address changes. It outlives the user's access, so that
-- who was let go is known when they come again.
create table sign_in_identities (
  organization_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (organization_id, provider_id, subject),
  unique (organization_id, provider_id, user_id),
  foreign key (organization_id, provider_id) references sign_in_providers (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index sign_in_identities_by_user on sign_in_identities (organization_id, user_id);
select protect_tenant_table('sign_in_identities');

-- Browsers that were sent to a provider and have not come back. Coming back deletes the row.
create table sign_in_requests (
  organization_id uuid not null,
  -- SHA-256 of the state, which goes to the provider and comes back.
  state_hash text not null,
  provider_id uuid not null,
  -- SHA-256 of what the browser that began it has in a cookie.
  browser_hash text not null,
  -- Nonce and code verifier, sealed.
  secrets text not null,
  -- Where the person wanted to go: a path of ours.
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, state_hash),
  foreign key (organization_id, provider_id) references sign_in_providers (organization_id, id) on delete cascade
);
create index sign_in_requests_by_provider on sign_in_requests (organization_id, provider_id);
create index sign_in_requests_by_expiry on sign_in_requests (organization_id, expires_at);
select protect_tenant_table('sign_in_requests');

-- Which provider signs the people of a domain in, in whichever organization: asked by who is not signed in yet, and to
-- keep a domain from being claimed twice. It looks into the index of each organization in turn.
create function sign_in_provider_of(
  wanted text, out organization_id uuid, out organization_name text, out provider_id uuid, out provider_name text,
  out required boolean)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select o.id, o.name, p.id, p.name, p.required
  from organizations o
  cross join lateral (
    select d.provider_id from sign_in_domains d where d.organization_id = o.id and d.domain = lower(wanted)
  ) d
  join sign_in_providers p on p.organization_id = o.id and p.id = d.provider_id
  order by o.created_at, o.id
$$;

-- What lets a user in ends with the user's access, whoever takes it away and by whichever road, and stays ended.
create or replace function end_keys_of_user() returns trigger
  language plpgsql
as $$
begin
  update api_keys set revoked_at = new.updated_at
  where organization_id = new.organization_id and user_id = new.id and revoked_at is null;
  delete from sign_in_links where organization_id = new.organization_id and user_id = new.id;
  delete from sessions where organization_id = new.organization_id and user_id = new.id;
  delete from passwords where organization_id = new.organization_id and user_id = new.id;
  delete from oauth_grants where organization_id = new.organization_id and user_id = new.id;
  return null;
end
$$;
