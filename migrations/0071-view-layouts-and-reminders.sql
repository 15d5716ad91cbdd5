-- compatible-from: 0069
-- Order, hidden columns and page size of saved views. Empty for earlier views, which have the defaults of the list.

alter table saved_views add column layout jsonb not null default '{}';

-- Due day of a task of which a notification reminds its assignee. Null for all other notifications.

alter table notifications add column due_on date;
-- A task reminds a user once of a due day, whatever processes run its jobs, and how often.
create unique index notifications_of_due_day on notifications (organization_id, task_id, user_id, due_on)
  where due_on is not null;
