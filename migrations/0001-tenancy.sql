-- The ground every later migration stands on: the unprivileged role that serves requests, and the rule that binds
-- each of its transactions to one organization.

do $$
begin
  create role parley_app nologin;
exception
  -- Roles belong to the whole server: another Parley database, or one starting at this moment, made it already.
  when duplicate_object or unique_violation then null;
end
$$;

grant parley_app to current_user;
grant usage on schema public to parley_app;
alter default privileges in schema public grant select, insert, update, delete on tables to parley_app;

create function current_organization() returns uuid
  language sql stable
as $$
  select nullif(current_setting('parley.organization_id', true), '')::uuid
$$;

-- Puts a tenant table under row-level security. Every table with an organization_id is given to this function.
create function protect_tenant_table(name regclass, organization_column text default 'organization_id') returns void
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format(
    'create policy tenant on %s using (%I = current_organization()) with check (%I = current_organization())',
    name, organization_column, organization_column
  );
end
$$;
