-- Vectors of a large space, in a table of their own with the only index over them. The planner of PostgreSQL opens every
-- index of a table for every statement on it, so an index for each large organization on passage_vectors made all statements
-- slower with each of them. The table is a copy: passage_vectors still holds every vector, and triggers keep the copy
-- (docs/decisions/0075).

create schema if not exists search_vectors;
grant usage on schema search_vectors to parley_app;

-- Type of the vectors in search_vectors.space_<id>, which triggers fill from now on; null: there is no such table.
alter table vector_spaces add column own_table text check (own_table in ('halfvec', 'vector'));
-- Whether the table holds all vectors of the space, and has its index. Only then do searches read it.
alter table vector_spaces add column own_table_ready boolean not null default false;
alter table vector_spaces add check (own_table is not null or not own_table_ready);

-- Writers of a space hold its row from here to their commit, so a table that starts meanwhile waits for them, and they see
-- it once they have waited.
create function copy_passage_vectors() returns trigger
  language plpgsql
  security definer
  set search_path = public
as $$
declare
  space record;
begin
  for space in
    select s.organization_id, s.id, s.own_table, s.dimension
    from vector_spaces s
    where (s.organization_id, s.id) in (select organization_id, space_id from added)
    for key share
  loop
    if space.own_table is not null then
      execute format(
        'insert into search_vectors.space_%s (text_id, passage_id, vector)
         select text_id, passage_id, vector::%s(%s) from added where organization_id = $1 and space_id = $2
         on conflict do nothing',
        space.id, space.own_table, space.dimension)
      using space.organization_id, space.id;
    end if;
  end loop;
  return null;
end
$$;
create trigger passage_vectors_added after insert on passage_vectors
  referencing new table as added
  for each statement execute function copy_passage_vectors();

-- For each row, because passages delete their vectors one by one.
create function delete_copied_vector() returns trigger
  language plpgsql
  security definer
  set search_path = public
as $$
begin
  if exists (
    select from vector_spaces s
    where s.organization_id = old.organization_id and s.id = old.space_id and s.own_table is not null)
  then
    execute format('delete from search_vectors.space_%s where text_id = $1 and passage_id = $2', old.space_id)
    using old.text_id, old.passage_id;
  end if;
  return null;
end
$$;
create trigger passage_vector_deleted after delete on passage_vectors
  for each row execute function delete_copied_vector();

-- Creates the table of a space, which stays empty until it is filled.
create function create_vector_table(space integer, type text) returns void
  language plpgsql
  set search_path = public
as $$
declare
  known vector_spaces;
begin
  select * into strict known from vector_spaces where id = space for update;
  if known.own_table is not null then return; end if;
  execute format(
    'create table search_vectors.space_%1$s (
       text_id uuid not null, passage_id uuid not null, vector %2$s(%3$s) not null, primary key (text_id, passage_id));
     alter table search_vectors.space_%1$s alter column vector set storage plain;
     alter table search_vectors.space_%1$s enable row level security;
     create policy tenant on search_vectors.space_%1$s for select using (current_organization() = %4$L::uuid);
     grant select on search_vectors.space_%1$s to parley_app',
    space, type, known.dimension, known.organization_id);
  update vector_spaces set own_table = type where id = space;
end
$$;
revoke execute on function create_vector_table from public;
