-- Data derived from conversations is visible only to people who see every conversation behind it, at the time of reading.

-- Every conversation behind a deck: those that its statements name, the one it was created from, and the one of its clip.
insert into deck_conversations (organization_id, deck_id, conversation_id)
select d.organization_id, d.id, c.id
from decks d
cross join lateral (
  select d.conversation_id::text as id
  union
  select s.conversation_id::text from snippets s
  where d.context_type = 'snippet' and s.organization_id = d.organization_id and s.id::text = d.context_id
  union
  select statement.conversation #>> '{}' from jsonb_path_query(d.document, '$.**.of[*]') as statement (conversation)
) as named
join conversations c on c.organization_id = d.organization_id and c.id::text = named.id
on conflict do nothing;

-- Admin who took over a public link and answers for it from then on; null: the person who created it does.
alter table snippets
  add column link_taken_over_by uuid,
  add foreign key (organization_id, link_taken_over_by) references users (organization_id, id);
alter table deck_shares
  add column taken_over_by uuid,
  add foreign key (organization_id, taken_over_by) references users (organization_id, id);
-- Links that a person answers for.
create index snippets_linked_by on snippets (organization_id, coalesce(link_taken_over_by, user_id)) where not internal;
create index deck_shares_linked_by on deck_shares (organization_id, coalesce(taken_over_by, shared_by))
  where user_id is null;

-- Whether the conversations behind a stored response are recorded. They aren't for responses of earlier versions.
alter table kept_answers add column sources_recorded boolean not null default false;

-- Conversations behind stored responses.
create table kept_answer_conversations (
  organization_id uuid not null,
  caller text not null,
  key text not null,
  conversation_id uuid not null,
  primary key (organization_id, caller, key, conversation_id),
  foreign key (organization_id, caller, key) references kept_answers (organization_id, caller, key) on delete cascade
);
create index kept_answer_conversations_by_conversation on kept_answer_conversations (organization_id, conversation_id);
select protect_tenant_table('kept_answer_conversations');

-- Deletes the words of stored responses that are derived from a conversation. Their rows stay, so that nothing is done twice.
create function forget_responses_of(organization uuid, conversation uuid) returns void
  language sql
as $$
  update kept_answers k set answer = ''
  from kept_answer_conversations c
  where c.organization_id = organization and c.conversation_id = conversation
    and k.organization_id = organization and k.caller = c.caller and k.key = c.key and k.answer is not null
$$;
create function forget_responses_of_erased() returns trigger
  language plpgsql
as $$
begin
  perform forget_responses_of(old.organization_id, old.id);
  delete from kept_answer_conversations
  where organization_id = old.organization_id and conversation_id = old.id;
  return null;
end
$$;
create trigger conversation_erased_from_responses after delete on conversations
  for each row execute function forget_responses_of_erased();
