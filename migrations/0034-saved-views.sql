-- Saved views: filters of the conversation lists under a name, somebody's own or the organization's.

create table saved_views (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- Who made it; null for what an org-level key made.
  owner_id uuid,
  visibility text not null check (visibility in ('private', 'organization')),
  name text not null,
  -- As requests give them.
  filters jsonb not null,
  -- Among those of the organization, or among the private ones of its owner.
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, owner_id) references users (organization_id, id),
  check (visibility = 'organization' or owner_id is not null)
);
create index saved_views_listed on saved_views (organization_id, visibility, position, id);
create index saved_views_by_owner on saved_views (organization_id, owner_id, visibility, position, id)
  where owner_id is not null;
select protect_tenant_table('saved_views');

-- The labels of conversation_details, to be found by (see conversation_participants). Kept true by trigger, since labels
-- are set in several ways.
create table conversation_labels (
  organization_id uuid not null,
  category text not null,
  option text not null,
  conversation_id uuid not null,
  primary key (organization_id, category, option, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
create index conversation_labels_by_conversation on conversation_labels (organization_id, conversation_id);
select protect_tenant_table('conversation_labels');

insert into conversation_labels (organization_id, category, option, conversation_id)
  select d.organization_id, l.key, l.value, d.conversation_id
  from conversation_details d cross join jsonb_each_text(d.labels) l
  where l.value is not null;

create function keep_conversation_labels() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    delete from conversation_labels
    where organization_id = new.organization_id and conversation_id = new.conversation_id;
  end if;
  insert into conversation_labels (organization_id, category, option, conversation_id)
    select new.organization_id, l.key, l.value, new.conversation_id
    from jsonb_each_text(new.labels) l where l.value is not null;
  return null;
end
$$;

create trigger conversation_labelled after insert on conversation_details
  for each row when (new.labels <> '{}') execute function keep_conversation_labels();
create trigger conversation_relabelled after update of labels on conversation_details
  for each row when (old.labels is distinct from new.labels) execute function keep_conversation_labels();
