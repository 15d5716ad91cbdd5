/** SQL queries for passwords. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type {} from './schema.ts'

export async function selectHash(db: Reader, org: OrganizationId, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passwords')
    .select('hash')
    .where('organization_id', '=', org)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.hash
}

export async function selectChangedAt(db: Reader, org: OrganizationId, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passwords')
    .select('changed_at')
    .where('organization_id', '=', org)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.changed_at
}

export async function upsertPassword(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  hash: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('passwords')
    .values({ organization_id: org, user_id: userId, hash, changed_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ hash, changed_at: at }))
    .execute()
}

/** Replaces the hash of an unchanged password. Does nothing if the password has changed in the meantime. */
export async function replaceHash(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  hash: { readonly before: string; readonly after: string },
): Promise<void> {
  await tx
    .updateTable('passwords')
    .set({ hash: hash.after })
    .where('organization_id', '=', org)
    .where('user_id', '=', userId)
    .where('hash', '=', hash.before)
    .execute()
}

/** Locks the row until the transaction ends. @returns whether the hash is still the stored one */
export async function isStill(tx: Writer, org: OrganizationId, userId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select from passwords where organization_id = ${org} and user_id = ${userId} and hash = ${hash} for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

export async function deletePassword(tx: Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from passwords where organization_id = ${org} and user_id = ${userId} returning user_id`.execute(tx)
  return rows.length > 0
}

/** Words related to the user, which people who know the user would try first. */
export async function selectWordsAbout(db: Reader, org: OrganizationId, userId: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select array[o.name, u.email, u.first_name, u.last_name] as words
    from users u join organizations o on o.id = u.organization_id
    where u.organization_id = ${org} and u.id = ${userId}`.execute(db)
  return rows[0]?.words ?? []
}
