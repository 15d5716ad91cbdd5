-- compatible-from: 0069
-- Version of the stems of a text's words. At its start, Parley updates the words of texts with an older version.

alter table searched_texts add column stems_version smallint not null default 1;
create index searched_texts_by_stems on searched_texts (organization_id, stems_version);
