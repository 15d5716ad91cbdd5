-- Decks: presentations made of conversations, and whom they are shared with.

create table decks (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- Who made it; null for org-level keys.
  user_id uuid,
  title text not null,
  type text not null check (type in ('recap', 'proposal', 'business_review', 'pitch', 'custom')),
  -- What it was made of: an id of ours, or of the CRM's for accounts.
  context_type text not null check (context_type in ('conversation', 'opportunity', 'account', 'snippet')),
  context_id text not null,
  -- Set when it was made of one conversation, or of a clip of it: then it goes with it.
  conversation_id uuid,
  made_by text not null check (made_by in ('rules', 'model')),
  -- The language model that wrote in it.
  model text,
  -- Why the language model that was asked wrote nothing, or not all.
  model_fault text check (model_fault in ('unavailable', 'refused', 'wrong')),
  -- Slides, as `deck-slides` has them. Whatever tells of conversations stands in a list, with their ids as `of`.
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((made_by = 'model') = (model is not null))
);
create index decks_listed on decks (organization_id, created_at desc, id desc);
create index decks_by_user on decks (organization_id, user_id, created_at desc, id desc);
create index decks_by_conversation on decks (organization_id, conversation_id) where conversation_id is not null;
create index decks_by_context on decks (organization_id, context_type, context_id);
select protect_tenant_table('decks');

-- The conversations that a deck tells of.
create table deck_conversations (
  organization_id uuid not null,
  deck_id uuid not null,
  conversation_id uuid not null,
  primary key (organization_id, deck_id, conversation_id),
  foreign key (organization_id, deck_id) references decks (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index deck_conversations_by_conversation on deck_conversations (organization_id, conversation_id);
select protect_tenant_table('deck_conversations');

-- Whom a deck is shown to: a user of the organization, or an address that is nobody's here.
create table deck_shares (
  organization_id uuid not null,
  id uuid not null,
  deck_id uuid not null,
  user_id uuid,
  -- An outside address as it was given, and folded.
  email text,
  email_folded text,
  -- Digest of the code in the link of an outside address; null until its mail is written.
  code_hash text,
  shared_by uuid,
  created_at timestamptz not null,
  -- When the mail was handed over, and when an outside link was last opened.
  sent_at timestamptz,
  opened_at timestamptz,
  primary key (organization_id, id),
  constraint deck_shares_of_user unique (organization_id, deck_id, user_id),
  constraint deck_shares_of_address unique (organization_id, deck_id, email_folded),
  unique (organization_id, code_hash),
  foreign key (organization_id, deck_id) references decks (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id),
  check ((user_id is null) = (email is not null)),
  check ((email is null) = (email_folded is null)),
  check (user_id is null or code_hash is null)
);
create index deck_shares_by_user on deck_shares (organization_id, user_id) where user_id is not null;
create index deck_shares_by_address on deck_shares (organization_id, email_folded) where email_folded is not null;
select protect_tenant_table('deck_shares');

-- A document without what it tells of one conversation.
create function without_conversation(document jsonb, erased uuid) returns jsonb
  language plpgsql immutable
as $$
begin
  case jsonb_typeof(document)
    when 'array' then
      return coalesce(
        (select jsonb_agg(without_conversation(e.one, erased) order by e.n)
         from jsonb_array_elements(document) with ordinality e (one, n)
         where not coalesce(jsonb_typeof(e.one) = 'object' and e.one -> 'of' ? erased::text, false)),
        '[]');
    when 'object' then
      return coalesce(
        (select jsonb_object_agg(e.key, without_conversation(e.value, erased)) from jsonb_each(document) e), '{}');
    else
      return document;
  end case;
end
$$;

-- The same without slides that say nothing any more.
create function without_empty_slides(document jsonb) returns jsonb
  language sql immutable
as $$
  select document || jsonb_build_object('slides', coalesce(
    (select jsonb_agg(s.slide order by s.n)
     from jsonb_array_elements(document -> 'slides') with ordinality s (slide, n)
     where not coalesce(
       s.slide -> 'points' = '[]' or s.slide -> 'quotes' = '[]' or s.slide -> 'rows' = '[]' or s.slide -> 'events' = '[]'
         or (s.slide -> 'left' -> 'points' = '[]' and s.slide -> 'right' -> 'points' = '[]'), false)),
    '[]'))
$$;

-- A deck of one conversation has gone with it by its own key. One of several loses what it tells of this one, and goes
-- when there is no other left.
create function erase_conversation_from_deck() returns trigger
  language plpgsql
as $$
begin
  delete from decks d
  where d.organization_id = old.organization_id and d.id = old.deck_id
    and not exists (
      select from deck_conversations c where c.organization_id = old.organization_id and c.deck_id = old.deck_id);
  update decks set document = without_empty_slides(without_conversation(document, old.conversation_id))
  where organization_id = old.organization_id and id = old.deck_id;
  return null;
end
$$;
create trigger deck_conversation_erased after delete on deck_conversations
  for each row execute function erase_conversation_from_deck();
