/** All SQL of sign-in. */
import { sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import type { Language } from '../../../core/languages/current.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { visibleTeams } from '../identity/index.ts'
import { lacksRequiredFactor } from '../second-factors/index.ts'
import type { AddressClass, LinkMadeBy, SignInWay } from './schema.ts'

export interface SignInAccount {
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly userId: string
}

/** @param db bound to any organization; the database function searches all organizations */
export async function selectAccounts(db: Reader, address: string): Promise<SignInAccount[]> {
  const { rows } = await sql<SignInAccount>`
    select organization_id as "organizationId", organization_name as "organizationName", user_id as "userId"
    from users_of_address(${address})`.execute(db)
  return rows
}

export interface NewLink {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly returnTo: string | undefined
  readonly madeBy: LinkMadeBy
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertLink(tx: Writer, org: OrganizationId, link: NewLink): Promise<void> {
  await tx
    .insertInto('sign_in_links')
    .values({
      organization_id: org,
      id: link.id,
      user_id: link.userId,
      token_hash: link.hash,
      return_to: link.returnTo ?? null,
      made_by: link.madeBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

export interface SignInLinkRow {
  organization_name: string
  user_id: string
  email: string
  return_to: string | null
  made_by: LinkMadeBy
}

/** A valid link: it hasn't expired, and its user is active. */
export async function selectLink(
  db: Reader,
  org: OrganizationId,
  hash: string,
  now: Date,
): Promise<SignInLinkRow | undefined> {
  const { rows } = await sql<SignInLinkRow>`
    select o.name as organization_name, l.user_id, u.email, l.return_to, l.made_by
    from sign_in_links l
    join organizations o on o.id = l.organization_id
    join users u on u.organization_id = l.organization_id and u.id = l.user_id
    where l.organization_id = ${org} and l.token_hash = ${hash} and l.expires_at > ${now} and u.active`.execute(db)
  return rows[0]
}

/** Deletes the link and returns it. Of concurrent callers, only one gets it. */
export async function takeLink(
  tx: Writer,
  org: OrganizationId,
  hash: string,
  now: Date,
): Promise<Pick<SignInLinkRow, 'user_id' | 'return_to' | 'made_by'> | undefined> {
  const { rows } = await sql<Pick<SignInLinkRow, 'user_id' | 'return_to' | 'made_by'>>`
    delete from sign_in_links where organization_id = ${org} and token_hash = ${hash} and expires_at > ${now}
    returning user_id, return_to, made_by`.execute(tx)
  return rows[0]
}

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly way: SignInWay
  readonly addressClass: AddressClass | null
  readonly network: string | null
}

export async function insertSession(tx: Writer, org: OrganizationId, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      organization_id: org,
      id: session.id,
      user_id: session.userId,
      token_hash: session.hash,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      way: session.way,
      address_class: session.addressClass,
      network: session.network,
    })
    .execute()
}

export interface SignInSessionRow {
  id: string
  created_at: string
  organization_name: string
  user_id: string
  email: string
  first_name: string
  last_name: string
  role: Role
  /** IDs of the teams whose conversations the user can access. */
  team_ids: string[]
  time_zone: string | null
  language: string | null
  browser_language: string | null
  stale: boolean
  /** Whether the organization requires a second factor, the user has none, and the session proved one factor only. */
  lacks_factor: boolean
}

/**
 * @param idleSince sessions that were last used before this time have ended
 * @param complete ways to sign in that prove two factors
 */
export async function selectSession(
  db: Reader,
  org: OrganizationId,
  hash: string,
  now: Date,
  { idleSince, complete }: { readonly idleSince: Date; readonly complete: readonly SignInWay[] },
): Promise<SignInSessionRow | undefined> {
  const { rows } = await sql<SignInSessionRow>`
    ${sql.raw(PREPARED)} select s.id, s.created_at, o.name as organization_name, u.id as user_id, u.email, u.time_zone, u.language, u.browser_language, u.first_name, u.last_name,
           r.type as role, ${visibleTeams(org, sql`u.id`)} as team_ids, s.last_used_at < ${now}::timestamptz - interval '1 minute' as stale,
           (not s.way = any(${[...complete]}::text[]) and ${lacksRequiredFactor(org, sql`u.id`)}) as lacks_factor
    from sessions s
    join organizations o on o.id = s.organization_id
    join users u on u.organization_id = s.organization_id and u.id = s.user_id
    join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where s.organization_id = ${org} and s.token_hash = ${hash} and s.expires_at > ${now}
      and s.last_used_at > ${idleSince} and u.active`.execute(db)
  return rows[0]
}

/** The time of the last change of the user stays: a time zone isn't part of the profile that clients read. */
export async function updateTimeZone(tx: Writer, org: OrganizationId, userId: string, zone: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ time_zone: zone })
    .where('organization_id', '=', org)
    .where('id', '=', userId)
    .execute()
}

/** Language in which the app is shown to a user without a choice. The time of the last change stays, as for a time zone. */
export async function updateBrowserLanguage(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  language: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ browser_language: language })
    .where('organization_id', '=', org)
    .where('id', '=', userId)
    .execute()
}

/** Stores the language that a user chose before signing in, unless one was chosen since. */
export async function adoptLanguage(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  language: Language,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ language, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', userId)
    .where('language', 'is', null)
    .execute()
}

