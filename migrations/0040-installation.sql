-- The installation itself, which belongs to no organization: outside of the schema of tenants' tables, and closed to
-- their role.
create schema installation;

create table installation.identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- When a folder of files was marked as the one of this installation. Null: none was, or the files are elsewhere.
  files_marked_at timestamptz
);

insert into installation.identity default values;
