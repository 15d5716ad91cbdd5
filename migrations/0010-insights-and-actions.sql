-- Insights with their results and sources; proactive actions. Both are derived from conversations, and what is derived
-- from a conversation goes when it is erased.

create table gi_insights (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  title text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
create index gi_insights_of_user on gi_insights (organization_id, user_id, created_at desc, id desc);
select protect_tenant_table('gi_insights');

create table gi_results (
  organization_id uuid not null,
  id uuid not null,
  insight_id uuid not null,
  position integer not null check (position >= 1),
  prompt text not null,
  type text not null check (type in ('TEXT_WITH_SOURCES')),
  status text not null check (status in ('PENDING', 'FINISHED', 'FAILED')),
  -- As it was written: [1], [2] … name its items by their positions.
  result text not null,
  -- How many items it was written with: a higher number in brackets names none.
  item_count integer not null,
  emails_used jsonb not null,
  primary key (organization_id, id),
  unique (organization_id, insight_id, position),
  foreign key (organization_id, insight_id) references gi_insights (organization_id, id) on delete cascade
);
select protect_tenant_table('gi_results');

-- Every conversation that a result was made of. Who does not see one of them does not see the text.
create table gi_result_conversations (
  organization_id uuid not null,
  result_id uuid not null,
  conversation_id uuid not null,
  primary key (organization_id, result_id, conversation_id),
  foreign key (organization_id, result_id) references gi_results (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index gi_result_conversations_by_conversation on gi_result_conversations (organization_id, conversation_id);
select protect_tenant_table('gi_result_conversations');

-- What a result cites: words of a segment of a transcript, or of a knowledge source.
create table gi_items (
  organization_id uuid not null,
  result_id uuid not null,
  position integer not null check (position >= 1),
  conversation_id uuid,
  transcript_version integer,
  -- Counted from 0; the words from first to last, or all of them when both are null.
  segment integer check (segment >= 0),
  first_word integer check (first_word >= 0),
  last_word integer check (last_word >= first_word),
  knowledge_source_id uuid,
  -- Of knowledge sources only: what is quoted of conversations is read from the transcript.
  quote text,
  primary key (organization_id, result_id, position),
  foreign key (organization_id, result_id) references gi_results (organization_id, id) on delete cascade,
  foreign key (organization_id, result_id, conversation_id)
    references gi_result_conversations (organization_id, result_id, conversation_id) on delete cascade,
  foreign key (organization_id, knowledge_source_id)
    references knowledge_sources (organization_id, id) on delete cascade,
  check ((conversation_id is null) <> (knowledge_source_id is null)),
  check ((conversation_id is null) = (segment is null)),
  check ((conversation_id is null) = (transcript_version is null)),
  check ((knowledge_source_id is null) = (quote is null)),
  check ((first_word is null) = (last_word is null))
);
create index gi_items_by_knowledge_source on gi_items (organization_id, knowledge_source_id)
  where knowledge_source_id is not null;
select protect_tenant_table('gi_items');

create table actions (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  owner_id uuid not null,
  entity_type text not null check (entity_type in ('conversation', 'opportunity', 'account', 'contact')),
  entity_id text not null,
  action_type text not null,
  title text not null,
  signal_type text not null,
  severity text not null check (severity in ('low', 'medium', 'high')),
  display_group text not null,
  subject text not null,
  draft_body text not null,
  proposed_recipients jsonb not null,
  -- An action that is pending or drafted when its time is over has expired; nobody needs to come and write that down.
  status text not null check (status in ('pending', 'drafted', 'sent', 'dismissed')),
  rationale text not null,
  -- {"text", "speaker", "conversation_id", "start"} or null, and a list of the same.
  key_quote jsonb,
  evidence jsonb not null,
  generated_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, owner_id) references users (organization_id, id)
);
create index actions_of_owner on actions (organization_id, owner_id, generated_at desc, id desc);
select protect_tenant_table('actions');

-- Every conversation that an action is about or quotes. Who does not see one of them does not see the action.
create table action_conversations (
  organization_id uuid not null,
  action_id uuid not null,
  conversation_id uuid not null,
  primary key (organization_id, action_id, conversation_id),
  foreign key (organization_id, action_id) references actions (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index action_conversations_by_conversation on action_conversations (organization_id, conversation_id);
select protect_tenant_table('action_conversations');

create function erase_result_of_conversation() returns trigger
  language plpgsql
as $$
begin
  delete from gi_results where organization_id = old.organization_id and id = old.result_id;
  return null;
end
$$;
create trigger gi_result_conversation_erased after delete on gi_result_conversations
  for each row execute function erase_result_of_conversation();

create function erase_action_of_conversation() returns trigger
  language plpgsql
as $$
begin
  delete from actions where organization_id = old.organization_id and id = old.action_id;
  return null;
end
$$;
create trigger action_conversation_erased after delete on action_conversations
  for each row execute function erase_action_of_conversation();
