-- Sign-in with SAML 2.0. A SAML provider is a sign-in provider with its own protocol, so domains, rules for new users and
-- the requirement are the same as for OpenID Connect.

alter table sign_in_providers
  add column protocol text not null default 'oidc' check (protocol in ('oidc', 'saml')),
  -- Whether people are offered the provider. Admins test a provider before they enable it.
  add column enabled boolean not null default true,
  alter column client_id drop not null,
  add constraint sign_in_providers_client_check check ((client_id is null) = (protocol = 'saml'));
-- Responses arrive at the address of the organization, so it has one SAML provider.
create unique index sign_in_providers_by_saml on sign_in_providers (organization_id) where protocol = 'saml';

create table saml_providers (
  organization_id uuid not null,
  provider_id uuid not null,
  sso_url text not null,
  -- Signing certificates in PEM. Several, so that the provider can replace its certificate.
  certificates text[] not null,
  -- Attribute with the email address. Null: the NameID or a usual attribute.
  email_attribute text,
  allows_idp_initiated boolean not null,
  -- When somebody last completed a sign-in or a test with these settings. Null: the provider can't be required.
  verified_at timestamptz,
  primary key (organization_id, provider_id),
  foreign key (organization_id, provider_id) references sign_in_providers (organization_id, id) on delete cascade
);
select protect_tenant_table('saml_providers');

-- Accepted assertions, so that each counts once.
create table saml_assertions (
  organization_id uuid not null references organizations (id),
  -- SHA-256 of issuer and ID.
  assertion_hash text not null,
  expires_at timestamptz not null,
  primary key (organization_id, assertion_hash)
);
create index saml_assertions_by_expiry on saml_assertions (organization_id, expires_at);
select protect_tenant_table('saml_assertions');

-- Last sign-ins and tests, without the people, so that admins see what fails.
create table saml_attempts (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  at timestamptz not null,
  outcome text not null,
  -- Values that differ from the settings, such as the received audience.
  detail text,
  is_test boolean not null,
  primary key (organization_id, id)
);
create index saml_attempts_listed on saml_attempts (organization_id, at desc, id desc);
select protect_tenant_table('saml_attempts');

drop function sign_in_provider_of(text);
create function sign_in_provider_of(
  wanted text, out organization_id uuid, out organization_name text, out provider_id uuid, out provider_name text,
  out required boolean, out protocol text, out enabled boolean)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select o.id, o.name, p.id, p.name, p.required, p.protocol, p.enabled
  from sign_in_domains d
  join organizations o on o.id = d.organization_id
  join sign_in_providers p on p.organization_id = d.organization_id and p.id = d.provider_id
  where d.domain = lower(wanted)
  order by o.created_at, o.id
$$;
