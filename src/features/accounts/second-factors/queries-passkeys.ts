/** SQL of passkeys. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Passkey as listed for its user. */
export interface PasskeyRow {
  readonly id: string
  readonly name: string
  readonly backed_up: boolean
  readonly created_at: string
  readonly last_used_at: string | null
  readonly credential_id: string
  readonly transports: string[]
}

export async function selectPasskeys(
  db: Reader | Writer,
  org: OrganizationId,
  userId: string,
): Promise<readonly PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select id, name, backed_up, created_at, last_used_at, credential_id, transports from passkeys
    where organization_id = ${org} and user_id = ${userId} order by created_at, id`.execute(db)
  return rows
}

/** Passkey with its key, to verify a signature. */
export interface StoredPasskey {
  readonly id: string
  readonly public_key: string
  readonly counter: number
  readonly transports: string[]
}

export async function selectPasskey(
  db: Reader | Writer,
  org: OrganizationId,
  by: { readonly userId: string; readonly credentialId: string },
): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select id, public_key, counter::float8 as counter, transports from passkeys
    where organization_id = ${org} and user_id = ${by.userId} and credential_id = ${by.credentialId}`.execute(db)
  return rows[0]
}

export interface NewPasskey {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isBackedUp: boolean
  readonly at: Date
}

/** @returns false if the passkey is registered already */
export async function insertPasskey(tx: Writer, org: OrganizationId, passkey: NewPasskey): Promise<boolean> {
  const { id, userId, name, credentialId, publicKey, counter, transports, isBackedUp, at } = passkey
  const { rows } = await sql`
    insert into passkeys (organization_id, id, user_id, name, credential_id, public_key, counter, transports, backed_up,
                          created_at)
    values (${org}, ${id}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter}, ${[...transports]}::text[],
            ${isBackedUp}, ${at})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Records a use.
 * @param counter `before`: the count that was verified
 * @returns false if another sign-in used the passkey in the meantime, or if it was removed
 */
export async function updatePasskeyUsed(
  tx: Writer,
  org: OrganizationId,
  id: string,
  counter: { readonly before: number; readonly after: number },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter.after}, last_used_at = ${at}
    where organization_id = ${org} and id = ${id} and counter = ${counter.before} returning id`.execute(tx)
  return rows.length > 0
}

export async function renamePasskeyRow(
  tx: Writer,
  org: OrganizationId,
  by: { readonly userId: string; readonly id: string },
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set name = ${name}
    where organization_id = ${org} and user_id = ${by.userId} and id = ${by.id} returning id`.execute(tx)
  return rows.length > 0
}

export async function deletePasskeyRow(
  tx: Writer,
  org: OrganizationId,
  by: { readonly userId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys
    where organization_id = ${org} and user_id = ${by.userId} and id = ${by.id} returning id`.execute(tx)
  return rows.length > 0
}

export async function deletePasskeysOfUser(tx: Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from passkeys where organization_id = ${org} and user_id = ${userId} returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the challenge of a session, and replaces an earlier one. */
export async function putPasskeyChallenge(
  tx: Writer,
  org: OrganizationId,
  given: { readonly sessionId: string; readonly challenge: string; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into passkey_registrations (organization_id, session_id, challenge, expires_at)
    values (${org}, ${given.sessionId}, ${given.challenge}, ${given.expiresAt})
    on conflict (organization_id, session_id) do update
    set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(tx)
}

/** Deletes the challenge of a session and returns it, so that it works once. */
export async function takePasskeyChallenge(
  tx: Writer,
  org: OrganizationId,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string; is_valid: boolean }>`
    delete from passkey_registrations where organization_id = ${org} and session_id = ${sessionId}
    returning challenge, expires_at > ${now} as is_valid`.execute(tx)
  const [row] = rows
  return row?.is_valid === true ? row.challenge : undefined
}
