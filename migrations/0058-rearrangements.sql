-- Merges and splits of conversations, so that they can be shown and undone. They contain IDs, numbers and times, no words.

create table conversation_rearrangements (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  kind text not null check (kind in ('merge', 'split')),
  -- Conversation that got the lines of the other one, or lost its later lines to it.
  conversation_id uuid not null,
  -- Conversation that was merged and archived, or was created from the later lines.
  other_id uuid not null,
  -- Transcript versions of the conversation before and after.
  version_before integer not null,
  version_after integer not null,
  -- Length, end and opportunity of the conversation before.
  duration_before double precision,
  ended_before timestamptz,
  opportunity_before uuid,
  other_was_archived boolean not null,
  -- Numbers of participants on both sides before and after a merge. Added participants are the last ones.
  outside_before integer not null,
  outside_after integer not null,
  inside_before integer not null,
  inside_after integer not null,
  -- Positions of the CRM links that a merge added. They are the last ones.
  added_links integer[] not null,
  -- Categories of the labels that a merge added.
  added_labels text[] not null,
  created_by uuid,
  created_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, other_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, created_by) references users (organization_id, id),
  foreign key (organization_id, undone_by) references users (organization_id, id)
);
create index conversation_rearrangements_by_conversation
  on conversation_rearrangements (organization_id, conversation_id, created_at desc);
create index conversation_rearrangements_by_other on conversation_rearrangements (organization_id, other_id);
select protect_tenant_table('conversation_rearrangements');
