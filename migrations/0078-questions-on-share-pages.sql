-- compatible-from: 0069
-- Whether people outside can ask questions about a clip on its share page.

alter table snippets add column questions_allowed boolean not null default false;