export async function updateLastUsed(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(tx: Writer, org: OrganizationId, hash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('organization_id', '=', org).where('token_hash', '=', hash).execute()
}

/** Time at which a session of the user started. */
export async function selectBegin(
  db: Reader,
  org: OrganizationId,
  userId: string,
  sessionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from sessions
    where organization_id = ${org} and user_id = ${userId} and id = ${sessionId}`.execute(db)
  return rows[0]?.created_at
}

/** @param which all sessions of a user except one, or one session, optionally only if it belongs to a user */
export async function deleteSessions(
  tx: Writer,
  org: OrganizationId,
  which:
    | { readonly userId: string; readonly but: string | undefined }
    | { readonly id: string; readonly userId?: string | undefined },
): Promise<number> {
  const these =
    'id' in which
      ? sql`id = ${which.id} and ${which.userId === undefined ? sql`true` : sql`user_id = ${which.userId}`}`
      : sql`user_id = ${which.userId} and ${which.but === undefined ? sql`true` : sql`id <> ${which.but}`}`
  const { rows } = await sql`delete from sessions where organization_id = ${org} and ${these} returning id`.execute(tx)
  return rows.length
}

export async function deleteSignInLinks(tx: Writer, org: OrganizationId, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_links').where('organization_id', '=', org).where('user_id', '=', userId).execute()
}

export interface NewPending {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly way: SignInWay
  readonly returnTo: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertPending(tx: Writer, org: OrganizationId, pending: NewPending): Promise<void> {
  await tx
    .insertInto('pending_sign_ins')
    .values({
      organization_id: org,
      id: pending.id,
      user_id: pending.userId,
      token_hash: pending.hash,
      way: pending.way,
      return_to: pending.returnTo ?? null,
      attempts: 0,
      created_at: pending.createdAt,
      expires_at: pending.expiresAt,
    })
    .execute()
}

export interface PendingRow {
  readonly user_id: string
  readonly email: string
  readonly organization_name: string
  readonly return_to: string | null
}

/** A sign-in that waits for the second factor of an active user. @param maximum attempts after which it has ended */
export async function selectPending(
  db: Reader,
  org: OrganizationId,
  hash: string,
  at: { readonly now: Date; readonly maximum: number },
): Promise<PendingRow | undefined> {
  const { rows } = await sql<PendingRow>`
    select p.user_id, u.email, o.name as organization_name, p.return_to
    from pending_sign_ins p
    join organizations o on o.id = p.organization_id
    join users u on u.organization_id = p.organization_id and u.id = p.user_id
    where p.organization_id = ${org} and p.token_hash = ${hash} and p.expires_at > ${at.now}
      and p.attempts < ${at.maximum} and u.active`.execute(db)
  return rows[0]
}

/** Counts an attempt. @returns the user; undefined if the sign-in has ended, or if its attempts are used up */
export async function countPendingAttempt(
  tx: Writer,
  org: OrganizationId,
  hash: string,
  at: { readonly now: Date; readonly maximum: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update pending_sign_ins set attempts = attempts + 1
    where organization_id = ${org} and token_hash = ${hash} and expires_at > ${at.now} and attempts < ${at.maximum}
    returning user_id`.execute(tx)
  return rows[0]?.user_id
}

/** Deletes the pending sign-in and returns it. Of concurrent callers, only one gets it. */
export async function takePending(
  tx: Writer,
  org: OrganizationId,
  hash: string,
): Promise<{ way: SignInWay; return_to: string | null } | undefined> {
  const { rows } = await sql<{ way: SignInWay; return_to: string | null }>`
    delete from pending_sign_ins where organization_id = ${org} and token_hash = ${hash}
    returning way, return_to`.execute(tx)
  return rows[0]
}

export async function deletePendingOfUser(tx: Writer, org: OrganizationId, userId: string): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('organization_id', '=', org).where('user_id', '=', userId).execute()
}

export interface ListedSession {
  id: string
  user_id: string
  email: string
  user_agent: string
  way: SignInWay
  address_class: AddressClass | null
  network: string | null
  created_at: string
  last_used_at: string
  expires_at: string
}

const sessionOrder = defineOrder('sessions', descending('s.last_used_at', 'time'), descending('s.id', 'uuid'))

/** Active sessions of a user, the most recently used first. */
export const selectSessions = (
  db: Reader,
  org: OrganizationId,
  userId: string,
  at: { readonly now: Date; readonly idleSince: Date },
  window: ListWindow,
) =>
  selectListPage<ListedSession>(db, window, {
    columns: sql`
      s.id, s.user_id, u.email, s.user_agent, s.way, s.address_class, s.network, s.created_at, s.last_used_at,
      s.expires_at`,
    from: sql`sessions s left join users u on u.organization_id = s.organization_id and u.id = s.user_id`,
    where: sql`
      s.organization_id = ${org} and s.user_id = ${userId} and s.expires_at > ${at.now}
      and s.last_used_at > ${at.idleSince}`,
    order: sessionOrder,
  })

/** Deletes expired links, pending sign-ins and sessions. */
export async function deleteExpired(tx: Writer, org: OrganizationId, now: Date, idleSince: Date): Promise<void> {
  await sql`delete from sign_in_links where organization_id = ${org} and expires_at <= ${now}`.execute(tx)
  await sql`delete from pending_sign_ins where organization_id = ${org} and expires_at <= ${now}`.execute(tx)
  await sql`
    delete from sessions where organization_id = ${org} and (expires_at <= ${now} or last_used_at <= ${idleSince})
  `.execute(tx)
}
