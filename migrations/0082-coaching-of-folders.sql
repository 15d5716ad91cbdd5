-- compatible-from: 0069
-- A coaching assignment can be about a folder of the library (docs/decisions/0132). It has the conversation, the clip and the
-- times of the first clip, so it remains derived data of this conversation. Earlier programs read it as an assignment of
-- this clip, and so does everybody when the folder is deleted.

alter table coaching_assignments add column folder_id uuid;
alter table coaching_assignments
  add constraint coaching_assignments_folder_fkey foreign key (organization_id, folder_id)
    references library_folders (organization_id, id) on delete set null (folder_id) not valid,
  add constraint coaching_assignments_folder_check check (folder_id is null or start_time is not null) not valid;
alter table coaching_assignments validate constraint coaching_assignments_folder_fkey;
alter table coaching_assignments validate constraint coaching_assignments_folder_check;
create index coaching_assignments_by_folder on coaching_assignments (organization_id, folder_id)
  where folder_id is not null;
