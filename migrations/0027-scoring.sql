-- Labels that the analysis chose and that people decided on; what the program made of conversations by scorecards, beside
-- what people made of them.

-- Who chose which label of a conversation, and why. A label without a row here came with the import.
create table conversation_label_choices (
  organization_id uuid not null,
  conversation_id uuid not null,
  -- As the element has them; an option that is null was taken away by a person, and is not chosen again.
  category text not null,
  option text,
  source text not null check (source in ('ai', 'rule', 'human')),
  -- Of the program's: what was chosen from, though both may be gone by now.
  label_id uuid,
  option_id uuid,
  confidence double precision not null check (confidence between 0 and 1),
  -- [{"quote", "speaker", "start", "end", "segment"}]
  evidence jsonb not null,
  transcript_version integer,
  model text,
  -- The user, when one decided.
  decided_by uuid,
  decided_at timestamptz not null,
  primary key (organization_id, conversation_id, category),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check (source = 'human' or option is not null),
  check ((source = 'human') = (label_id is null)),
  check ((source = 'human') = (option_id is null))
);
select protect_tenant_table('conversation_label_choices');

-- Items that were left open, each with its reason: [{"uuid", "title", "reason"}].
alter table scorecard_results add column unscored jsonb not null default '[]';
-- What reports add up; the summary's own.
alter table scorecard_results add column average double precision not null
  generated always as ((summary ->> 'averageScore')::double precision) stored;

-- What the program made of a conversation by a scorecard, scored or left open. It stays when a person's result takes its
-- place, so that the two can be compared, and is there when nothing could be scored.
create table scorecard_scorings (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  scorecard_version integer not null,
  transcript_version integer not null,
  title text not null,
  -- [{"uuid", "title", "description", "numericResult": {"score", "min", "max"}, "middle", "evidences", "confidence", …}]
  items jsonb not null,
  unscored jsonb not null,
  summary_text text not null,
  -- The language model that judged; null: rules.
  model text,
  made_at timestamptz not null,
  primary key (organization_id, conversation_id, scorecard_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index scorecard_scorings_by_scorecard on scorecard_scorings (organization_id, scorecard_id, conversation_id);
select protect_tenant_table('scorecard_scorings');

-- Results that a person took off a conversation: the program does not put one there again.
create table scorecard_dismissals (
  organization_id uuid not null,
  conversation_id uuid not null,
  scorecard_id uuid not null,
  dismissed_by uuid,
  dismissed_at timestamptz not null,
  primary key (organization_id, conversation_id, scorecard_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
select protect_tenant_table('scorecard_dismissals');

-- What team reports add up, out of the documents that tell it, so that a report on a hundred thousand conversations reads
-- a narrow index instead of their documents.
create function questions_from_inside(statistics jsonb) returns integer
  language sql immutable parallel safe
  return (
    select sum((speaker ->> 'questionsAsked')::integer)::integer
    from jsonb_array_elements(
      case when jsonb_typeof(statistics -> 'speakers') = 'array' then statistics -> 'speakers' else '[]' end) as speaker
    where speaker ->> 'internal' = 'true'
  );
alter table conversation_details
  add column internal_talk_share double precision
    generated always as ((statistics ->> 'internalTalkShare')::double precision) stored,
  add column internal_questions integer generated always as (questions_from_inside(statistics)) stored;
create index conversation_figures on conversation_details (organization_id, conversation_id)
  include (internal_talk_share, internal_questions);
create index scorecard_averages on scorecard_results (organization_id, conversation_id) include (scorecard_id, average);
