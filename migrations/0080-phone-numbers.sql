-- compatible-from: 0069
-- Telephone numbers of an organization, which decide the side of people without an email address (docs/decisions/0130).

create table organization_phone_numbers (
  organization_id uuid not null references organizations (id),
  -- E.164 number, or the beginning of several numbers with a star: +493012345, +4930123*
  number text not null check (number ~ '^\+[1-9][0-9]{3,14}\*?$'),
  primary key (organization_id, number)
);
select protect_tenant_table('organization_phone_numbers');
