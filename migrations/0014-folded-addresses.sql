-- Addresses as they are compared, in a column of their own: under row-level security only leakproof operators may use an
-- index, and an index over lower(email) is not asked.
alter table users add column email_folded text not null generated always as (lower(email)) stored;
drop index users_by_email;
create unique index users_by_email on users (organization_id, email_folded);
