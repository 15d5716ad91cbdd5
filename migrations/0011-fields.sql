-- Field configurations: what is to be taken from conversations, for which teams, item by item.

create table field_configurations (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  -- Every team, those made later too; then no team is named.
  all_teams boolean not null,
  is_default_template boolean not null,
  -- {operator, conditions: [{field, value}]}
  criteria jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index field_configurations_listed on field_configurations (organization_id, created_at desc, id desc);
select protect_tenant_table('field_configurations');

create table field_configuration_teams (
  organization_id uuid not null,
  configuration_id uuid not null,
  team_id uuid not null,
  primary key (organization_id, configuration_id, team_id),
  foreign key (organization_id, configuration_id)
    references field_configurations (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index field_configuration_teams_by_team on field_configuration_teams (organization_id, team_id);
select protect_tenant_table('field_configuration_teams');

create table field_items (
  organization_id uuid not null,
  id uuid not null,
  configuration_id uuid not null,
  title text not null,
  category text not null check (category in ('CRM', 'Indicators', 'BuiltInInsight', 'CustomInsight')),
  contents text not null,
  description text not null,
  prompt_type text not null check (prompt_type in ('freeform')),
  content_type text not null check (content_type in ('text')),
  response_type text not null
    check (response_type in ('text', 'number', 'boolean', 'date', 'picklist', 'multipicklist')),
  -- An array of texts: empty unless it is a picklist.
  options jsonb not null,
  depends_on uuid check (depends_on <> id),
  max_values integer check (max_values >= 1),
  allow_long_response boolean not null,
  analysis_level text not null check (analysis_level in ('conversation', 'opportunity', 'account')),
  -- 1..n within the configuration, without gaps.
  display_order integer not null check (display_order >= 1),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, configuration_id, id),
  -- Deferrable, because items that move together pass through each other's places within one statement.
  unique (organization_id, configuration_id, display_order) deferrable initially immediate,
  foreign key (organization_id, configuration_id)
    references field_configurations (organization_id, id) on delete cascade,
  foreign key (organization_id, configuration_id, depends_on)
    references field_items (organization_id, configuration_id, id) on delete set null (depends_on)
);
create index field_items_by_dependence on field_items (organization_id, configuration_id, depends_on)
  where depends_on is not null;
select protect_tenant_table('field_items');

-- Which item is asked for in which team: a row a team of the configuration, or one without a team for every team.
create table field_item_assignments (
  organization_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  team_id uuid,
  -- Null: where the item itself stands.
  display_order integer check (display_order >= 1),
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, item_id, team_id),
  foreign key (organization_id, item_id) references field_items (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index field_item_assignments_by_team on field_item_assignments (organization_id, team_id);
select protect_tenant_table('field_item_assignments');
