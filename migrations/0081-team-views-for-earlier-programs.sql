-- compatible-from: 0069
-- Views of teams become private views with a team. Earlier programs fail at a list with the visibility `team`. They list
-- such a view as a private view of its owner, and don't read the team.

alter table saved_views drop constraint saved_views_owner_check;
alter table saved_views drop constraint saved_views_team_check;
update saved_views set visibility = 'private' where visibility = 'team';
alter table saved_views add constraint saved_views_owner_check
  check (visibility <> 'private' or owner_id is not null or team_id is not null) not valid;
alter table saved_views validate constraint saved_views_owner_check;
