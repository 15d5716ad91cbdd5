-- Topics: what a conversation is about by rules, and the phrases an organization watches for.

create table trackers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  -- The name as names are compared: folded by the program, so that every engine and locale finds the same.
  name_folded text not null,
  description text not null,
  phrases text[] not null check (cardinality(phrases) between 1 and 100),
  stemmed boolean not null,
  case_sensitive boolean not null,
  -- Whose words count.
  speakers text not null check (speakers in ('all', 'internal', 'external')),
  all_teams boolean not null,
  enabled boolean not null,
  -- Counts the changes, so that a conversation tells by which of them it was looked through.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index trackers_by_name on trackers (organization_id, name_folded);
select protect_tenant_table('trackers');

create table tracker_teams (
  organization_id uuid not null,
  tracker_id uuid not null,
  team_id uuid not null,
  primary key (organization_id, tracker_id, team_id),
  foreign key (organization_id, tracker_id) references trackers (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create index tracker_teams_by_team on tracker_teams (organization_id, team_id);
select protect_tenant_table('tracker_teams');

-- Where a tracker's phrases were said, a row for each conversation that says one. Of an older version of the transcript
-- it is not shown.
create table tracker_hits (
  organization_id uuid not null,
  tracker_id uuid not null,
  conversation_id uuid not null,
  tracker_version integer not null,
  transcript_version integer not null,
  hit_count integer not null check (hit_count >= 1),
  -- The first of them, as the JSON that answers carry.
  hits text not null,
  primary key (organization_id, tracker_id, conversation_id),
  foreign key (organization_id, tracker_id) references trackers (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index tracker_hits_by_conversation on tracker_hits (organization_id, conversation_id);
select protect_tenant_table('tracker_hits');

-- One at a time, of one version of the transcript; of an older one it is not shown.
create table conversation_topics (
  organization_id uuid not null,
  conversation_id uuid not null,
  transcript_version integer not null,
  -- The language model that has looked it over, if one did.
  model text,
  made_at timestamptz not null,
  -- The JSON that answers carry.
  key_phrases text not null,
  named_things text not null,
  chapters text not null,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
select protect_tenant_table('conversation_topics');
