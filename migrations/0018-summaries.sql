-- The summary of a conversation: one at a time, of one version of its transcript. Of an older version it is not shown.
create table conversation_summaries (
  organization_id uuid not null,
  conversation_id uuid not null,
  transcript_version integer not null,
  -- Made of what was said, sentence by sentence, or by a language model.
  method text not null check (method in ('extractive', 'model')),
  -- The language model that made it.
  model text,
  -- Why the language model that was asked made none.
  model_fault text check (model_fault in ('unavailable', 'refused', 'wrong')),
  content jsonb not null,
  made_at timestamptz not null,
  -- A job is to make another one.
  pending boolean not null default false,
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((method = 'model') = (model is not null)),
  check (model_fault is null or method = 'extractive')
);
select protect_tenant_table('conversation_summaries');

-- The version of the transcript that the summary in the element was made of; null when the import brought it.
alter table conversation_details add column summary_version integer;
