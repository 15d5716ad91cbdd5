-- The search index: longer texts in short passages, the words these hold, and what they mean as vectors.

do $$
declare
  major text := current_setting('server_version_num')::integer / 10000;
begin
  if not exists (select from pg_available_extensions where name = 'vector') then
    raise exception 'Parley needs pgvector on the database server (on Debian: apt install postgresql-%-pgvector).', major;
  end if;
  create extension if not exists vector;
  if to_regtype('halfvec') is null then
    raise exception 'Parley needs pgvector 0.7 or later on the database server, best 0.8.';
  end if;
end
$$;

-- A longer text that is found by its passages: a conversation's transcript or a source of the knowledge base.
create table searched_texts (
  organization_id uuid not null,
  id uuid not null generated always as (coalesce(conversation_id, source_id)) stored,
  conversation_id uuid,
  source_id uuid,
  passages integer not null,
  -- Every word it stands under in passage_words, a line each. Null: its words have not been taken out yet.
  words text,
  -- The space in which each of its passages has a vector.
  space_id integer,
  primary key (organization_id, id),
  check (num_nonnulls(conversation_id, source_id) = 1),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, source_id) references knowledge_sources (organization_id, id) on delete cascade
);
create unique index searched_texts_by_conversation on searched_texts (organization_id, conversation_id)
  where conversation_id is not null;
create unique index searched_texts_by_source on searched_texts (organization_id, source_id) where source_id is not null;
-- How far a space has come.
create index searched_texts_by_space on searched_texts (organization_id, space_id, id);
select protect_tenant_table('searched_texts');

insert into searched_texts (organization_id, source_id, passages)
select organization_id, source_id, count(*) from passages group by organization_id, source_id;

alter table passages rename column source_id to text_id;
alter table passages
  drop constraint passages_organization_id_source_id_position_key,
  drop constraint passages_organization_id_source_id_fkey,
  alter column headings drop not null,
  alter column text drop not null,
  -- Of a conversation: JSON, a list a line: segment, speaker, start, end, text.
  add column lines text,
  -- Of its words as they are embedded, so that a passage whose words stay the same keeps its vectors.
  add column digest uuid,
  add check (num_nonnulls(lines, text) = 1 and num_nonnulls(lines, headings) = 1),
  -- Looked at when a statement ends: one may number many anew.
  add unique (organization_id, text_id, position) deferrable,
  add foreign key (organization_id, text_id) references searched_texts (organization_id, id) on delete cascade;
update passages set digest = md5(array_to_string(headings, e'\n') || e'\n' || text)::uuid;
alter table passages
  alter column digest set not null;

-- In which passages of a text a word stands. Kept a row a text and word, so that the words of what somebody may not see
-- are never counted, and by equality alone, so that the index serves under row-level security.
create table passage_words (
  organization_id uuid not null,
  in_source boolean not null,
  -- A term, or an @ and the folded name of who speaks.
  word text collate "C" not null,
  text_id uuid not null,
  -- How many passages hold it, and the most it weighs in one of them.
  passages integer not null,
  best real not null,
  -- 32 bits a passage, the lowest first: its position, and in the last 11 what the word weighs in it.
  postings bytea not null,
  -- Included, so that many texts are compared by the index alone.
  primary key (organization_id, in_source, word, text_id) include (passages, best)
);
select protect_tenant_table('passage_words');

-- Instead of a foreign key, which would be looked up for each word, and need a second index to be found again by.
create function forget_passage_words() returns trigger
  language plpgsql
as $$
begin
  delete from passage_words
  where organization_id = old.organization_id and in_source = (old.source_id is not null)
    and word = any(string_to_array(old.words, e'\n')) and text_id = old.id;
  return null;
end
$$;
create trigger searched_text_deleted after delete on searched_texts
  for each row execute function forget_passage_words();

-- What embedded a text: vectors of two spaces are never compared.
create table vector_spaces (
  organization_id uuid not null references organizations (id),
  id integer not null generated always as identity,
  -- As the embedding calls it.
  name text not null,
  dimension integer not null check (dimension between 1 and 2000),
  -- What an index over its vectors holds; null: there is none, each is looked at.
  indexed_as text check (indexed_as in ('halfvec', 'vector')),
  primary key (organization_id, id),
  unique (organization_id, name)
);
select protect_tenant_table('vector_spaces');
alter table searched_texts
  add foreign key (organization_id, space_id) references vector_spaces (organization_id, id);

create table passage_vectors (
  organization_id uuid not null,
  text_id uuid not null,
  passage_id uuid not null,
  space_id integer not null,
  -- Of unit length.
  vector halfvec not null,
  primary key (organization_id, text_id, passage_id, space_id),
  foreign key (organization_id, space_id) references vector_spaces (organization_id, id)
);
-- Read by the thousand, so they stand in the row and not aside.
alter table passage_vectors alter column vector set storage plain;
alter table passages add unique (organization_id, text_id, id);
alter table passage_vectors
  add foreign key (organization_id, text_id, passage_id) references passages (organization_id, text_id, id)
    on delete cascade;
select protect_tenant_table('passage_vectors');
