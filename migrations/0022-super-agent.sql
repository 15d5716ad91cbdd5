-- The super agent: what people asked it, every step it made for them, and which conversations that rests on.

create table super_agent_sessions (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null,
  title text not null,
  status text not null check (status in ('idle', 'processing', 'failed', 'cancelled')),
  -- Places of messages that are taken.
  last_position integer not null default 0,
  -- The newest run, which is at work while the session is processing, and by whose word it acts: what the token of the
  -- request allowed, and what must still stand for the run to go on.
  run_id uuid not null,
  run_via text not null check (run_via in ('api_key', 'oauth', 'session')),
  run_scopes text[] not null,
  run_key_id uuid,
  run_client_id text,
  -- Turns of the language model that it has had.
  run_steps integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index super_agent_sessions_listed on super_agent_sessions (organization_id, user_id, updated_at desc, id desc);
select protect_tenant_table('super_agent_sessions');

create table super_agent_messages (
  organization_id uuid not null,
  session_id uuid not null,
  position integer not null check (position >= 1),
  run_id uuid not null,
  -- The turn of the language model within the run; 0 is what the person wrote.
  step integer not null check (step >= 0),
  role text not null check (role in ('user', 'assistant', 'tool')),
  content text not null check (length(content) <= 100000),
  -- Of a tool: its name, the id and the arguments the model gave, and how far the call is. It is written before it is made,
  -- so that one whose outcome nobody knows is never made again.
  name text,
  call_id text,
  args jsonb,
  state text check (state in ('asked', 'running', 'done', 'refused', 'unknown')),
  -- It drew on a conversation that was erased since, so nothing of it is left.
  erased boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, session_id, position),
  foreign key (organization_id, session_id) references super_agent_sessions (organization_id, id) on delete cascade,
  check ((role = 'tool') = (name is not null)),
  check ((role = 'tool') = (call_id is not null)),
  check ((role = 'tool') = (state is not null))
);
select protect_tenant_table('super_agent_messages');

-- The conversations that a message tells of. Who does not see one of them sees nothing that was said from there on, and
-- the agent does not either.
create table super_agent_sources (
  organization_id uuid not null,
  session_id uuid not null,
  position integer not null,
  conversation_id uuid not null,
  primary key (organization_id, session_id, position, conversation_id),
  foreign key (organization_id, session_id, position)
    references super_agent_messages (organization_id, session_id, position) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index super_agent_sources_by_conversation on super_agent_sources (organization_id, conversation_id);
select protect_tenant_table('super_agent_sources');

-- What came after it in the session may tell of it too, in words of the language model's own. Behind the session's lock,
-- so that nothing is written there meanwhile that was made of it.
create function erase_super_agent_messages() returns trigger
  language plpgsql
as $$
begin
  perform from super_agent_sessions where organization_id = old.organization_id and id = old.session_id for update;
  update super_agent_messages set content = '', args = null, erased = true
  where organization_id = old.organization_id and session_id = old.session_id and position >= old.position
    and role <> 'user' and not erased;
  return null;
end
$$;
create trigger super_agent_source_erased after delete on super_agent_sources
  for each row execute function erase_super_agent_messages();
