-- Coaching assignments: a colleague is asked to look at a call or a part of it, and answers. They are derived data: visible
-- only to people who see the conversation at the time of reading, and erased with it.

create table coaching_assignments (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  conversation_id uuid not null,
  -- Clip that was assigned. Its times stay if it is deleted.
  snippet_id uuid,
  assignee_id uuid not null,
  assigner_id uuid not null,
  question text not null,
  -- Part of the recording in seconds. Null for the whole conversation.
  start_time double precision check (start_time >= 0),
  end_time double precision check (end_time >= start_time),
  due_on date,
  answer text,
  -- Comment by the assignee that answers the question.
  answer_comment_id uuid,
  answered_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, snippet_id) references snippets (organization_id, id) on delete set null (snippet_id),
  foreign key (organization_id, answer_comment_id) references comments (organization_id, id)
    on delete set null (answer_comment_id),
  foreign key (organization_id, assignee_id) references users (organization_id, id),
  foreign key (organization_id, assigner_id) references users (organization_id, id),
  check (end_time is null or start_time is not null)
);
create index coaching_assignments_by_assignee on coaching_assignments (organization_id, assignee_id, id desc);
create index coaching_assignments_by_assigner on coaching_assignments (organization_id, assigner_id, id desc);
create index coaching_assignments_by_conversation on coaching_assignments (organization_id, conversation_id);
create index coaching_assignments_by_snippet on coaching_assignments (organization_id, snippet_id)
  where snippet_id is not null;
create index coaching_assignments_by_comment on coaching_assignments (organization_id, answer_comment_id)
  where answer_comment_id is not null;
select protect_tenant_table('coaching_assignments');

-- Notifications about them: of the assignee about the question, of the assigner about the answer.
alter table notifications
  add column coaching_assignment_id uuid,
  add foreign key (organization_id, coaching_assignment_id)
    references coaching_assignments (organization_id, id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (
    kind in ('mention', 'reply', 'comment', 'action', 'scorecard_result', 'coaching', 'coaching_answer')),
  drop constraint notifications_check,
  add constraint notifications_check check (
    num_nonnulls(comment_id, action_id, scorecard_id, coaching_assignment_id) = 1);
create index notifications_of_coaching on notifications (organization_id, coaching_assignment_id)
  where coaching_assignment_id is not null;

alter table notification_settings
  drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (
    kind in ('mention', 'reply', 'comment', 'action', 'scorecard_result', 'coaching', 'coaching_answer'));
