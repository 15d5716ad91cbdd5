-- Field values: what items of field configurations found in conversations, and what people made of it.

-- What an item's values are known by: made of its title when the item is made, and kept when the title changes.
alter table field_items add column key text;
with named as (
  select organization_id, id, coalesce(nullif(trim(both '_' from
           left(regexp_replace(lower(title), '[^[:alnum:]]+', '_', 'g'), 60)), ''), 'field') as key
  from field_items
),
numbered as (
  select organization_id, id, key,
         row_number() over (partition by organization_id, key order by id) as place
  from named
)
update field_items i
-- The end of the id is random, so nothing else is called so.
set key = case when n.place = 1 then n.key else n.key || '_' || right(i.id::text, 12) end
from numbered n where n.organization_id = i.organization_id and n.id = i.id;
alter table field_items
  alter column key set not null,
  add constraint field_items_key unique (organization_id, key),
  -- Counts changes of what is asked, not of where the item stands.
  add column version integer not null default 1 check (version >= 1);

-- A value outlives its item, so there is no foreign key to it; it says what the item was called.
create table field_values (
  organization_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  item_version integer not null,
  key text not null,
  title text not null,
  category text not null check (category in ('CRM', 'Indicators', 'BuiltInInsight', 'CustomInsight')),
  response_type text not null
    check (response_type in ('text', 'number', 'boolean', 'date', 'picklist', 'multipicklist')),
  value jsonb not null,
  -- proposed: by the analysis. confirmed: a person stands by it. corrected: a person put another one in its place.
  -- rejected: a person said that it is none; kept, so that it is not proposed again.
  state text not null check (state in ('proposed', 'confirmed', 'corrected', 'rejected')),
  source text not null check (source in ('ai', 'rule', 'human')),
  confidence double precision not null check (confidence between 0 and 1),
  -- [{quote, speaker, start, end, segment}], verbatim from that version of the transcript.
  evidence jsonb not null,
  transcript_version integer,
  -- The language model that found it.
  model text,
  -- [{state, value, source, at, by}], the oldest first.
  history jsonb not null,
  found_at timestamptz not null,
  -- The user who decided, or null: an org-level key.
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, conversation_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  check ((state = 'proposed') = (decided_at is null))
);
-- One value an item, beside those that were rejected.
create unique index field_values_live on field_values (organization_id, conversation_id, item_id)
  where state <> 'rejected';
select protect_tenant_table('field_values');
