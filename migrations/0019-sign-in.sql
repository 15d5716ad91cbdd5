-- Sign-in: links that open once, and the sessions of browsers.

create table sign_in_links (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the token in the link, which is stored nowhere itself. Using the link deletes its row.
  token_hash text not null,
  -- Where the person wanted to go: a path of ours.
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index sign_in_links_by_user on sign_in_links (organization_id, user_id);
create index sign_in_links_by_expiry on sign_in_links (organization_id, expires_at);
select protect_tenant_table('sign_in_links');

create table sessions (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the cookie. Signing out deletes the row.
  token_hash text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Whatever is done with it until then.
  expires_at timestamptz not null,
  user_agent text not null,
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index sessions_by_user on sessions (organization_id, user_id);
create index sessions_by_expiry on sessions (organization_id, expires_at);
select protect_tenant_table('sessions');

-- Whose address it is, in every organization: asked by who is not signed in yet, of whom no organization is known. It
-- looks into the index of each organization in turn, since none may lead with anything else.
create function users_of_address(address text, out organization_id uuid, out organization_name text, out user_id uuid)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select o.id, o.name, u.id
  from organizations o
  cross join lateral (
    select n.id from users n where n.organization_id = o.id and n.email_folded = lower(address) and n.active
  ) u
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
  return null;
end
$$;

-- How often somebody tried what may be tried a few times an hour, by address or network. It belongs to no organization,
-- so it stands aside, where only the owner of the schema comes; what is lost with it in a crash is no loss.
create schema if not exists house;
create unlogged table if not exists house.attempts (
  -- SHA-256 of what is tried and by whom.
  source text primary key,
  began_at timestamptz not null,
  count integer not null
);
create index if not exists attempts_by_age on house.attempts (began_at);
