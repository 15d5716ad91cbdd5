-- What users allow programs to do in their name: connections, and the tokens that speak for them.

-- A connection of a program, which is the family of all tokens that come of one consent. Ending it deletes it, and them.
create table oauth_grants (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  -- What the program calls itself, and where its answers go.
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  -- As the protocol library has it.
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index oauth_grants_listed on oauth_grants (organization_id, created_at desc, id desc);
create index oauth_grants_by_user on oauth_grants (organization_id, user_id, created_at desc, id desc);
select protect_tenant_table('oauth_grants');

-- Tokens themselves are stored nowhere. A refresh token or code that was used is kept, to be known when it comes again.
create table oauth_tokens (
  organization_id uuid not null,
  -- SHA-256 of the token.
  token_hash text not null,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  grant_id uuid not null,
  scope text not null,
  -- The one address an access token is for.
  audience text,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (organization_id, token_hash),
  check ((kind = 'access') = (audience is not null)),
  foreign key (organization_id, grant_id) references oauth_grants (organization_id, id) on delete cascade
);
create index oauth_tokens_by_grant on oauth_tokens (organization_id, grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (organization_id, expires_at);
select protect_tenant_table('oauth_tokens');

-- Requests of programs that wait for the user's word.
create table oauth_interactions (
  organization_id uuid not null references organizations (id),
  -- SHA-256 of its id, which its browser knows.
  id_hash text not null,
  payload jsonb not null,
  expires_at timestamptz not null,
  primary key (organization_id, id_hash)
);
create index oauth_interactions_by_expiry on oauth_interactions (organization_id, expires_at);
select protect_tenant_table('oauth_interactions');

create or replace function end_keys_of_user() returns trigger
  language plpgsql
as $$
begin
  update api_keys set revoked_at = new.updated_at
  where organization_id = new.organization_id and user_id = new.id and revoked_at is null;
  delete from sign_in_links where organization_id = new.organization_id and user_id = new.id;
  delete from sessions where organization_id = new.organization_id and user_id = new.id;
  delete from oauth_grants where organization_id = new.organization_id and user_id = new.id;
  return null;
end
$$;
