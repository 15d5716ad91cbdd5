-- Weekly digests: how far those of a week are sent.

create table weekly_digests (
  organization_id uuid not null references organizations (id),
  -- Monday on which the digests are sent.
  week date not null,
  -- Last user whose digest was sent or left out. Null: none yet. Users are in the order of their IDs.
  sent_through uuid,
  primary key (organization_id, week)
);

select protect_tenant_table('weekly_digests');

alter table notification_settings
  drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in
    ('mention', 'reply', 'comment', 'action', 'scorecard_result', 'coaching', 'coaching_answer', 'weekly_digest'));
