-- Opportunities to be listed, by team and by title.

-- The title as titles are searched, folded by the program from here on (see conversations.title_folded).
alter table opportunities add column title_folded text;
update opportunities set title_folded = replace(lower(normalize(title, nfc)), 'ς', 'σ');
alter table opportunities alter column title_folded set not null;

create index opportunities_listed on opportunities (organization_id, created_at desc, id desc);
create index opportunities_by_team on opportunities (organization_id, team_id, created_at desc, id desc);
