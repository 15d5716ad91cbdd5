/** All SQL of single sign-on. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type {} from './schema.ts'

export interface NewRequest {
  readonly stateHash: string
  readonly providerId: string
  readonly browserHash: string
  readonly secrets: string
  readonly returnTo: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a sign-in request and deletes expired ones. */
export async function insertRequest(tx: Writer, org: OrganizationId, request: NewRequest): Promise<void> {
  await sql`
    delete from sign_in_requests where organization_id = ${org} and expires_at <= ${request.createdAt}`.execute(tx)
  await tx
    .insertInto('sign_in_requests')
    .values({
      organization_id: org,
      state_hash: request.stateHash,
      provider_id: request.providerId,
      browser_hash: request.browserHash,
      secrets: request.secrets,
      return_to: request.returnTo ?? null,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
    })
    .execute()
}

export interface TakenRequest {
  provider_id: string
  secrets: string
  return_to: string | null
}

/** Deletes the request and returns it, for the browser that started it. Of concurrent callers, only one gets it. */
export async function takeRequest(
  tx: Writer,
  org: OrganizationId,
  by: { readonly stateHash: string; readonly browserHash: string },
  now: Date,
): Promise<TakenRequest | undefined> {
  const { rows } = await sql<TakenRequest>`
    delete from sign_in_requests
    where organization_id = ${org} and state_hash = ${by.stateHash} and browser_hash = ${by.browserHash}
      and expires_at > ${now}
    returning provider_id, secrets, return_to`.execute(tx)
  return rows[0]
}

/** Locks a subject until the transaction ends. */
export async function lockSubject(tx: Writer, org: OrganizationId, providerId: string, subject: string): Promise<void> {
  const name = JSON.stringify(['sign-in identity', org, providerId, subject])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function selectIdentity(
  db: Reader,
  org: OrganizationId,
  providerId: string,
  subject: string,
): Promise<{ user_id: string; active: boolean } | undefined> {
  const { rows } = await sql<{ user_id: string; active: boolean }>`
    select i.user_id, u.active
    from sign_in_identities i join users u on u.organization_id = i.organization_id and u.id = i.user_id
    where i.organization_id = ${org} and i.provider_id = ${providerId} and i.subject = ${subject}`.execute(db)
  return rows[0]
}

/** User of an email address, and whether the provider already has a subject for the user. */
export async function selectUserByEmail(
  db: Reader,
  org: OrganizationId,
  providerId: string,
  email: string,
): Promise<{ id: string; active: boolean; known: boolean } | undefined> {
  const { rows } = await sql<{ id: string; active: boolean; known: boolean }>`
    select u.id, u.active, exists (
      select from sign_in_identities i
      where i.organization_id = u.organization_id and i.provider_id = ${providerId} and i.user_id = u.id) as known
    from users u where u.organization_id = ${org} and u.email_folded = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

/** @returns false if the provider already has another subject for the user */
export async function insertIdentity(
  tx: Writer,
  org: OrganizationId,
  identity: { readonly providerId: string; readonly subject: string; readonly userId: string; readonly at: Date },
): Promise<boolean> {
  const { providerId, subject, userId, at } = identity
  const { rows } = await sql`
    insert into sign_in_identities (organization_id, provider_id, subject, user_id, linked_at, last_used_at)
    values (${org}, ${providerId}, ${subject}, ${userId}, ${at}, ${at})
    on conflict do nothing returning user_id`.execute(tx)
  return rows.length > 0
}

export async function updateUsed(
  tx: Writer,
  org: OrganizationId,
  providerId: string,
  subject: string,
  at: Date,
): Promise<void> {
  await sql`
    update sign_in_identities set last_used_at = ${at}
    where organization_id = ${org} and provider_id = ${providerId} and subject = ${subject}`.execute(tx)
}

/** @returns the ID of the team; empty if it's archived or missing */
export async function selectOpenTeam(db: Reader, org: OrganizationId, id: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from teams where organization_id = ${org} and id = ${id} and archived_at is null for share`.execute(db)
  return rows.map((row) => row.id)
}
