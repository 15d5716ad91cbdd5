-- Notifications: what happened on conversations that concerns a user. They contain IDs only; words are read with the
-- visibility of the reader, at each read and each email.

create table notifications (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  -- Recipient.
  user_id uuid not null,
  kind text not null check (kind in ('mention', 'reply', 'comment', 'action', 'scorecard_result')),
  conversation_id uuid not null,
  comment_id uuid,
  action_id uuid,
  scorecard_id uuid,
  -- User who caused it; null for an organization-level key.
  actor_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  done_at timestamptz,
  -- Email that is due: alone, or in the next daily digest.
  email text not null check (email in ('none', 'now', 'digest', 'sent')),
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  foreign key (organization_id, actor_id) references users (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, comment_id) references comments (organization_id, id) on delete cascade,
  foreign key (organization_id, action_id) references actions (organization_id, id) on delete cascade,
  foreign key (organization_id, scorecard_id) references scorecards (organization_id, id) on delete cascade,
  check (num_nonnulls(comment_id, action_id, scorecard_id) = 1)
);
-- One for each comment: a mention in a reply isn't a reply too.
create unique index notifications_of_comment on notifications (organization_id, comment_id, user_id)
  where comment_id is not null;
create index notifications_of_user on notifications (organization_id, user_id, id desc);
create index notifications_by_conversation on notifications (organization_id, conversation_id);
create index notifications_in_digest on notifications (organization_id, user_id) where email = 'digest';
select protect_tenant_table('notifications');

-- Channels that a user chose. Other kinds have their defaults.
create table notification_settings (
  organization_id uuid not null references organizations (id),
  user_id uuid not null,
  kind text not null check (kind in ('mention', 'reply', 'comment', 'action', 'scorecard_result')),
  channel text not null check (channel in ('off', 'in_app', 'email', 'daily_digest')),
  primary key (organization_id, user_id, kind),
  foreign key (organization_id, user_id) references users (organization_id, id)
);
select protect_tenant_table('notification_settings');
