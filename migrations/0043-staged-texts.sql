-- Large texts that are stored in pieces before the transaction that uses them, so that no transaction takes long. A text
-- consists of pieces from position 0; position -1 is the complete text. Unlogged: a crash empties the table.
create unlogged table staged_texts (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  position integer not null,
  content text not null,
  created_at timestamptz not null,
  primary key (organization_id, id, position)
);
create index staged_texts_by_age on staged_texts (organization_id, created_at);
select protect_tenant_table('staged_texts');

-- False while the passages of a new text are added in several transactions.
alter table searched_texts add column is_complete boolean not null default true;
create index searched_texts_incomplete on searched_texts (organization_id, id) where not is_complete;
