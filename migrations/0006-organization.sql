-- Invitations to the organization, and what ends with a user's access.

create table invitations (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  email text not null,
  -- The address as it is compared: folded by the program.
  email_folded text not null,
  first_name text not null default '',
  last_name text not null default '',
  role_id uuid not null,
  -- SHA-256 of the secret in the link, which is stored nowhere itself; null until the mail is on its way.
  secret_hash text,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The user who came of it.
  user_id uuid,
  revoked_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, role_id) references roles (organization_id, id),
  foreign key (organization_id, invited_by) references users (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id),
  check ((accepted_at is null) = (user_id is null)),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_listed on invitations (organization_id, created_at desc, id desc);
create index invitations_by_inviter on invitations (organization_id, invited_by, created_at desc, id desc);
-- One open invitation for an address, however many ask for one at the same moment.
create unique index invitations_open on invitations (organization_id, email_folded)
  where accepted_at is null and revoked_at is null;
select protect_tenant_table('invitations');

-- The teams an invited person will be a member of, the first one being the primary.
create table invitation_teams (
  organization_id uuid not null,
  invitation_id uuid not null,
  team_id uuid not null,
  position integer not null,
  primary key (organization_id, invitation_id, team_id),
  foreign key (organization_id, invitation_id) references invitations (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id)
);
select protect_tenant_table('invitation_teams');

-- Keys are newest first wherever they are listed.
create index api_keys_listed on api_keys (organization_id, created_at desc, id desc);

-- A user's keys end with the user's access, whoever takes it away and by whichever road. They stay ended when the user
-- is let in again: nobody can tell in whose hands they have been meanwhile.
create function end_keys_of_user() returns trigger
  language plpgsql
as $$
begin
  update api_keys set revoked_at = new.updated_at
  where organization_id = new.organization_id and user_id = new.id and revoked_at is null;
  return null;
end
$$;

create trigger user_deactivated after update of active on users
  for each row
  when (old.active and not new.active)
  execute function end_keys_of_user();
