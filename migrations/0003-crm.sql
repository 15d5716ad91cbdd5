-- CRM records as they were handed in, the fields of them that lists can be filtered by, and opportunities of teams.

create table crm_records (
  organization_id uuid not null references organizations (id),
  code text not null,
  id text not null,
  fields jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, code, id)
);
select protect_tenant_table('crm_records');

-- Field values as text, for exact matching. A table of equalities, because under row-level security only leakproof
-- operators may use an index, and those of jsonb are not.
create table crm_record_values (
  organization_id uuid not null,
  code text not null,
  field text not null,
  value text not null,
  record_id text not null,
  primary key (organization_id, field, value, code, record_id),
  foreign key (organization_id, code, record_id) references crm_records (organization_id, code, id) on delete cascade
);
create index crm_record_values_by_record on crm_record_values (organization_id, code, record_id);
select protect_tenant_table('crm_record_values');

create table opportunities (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  team_id uuid,
  external_id text not null,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, external_id, team_id),
  foreign key (organization_id, team_id) references teams (organization_id, id)
);
select protect_tenant_table('opportunities');
