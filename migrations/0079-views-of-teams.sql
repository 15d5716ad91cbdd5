-- compatible-from: 0069
-- Saved views that are shared with a team. Earlier programs don't list them, except for their owners.

alter table saved_views add column team_id uuid;
alter table saved_views drop constraint saved_views_check;
alter table saved_views drop constraint saved_views_visibility_check;
alter table saved_views add constraint saved_views_visibility_check
  check (visibility in ('private', 'team', 'organization')) not valid;
alter table saved_views validate constraint saved_views_visibility_check;
alter table saved_views add constraint saved_views_owner_check
  check (visibility <> 'private' or owner_id is not null) not valid;
alter table saved_views validate constraint saved_views_owner_check;
alter table saved_views add constraint saved_views_team_check
  check ((visibility = 'team') = (team_id is not null)) not valid;
alter table saved_views validate constraint saved_views_team_check;
alter table saved_views add constraint saved_views_organization_id_team_id_fkey
  foreign key (organization_id, team_id) references teams (organization_id, id) not valid;
alter table saved_views validate constraint saved_views_organization_id_team_id_fkey;

create index saved_views_by_team on saved_views (organization_id, team_id, position, id) where team_id is not null;
