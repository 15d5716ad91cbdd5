-- Suggested speaker names that a person dismissed. `key` is a hash of speaker and name, so that the table contains no names.

create table speaker_name_dismissals (
  organization_id uuid not null,
  conversation_id uuid not null,
  key text not null,
  dismissed_at timestamptz not null,
  primary key (organization_id, conversation_id, key),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
);
select protect_tenant_table('speaker_name_dismissals');
