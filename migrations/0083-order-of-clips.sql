-- compatible-from: 0069
-- Chosen order of the clips in a folder of the library (docs/decisions/0133). Null for clips of a folder without one, which
-- are listed newest first. Earlier programs add clips without a position, which are listed before the others.

alter table library_items add column position integer;
create index library_items_ordered on library_items
  (organization_id, library_id, folder_id, position nulls first, created_at desc, id desc);
drop index library_items_listed;
