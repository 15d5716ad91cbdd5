-- compatible-from: 0069
-- Targets: desired values of a figure of the reports, or of the score of a scorecard, for the organization or one team.

create table targets (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- Null for a target of the organization. The targets of a team win over those of the teams above it.
  team_id uuid,
  figure text not null check (figure in (
    'callsPerWeek', 'talkShare', 'questionsAsked', 'longestMonologue', 'averageScore', 'scorecardScore')),
  scorecard_id uuid,
  minimum double precision,
  maximum double precision,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id),
  foreign key (organization_id, scorecard_id) references scorecards (organization_id, id) on delete cascade,
  check ((figure = 'scorecardScore') = (scorecard_id is not null)),
  check (minimum is not null or maximum is not null),
  check (minimum <= maximum)
);
create unique index targets_scope on targets (organization_id, figure, team_id, scorecard_id) nulls not distinct;
create index targets_of_scorecard on targets (organization_id, scorecard_id) where scorecard_id is not null;
select protect_tenant_table('targets');
