-- Look-ups across organizations, for requests of which no organization is known yet: by address, by domain, by share
-- code. Each reads an index of its own that leads with what was asked, so its cost doesn't grow with the number of
-- organizations. These are the only indexes that don't lead with the organization (docs/decisions/0040).

create index users_by_address on users (email_folded) where active;
create index sign_in_domains_by_domain on sign_in_domains (domain);
create index snippets_by_share_code on snippets (share_code);

create or replace function users_of_address(
  address text, out organization_id uuid, out organization_name text, out user_id uuid)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select o.id, o.name, u.id
  from users u
  join organizations o on o.id = u.organization_id
  where u.email_folded = lower(address) and u.active
  order by o.created_at, o.id, u.id
$$;

create or replace function sign_in_provider_of(
  wanted text, out organization_id uuid, out organization_name text, out provider_id uuid, out provider_name text,
  out required boolean)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select o.id, o.name, p.id, p.name, p.required
  from sign_in_domains d
  join organizations o on o.id = d.organization_id
  join sign_in_providers p on p.organization_id = d.organization_id and p.id = d.provider_id
  where d.domain = lower(wanted)
  order by o.created_at, o.id
$$;

create or replace function snippet_of_share_code(code text, out organization_id uuid, out id uuid)
  returns setof record
  language sql stable
  security definer
  set search_path = public
as $$
  select s.organization_id, s.id from snippets s where s.share_code = code limit 1
$$;
