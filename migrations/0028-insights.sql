-- What an insight is being made of, piece by piece; why a proactive action was made, and when each organization is next
-- looked over for what nobody has said anything about.

alter table gi_results
  -- What was left out or could not be done, in one of our own sentences.
  add column notice text;

create table gi_runs (
  organization_id uuid not null,
  insight_id uuid not null,
  -- How many conversations were meant; those beyond the most that are read have no row below.
  meant integer not null check (meant >= 0),
  -- Knowledge sources to be asked too, and what they said to each prompt, once they have been asked.
  source_ids jsonb not null,
  source_findings jsonb,
  -- The job that may work on it; one with an older ticket has nothing to do any more.
  ticket integer not null,
  -- Times in a row that the language model gave no answer, and why the rest is made without it.
  model_failures integer not null default 0,
  model_fault text check (model_fault in ('unavailable', 'refused', 'wrong')),
  primary key (organization_id, insight_id),
  foreign key (organization_id, insight_id) references gi_insights (organization_id, id) on delete cascade
);
select protect_tenant_table('gi_runs');

create table gi_run_conversations (
  organization_id uuid not null,
  insight_id uuid not null,
  conversation_id uuid not null,
  position integer not null check (position >= 1),
  -- waiting: not looked at yet. read: it was. silent: nobody says a word in it. hidden: its user does not see it any more.
  state text not null check (state in ('waiting', 'read', 'silent', 'hidden')),
  transcript_version integer,
  -- Whether a language model read it.
  by_model boolean not null default false,
  -- What it says to each prompt, in their order; gone when the insight is finished.
  findings jsonb,
  primary key (organization_id, insight_id, conversation_id),
  unique (organization_id, insight_id, position),
  foreign key (organization_id, insight_id) references gi_runs (organization_id, insight_id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((state = 'read') = (transcript_version is not null))
);
create index gi_run_conversations_by_conversation on gi_run_conversations (organization_id, conversation_id);
select protect_tenant_table('gi_run_conversations');

alter table actions
  -- What an action that Parley made by itself rests on, in terms, so that the same ground makes no second one; null when
  -- somebody else proposed it.
  add column ground jsonb;
create index actions_of_entity on actions (organization_id, entity_type, entity_id);

create table action_rounds (
  organization_id uuid not null references organizations (id),
  -- The job that may make the next round; one with an older ticket does nothing.
  ticket integer not null,
  due_at timestamptz not null,
  primary key (organization_id)
);
select protect_tenant_table('action_rounds');
