-- What keeps mail from being abused: how much is sent, and whether anything is shared outside the organization.

-- Messages that people had sent, counted in windows of a day that begin with the first message.
create table mail_counts (
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('organization', 'recipient', 'user')),
  -- SHA-256 of the user's ID or of the folded address.
  counted_hash text not null,
  began_at timestamptz not null,
  count integer not null,
  primary key (organization_id, kind, counted_hash)
);
create index mail_counts_by_age on mail_counts (organization_id, began_at);
select protect_tenant_table('mail_counts');

-- Without a row: sharing outside the organization is allowed.
create table sharing_settings (
  organization_id uuid primary key references organizations (id),
  outside boolean not null,
  updated_at timestamptz not null
);
select protect_tenant_table('sharing_settings');
