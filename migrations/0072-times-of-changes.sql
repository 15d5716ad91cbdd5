-- compatible-from: 0069
-- Time of the last change of resources that had none. Earlier rows get the latest time that is known of them.

alter table teams add column updated_at timestamptz not null default now();
update teams set updated_at = greatest(created_at, archived_at);

alter table comments add column updated_at timestamptz not null default now();
update comments set updated_at = greatest(created_at, edited_at, resolved_at);

alter table invitations add column updated_at timestamptz not null default now();
update invitations set updated_at = greatest(created_at, accepted_at, revoked_at);

alter table library_items add column updated_at timestamptz not null default now();
update library_items set updated_at = created_at;

alter table notifications add column updated_at timestamptz not null default now();
update notifications set updated_at = greatest(created_at, read_at, done_at);

alter table gi_insights add column updated_at timestamptz not null default now();
update gi_insights set updated_at = created_at;
