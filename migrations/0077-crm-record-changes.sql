-- compatible-from: 0069
-- Changes of stage, amount and close date of CRM records that describe deals. Earlier changes are unknown. The changes are
-- deleted with the record.

create table crm_record_changes (
  organization_id uuid not null,
  id uuid not null,
  code text not null,
  record_id text not null,
  field text not null check (field in ('stage', 'amount', 'close_date')),
  -- Values as text: the stage as the CRM names it, a number, or a day. Null if the record had none. The erasure of a person
  -- can mask both to the same text.
  old_value text,
  new_value text,
  changed_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, code, record_id) references crm_records (organization_id, code, id) on delete cascade
);
create index crm_record_changes_by_record on crm_record_changes (organization_id, code, record_id, changed_at);
select protect_tenant_table('crm_record_changes');
