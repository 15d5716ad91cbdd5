-- Webhooks that post to channels of Slack and Microsoft Teams.

alter table webhooks
  add column format text not null default 'events',
  -- Sealed address of a channel, because whoever has it can post. `url` shows only its host.
  add column sealed_url text,
  -- Team whose members read the channel. Null: everybody in the organization.
  add column team_id uuid,
  add constraint webhooks_format_check check (format in ('events', 'slack', 'teams')),
  add constraint webhooks_sealed_url_check check ((format = 'events') = (sealed_url is null)),
  add constraint webhooks_team_check check (team_id is null or format <> 'events'),
  add constraint webhooks_organization_id_team_id_fkey
    foreign key (organization_id, team_id) references teams (organization_id, id);

-- `skipped`: not everybody who reads the channel can see the call.
alter table webhook_deliveries
  drop constraint webhook_deliveries_status_check,
  add constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'failed', 'skipped'));
