-- compatible-from: 0070
-- Order, hidden columns and page size of saved views. Empty for earlier views, which have the defaults of the list.

alter table saved_views add column layout jsonb not null default '{}';
