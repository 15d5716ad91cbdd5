-- compatible-from: 0067
-- Tasks: promises of a call that a person keeps, with state, due date and assignee. They are derived data: visible only to
-- people who see the conversation at the time of reading, and erased with it.

create table tasks (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  conversation_id uuid not null,
  text text not null,
  -- Person who made the promise. Null if nobody is known.
  promiser_name text,
  promiser_email text,
  side text check (side in ('internal', 'external')),
  -- Verbatim words of the promise, and their place. Null if a person wrote the task without words of the call.
  quote text,
  segment integer check (segment >= 0),
  start_time double precision check (start_time >= 0),
  due_on date,
  assignee_id uuid not null,
  creator_id uuid not null,
  status text not null check (status in ('open', 'done', 'dismissed')),
  -- When the task was done or dismissed, and by whom.
  closed_at timestamptz,
  closer_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, assignee_id) references users (organization_id, id),
  foreign key (organization_id, creator_id) references users (organization_id, id),
  foreign key (organization_id, closer_id) references users (organization_id, id),
  check ((quote is null) = (segment is null)),
  check ((status = 'open') = (closed_at is null))
);
create index tasks_by_assignee on tasks (organization_id, assignee_id, status, due_on);
create index tasks_by_conversation on tasks (organization_id, conversation_id);
select protect_tenant_table('tasks');

-- Notifications of the assignee. Earlier rows satisfy the constraints, which only widen the earlier ones.
alter table notifications add column task_id uuid;
alter table notifications add constraint notifications_task_fkey
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (
  kind in ('mention', 'reply', 'comment', 'action', 'scorecard_result', 'coaching', 'coaching_answer', 'task')) not valid;
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_check check (
  num_nonnulls(comment_id, action_id, scorecard_id, coaching_assignment_id, task_id) = 1) not valid;
create index notifications_of_task on notifications (organization_id, task_id) where task_id is not null;

alter table notification_settings drop constraint notification_settings_kind_check;
alter table notification_settings add constraint notification_settings_kind_check check (
  kind in (
    'mention', 'reply', 'comment', 'action', 'scorecard_result', 'coaching', 'coaching_answer', 'task', 'weekly_digest'))
  not valid;
