-- Labels with their options and what holds on to them; scorecards with their items; results of scorecards.

create table labels (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  -- The name as names are compared: folded by the program, so that every engine and locale finds the same.
  name_folded text not null,
  description text not null,
  ai_flow boolean not null,
  all_teams boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index labels_by_name on labels (organization_id, name_folded);
select protect_tenant_table('labels');

create table label_options (
  organization_id uuid not null,
  label_id uuid not null,
  id uuid not null,
  position integer not null check (position >= 1),
  value text not null,
  description text not null,
  primary key (organization_id, label_id, id),
  foreign key (organization_id, label_id) references labels (organization_id, id) on delete cascade
);
select protect_tenant_table('label_options');

create table label_teams (
  organization_id uuid not null,
  label_id uuid not null,
  team_id uuid not null,
  primary key (organization_id, label_id, team_id),
  foreign key (organization_id, label_id) references labels (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index label_teams_by_team on label_teams (organization_id, team_id);
select protect_tenant_table('label_teams');

-- Which option the criteria of which thing name. Such an option cannot go: without it, criteria would silently gate
-- something else than what was written.
create table label_holds (
  organization_id uuid not null,
  label_id uuid not null,
  option_id uuid not null,
  holder_kind text not null check (holder_kind in ('scorecard', 'field_configuration')),
  holder_id uuid not null,
  primary key (organization_id, label_id, option_id, holder_kind, holder_id),
  foreign key (organization_id, label_id, option_id) references label_options (organization_id, label_id, id)
);
create index label_holds_by_holder on label_holds (organization_id, holder_kind, holder_id);
select protect_tenant_table('label_holds');

create table scorecards (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  title text not null,
  team_id uuid,
  all_teams boolean not null,
  enabled boolean not null,
  interaction_type text not null check (interaction_type in ('conversation', 'chat', 'email')),
  detailed_instructions text not null,
  scorecard_prompt text not null,
  expert_mode boolean not null,
  is_default_template boolean not null default false,
  -- {"operator", "conditions": [{"field", "value"}]}, each condition also a row of label_holds.
  criteria jsonb not null,
  -- Counts the changes of the scorecard and its items, so that a result tells what it was scored by.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id),
  check (not (all_teams and team_id is not null))
);
create index scorecards_listed on scorecards (organization_id, created_at desc, id desc);
create index scorecards_by_team on scorecards (organization_id, team_id);
select protect_tenant_table('scorecards');

create table scorecard_items (
  organization_id uuid not null,
  scorecard_id uuid not null,
  id uuid not null,
  title text not null,
  type text not null check (type in ('numeric')),
  position integer not null check (position >= 1),
  weight double precision not null check (weight between 0 and 100),
  version integer not null default 1,
  expert_prompt text not null,
  -- {"numericMetadata": {"min", "middle", "max", "minCriteria", "middleCriteria", "maxCriteria"}}
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, scorecard_id, id),
  -- Checked at the end of a statement, so that one statement can move a whole range.
  unique (organization_id, scorecard_id, position) deferrable initially immediate,
  foreign key (organization_id, scorecard_id) references scorecards (organization_id, id) on delete cascade
);
select protect_tenant_table('scorecard_items');

-- How a conversation did by a scorecard: one result for each pair. It carries all it needs to be told, because it
-- outlives the scorecard.
create table scorecard_results (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  id uuid not null,
  scorecard_version integer not null,
  -- The version of the transcript that the quotes are from; null when there was none.
  transcript_version integer,
  title text not null,
  summary jsonb not null,
  items jsonb not null,
  source text not null check (source in ('ai', 'human')),
  -- Null for the program and for org-level keys.
  scored_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, conversation_id, scorecard_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index scorecard_results_by_scorecard on scorecard_results (organization_id, scorecard_id, conversation_id);
select protect_tenant_table('scorecard_results');
