/** SQL of the telephone numbers of an organization. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export async function selectPhoneNumbers(db: Reader | Writer, org: OrganizationId): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from organization_phone_numbers where organization_id = ${org}
    order by number collate "C"`.execute(db)
  return rows.map(({ number }) => number)
}

/** @returns false if the organization already has the number */
export async function insertPhoneNumber(tx: Writer, org: OrganizationId, number: string): Promise<boolean> {
  const { rows } = await sql`
    insert into organization_phone_numbers (organization_id, number) values (${org}, ${number})
    on conflict do nothing returning number`.execute(tx)
  return rows.length > 0
}

export async function deletePhoneNumber(tx: Writer, org: OrganizationId, number: string): Promise<boolean> {
  const { rows } = await sql`
    delete from organization_phone_numbers where organization_id = ${org} and number = ${number}
    returning number`.execute(tx)
  return rows.length > 0
}

/** Replaces all numbers. */
export async function replacePhoneNumbers(tx: Writer, org: OrganizationId, numbers: readonly string[]): Promise<void> {
  await sql`
    delete from organization_phone_numbers
    where organization_id = ${org} and number <> all(${[...numbers]}::text[])`.execute(tx)
  await sql`
    insert into organization_phone_numbers (organization_id, number)
    select ${org}, number from unnest(${[...numbers]}::text[]) as given (number)
    on conflict do nothing`.execute(tx)
}
