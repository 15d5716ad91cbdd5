/** Queries for records of people: users, invitations, CRM records, emails to them. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface PersonUserRow {
  id: string
  email: string
  first_name: string
  last_name: string
  active: boolean
}

export async function selectUser(
  db: Reader | Writer,
  org: OrganizationId,
  by: { id: string } | { email: string },
): Promise<PersonUserRow | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`email_folded = lower(${by.email})`
  const { rows } = await sql<PersonUserRow>`
    select id, email, first_name, last_name, active from users where organization_id = ${org} and ${which}`.execute(db)
  return rows[0]
}

/** Whether an active legal hold applies to the email address or the user. */
export async function isPersonHeld(
  db: Reader | Writer,
  org: OrganizationId,
  email: string,
  userId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from legal_holds
    where organization_id = ${org} and released_at is null
      and (participant_email = ${email} or custodian_id = ${userId}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Anonymizes a deactivated user. The row stays, because other rows refer to it. @returns false if the user is active
 */
export async function anonymizeUser(
  tx: Writer,
  org: OrganizationId,
  id: string,
  address: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update users set email = ${address}, first_name = '', last_name = '', bot_name = '', updated_at = ${at}
    where organization_id = ${org} and id = ${id} and not active returning id`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update scim_users
    set user_name = ${address}, user_name_folded = lower(${address}), external_id = null, attributes = '{}',
        updated_at = ${at}, deleted_at = coalesce(deleted_at, ${at})
    where organization_id = ${org} and user_id = ${id}`.execute(tx)
  // If the person signs in with the provider again, Parley creates a new user.
  await sql`delete from sign_in_identities where organization_id = ${org} and user_id = ${id}`.execute(tx)
  return true
}

export async function deleteInvitations(tx: Writer, org: OrganizationId, email: string): Promise<number> {
  const { rows } = await sql`
    delete from invitations where organization_id = ${org} and lower(email) = ${email} returning id`.execute(tx)
  return rows.length
}

/** Deletes deck shares with the email address. @returns their number */
export async function deleteDeckShares(tx: Writer, org: OrganizationId, email: string): Promise<number> {
  const { rows } = await sql`
    delete from deck_shares where organization_id = ${org} and email_folded = ${email} returning id`.execute(tx)
  return rows.length
}

/**
 * Clears the email address in the audit log; IDs stay. Includes entries with earlier addresses of the user. @returns
 * the number of changed entries
 */
export async function clearInAuditLog(
  tx: Writer,
  org: OrganizationId,
  email: string,
  userId: string | null,
): Promise<number> {
  const { rows } = await sql`
    update audit_log set user_email = null
    where organization_id = ${org} and user_email is not null and (lower(user_email) = ${email} or user_id = ${userId})
    returning id`.execute(tx)
  return rows.length
}

/** Replaces the email address in released legal holds. */
export async function clearInLegalHolds(
  tx: Writer,
  org: OrganizationId,
  email: string,
  pseudonym: string,
): Promise<number> {
  const { rows } = await sql`
    update legal_holds set participant_email = ${pseudonym}
    where organization_id = ${org} and participant_email = ${email} and released_at is not null
    returning id`.execute(tx)
  return rows.length
}

export async function deleteMail(tx: Writer, email: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select forget_mail_to(${email}) as n`.execute(tx)
  return rows[0]?.n ?? 0
}

export interface CrmRow {
  code: string
  id: string
  fields: Record<string, unknown>
}

/** Locks CRM records that may mention the person, after a given key. */
export async function lockCrmRecords(
  tx: Writer,
  org: OrganizationId,
  words: readonly string[],
  after: readonly string[] | undefined,
  limit: number,
): Promise<CrmRow[]> {
  const patterns = words.map((word) => `%${word}%`)
  const behind = after === undefined ? sql`true` : sql`(code, id) > (${after[0]}, ${after[1]})`
  const { rows } = await sql<CrmRow>`
    select code, id, fields from crm_records
    where organization_id = ${org} and ${behind}
      and (lower(fields::text) like any(${patterns}::text[]) or lower(id) like any(${patterns}::text[]))
    order by code, id limit ${limit} for update`.execute(tx)
  return rows
}

export async function deleteCrmRecord(tx: Writer, org: OrganizationId, code: string, id: string): Promise<void> {
  await sql`delete from crm_records where organization_id = ${org} and code = ${code} and id = ${id}`.execute(tx)
  await sql`
    delete from conversation_crm_links
    where organization_id = ${org} and code = ${code} and record_id = ${id}`.execute(tx)
}

export async function updateCrmRecord(
  tx: Writer,
  org: OrganizationId,
  { code, id, fields }: CrmRow,
  values: readonly { field: string; value: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update crm_records set fields = ${JSON.stringify(fields)}::jsonb, updated_at = ${at}
    where organization_id = ${org} and code = ${code} and id = ${id}`.execute(tx)
  await sql`
    delete from crm_record_values
    where organization_id = ${org} and code = ${code} and record_id = ${id}`.execute(tx)
  await sql`
    insert into crm_record_values (organization_id, code, field, value, record_id)
    select ${org}, ${code}, field, value, ${id}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (field text, value text)
    on conflict do nothing`.execute(tx)
}

/** Deletes links to CRM records that were never imported and whose ID is the email address. */
export async function deleteLinksNamed(tx: Writer, org: OrganizationId, email: string): Promise<number> {
  const { rows } = await sql`
    delete from conversation_crm_links
    where organization_id = ${org} and lower(record_id) = ${email} returning conversation_id`.execute(tx)
  return rows.length
}

export interface PersonDeletion {
  id: string
  title: string
  started_at: string
}

/** Conversations that the email address took part in, newest first, and the total count. */
export async function selectTakingPart(
  db: Reader,
  org: OrganizationId,
  email: string,
  limit: number,
): Promise<{ total: number; rows: PersonDeletion[] }> {
  const { rows } = await sql<PersonDeletion & { total: number }>`
    select c.id, c.title, c.started_at, count(*) over ()::int as total
    from conversation_participants p
    join conversations c on c.organization_id = ${org} and c.id = p.conversation_id
    where p.organization_id = ${org} and p.email = ${email}
    order by c.started_at desc, c.id desc limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows }
}

/** CRM records with the email address as a field value, and the total count. */
export async function selectCrmRecordsByEmail(
  db: Reader,
  org: OrganizationId,
  email: string,
  limit: number,
): Promise<{ total: number; rows: CrmRow[] }> {
  const { rows } = await sql<CrmRow & { total: number }>`
    select code, id, fields, count(*) over ()::int as total from crm_records
    where organization_id = ${org} and lower(fields::text) like ${`%"${escapeLike(email)}"%`}
    order by code, id limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows }
}

export async function selectInvitationsByEmail(
  db: Reader,
  org: OrganizationId,
  email: string,
): Promise<{ id: string; first_name: string; last_name: string; created_at: string }[]> {
  const { rows } = await sql<{ id: string; first_name: string; last_name: string; created_at: string }>`
    select id, first_name, last_name, created_at from invitations
    where organization_id = ${org} and lower(email) = ${email} order by created_at, id limit 100`.execute(db)
  return rows
}

/** Escapes the wildcard characters of `like`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
