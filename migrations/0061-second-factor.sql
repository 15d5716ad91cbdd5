-- Second factors of sign-in: authenticator apps with recovery codes, passkeys, and sign-ins that wait for one of them.

create table authenticator_apps (
  organization_id uuid not null,
  user_id uuid not null,
  -- Key of the app (RFC 6238), encrypted.
  secret text not null,
  created_at timestamptz not null,
  -- When the user entered the first code. Null: the app isn't a second factor yet.
  confirmed_at timestamptz,
  -- Time step of the last accepted code. Codes of this step and of earlier ones are rejected.
  last_step bigint,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select protect_tenant_table('authenticator_apps');

create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the code with its user. A used code is deleted.
  code_hash text not null,
  primary key (organization_id, user_id, code_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select protect_tenant_table('recovery_codes');

create table passkeys (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- Credential ID and public key (COSE) of WebAuthn, in base64url.
  credential_id text not null,
  public_key text not null,
  -- Number of signatures, if the authenticator counts them. A lower number is a sign of a copied key.
  counter bigint not null,
  -- Ways in which browsers reach the authenticator, such as usb.
  transports text[] not null,
  -- Whether the passkey is synchronized to other devices.
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, credential_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index passkeys_by_user on passkeys (organization_id, user_id, created_at);
select protect_tenant_table('passkeys');

-- Challenge of the passkey that a session registers. It works once.
create table passkey_registrations (
  organization_id uuid not null,
  session_id uuid not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade
);
select protect_tenant_table('passkey_registrations');

-- Sign-ins that proved the first factor. Only the browser with the token can complete one.
create table pending_sign_ins (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  way text not null check (way in ('link', 'password', 'invitation')),
  return_to text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index pending_sign_ins_by_user on pending_sign_ins (organization_id, user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (organization_id, expires_at);
select protect_tenant_table('pending_sign_ins');

create table sign_in_settings (
  organization_id uuid primary key references organizations (id),
  second_factor_required boolean not null,
  updated_at timestamptz not null
);
select protect_tenant_table('sign_in_settings');

alter table sessions
  drop constraint sessions_way_check,
  add constraint sessions_way_check
    check (way in ('link', 'password', 'single_sign_on', 'invitation', 'passkey'));

create or replace function end_keys_of_user() returns trigger
  language plpgsql
as $$
begin
  update api_keys set revoked_at = new.updated_at
  where organization_id = new.organization_id and user_id = new.id and revoked_at is null;
  delete from sign_in_links where organization_id = new.organization_id and user_id = new.id;
  delete from pending_sign_ins where organization_id = new.organization_id and user_id = new.id;
  delete from sessions where organization_id = new.organization_id and user_id = new.id;
  delete from passwords where organization_id = new.organization_id and user_id = new.id;
  delete from authenticator_apps where organization_id = new.organization_id and user_id = new.id;
  delete from recovery_codes where organization_id = new.organization_id and user_id = new.id;
  delete from passkeys where organization_id = new.organization_id and user_id = new.id;
  delete from oauth_grants where organization_id = new.organization_id and user_id = new.id;
  return null;
end
$$;
