/** All SQL of invitations. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import type { InvitationStatus } from './schema.ts'

export interface InvitationRow {
  id: string
  email: string
  first_name: string
  last_name: string
  role_id: string
  role_type: Role
  /** Teams in the order of the request, without archived teams. */
  teams: { id: string; name: string }[]
  status: InvitationStatus
  secret_hash: string | null
  invited_by: string
  inviter_email: string
  inviter_language: string | null
  inviter_time_zone: string | null
  created_at: string
  updated_at: string
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
  user_id: string | null
}

/** Creator filter: invitations of all users, or of one user. */
export type InvitationsOf = 'everyone' | { readonly userId: string }

const isInvitedBy = (of: InvitationsOf) => (of === 'everyone' ? sql`true` : sql`i.invited_by = ${of.userId}`)

const statusAt = (now: Date) => sql<InvitationStatus>`
  case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
       when i.expires_at <= ${now}::timestamptz then 'expired' else 'pending' end`

const columnsAt = (now: Date) => sql`
  i.id, i.email, i.first_name, i.last_name, i.secret_hash, i.invited_by, u.email as inviter_email,
  coalesce(u.language, u.browser_language) as inviter_language, u.time_zone as inviter_time_zone, i.created_at, i.updated_at,
  i.expires_at, i.accepted_at, i.revoked_at, i.user_id, r.id as role_id, r.type as role_type,
  ${statusAt(now)} as status,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by it.position)
    from invitation_teams it join teams t on t.organization_id = it.organization_id and t.id = it.team_id
    where it.organization_id = i.organization_id and it.invitation_id = i.id and t.archived_at is null),
    '[]') as teams`

const from = sql`
  invitations i
  left join roles r on r.organization_id = i.organization_id and r.id = i.role_id
  left join users u on u.organization_id = i.organization_id and u.id = i.invited_by`

const order = newestFirst('invitations', 'i')

export function selectPage(
  db: Reader,
  org: OrganizationId,
  of: InvitationsOf,
  filter: { readonly statuses: readonly InvitationStatus[] | undefined; readonly now: Date },
  window: ListWindow,
) {
  const { statuses, now } = filter
  const these = statuses === undefined ? sql`true` : sql`${statusAt(now)} = any(${[...statuses]}::text[])`
  return selectListPage<InvitationRow>(db, window, {
    columns: columnsAt(now),
    from,
    where: sql`i.organization_id = ${org} and ${isInvitedBy(of)} and ${these}`,
    order,
    updated: 'i.updated_at',
  })
}

export async function selectInvitation(
  db: Reader,
  org: OrganizationId,
  id: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columnsAt(now)} from ${from} where i.organization_id = ${org} and i.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks an invitation that matches the creator filter until the transaction ends, and returns it. */
export async function lockInvitation(
  tx: Writer,
  org: OrganizationId,
  id: string,
  of: InvitationsOf,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql`
    select from invitations i where i.organization_id = ${org} and i.id = ${id} and ${isInvitedBy(of)}
    for no key update`.execute(tx)
  return rows.length === 0 ? undefined : selectInvitation(tx, org, id, now)
}

/** Returns the ID of the open invitation of an address: not accepted and not revoked, but possibly expired. */
export async function selectPendingInvitationId(
  db: Reader,
  org: OrganizationId,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from invitations
    where organization_id = ${org} and email_folded = ${email.toLowerCase()} and accepted_at is null
      and revoked_at is null`.execute(db)
  return rows[0]?.id
}

/** Finds a user of the organization by address. `active` is false for a deactivated user. */
export async function standingOfAddress(
  db: Reader,
  org: OrganizationId,
  email: string,
): Promise<{ active: boolean } | undefined> {
  const { rows } = await sql<{ active: boolean }>`
    select active from users where organization_id = ${org} and email_folded = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

export interface NewInvitation {
  readonly id: string
  readonly email: string
  readonly emailFolded: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string
  readonly teamIds: readonly string[]
  readonly invitedBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Inserts an invitation. Revokes an expired one of the same address first.
 * @returns false if the address has a pending invitation; nothing is written then
 */
export async function insertInvitation(tx: Writer, org: OrganizationId, wanted: NewInvitation): Promise<boolean> {
  await sql`
    update invitations set revoked_at = ${wanted.createdAt}, updated_at = ${wanted.createdAt}
    where organization_id = ${org} and email_folded = ${wanted.emailFolded} and accepted_at is null
      and revoked_at is null and expires_at <= ${wanted.createdAt}`.execute(tx)
  const { rows } = await sql`
    insert into invitations (
      organization_id, id, email, email_folded, first_name, last_name, role_id, invited_by, created_at, updated_at,
      expires_at)
    values (
      ${org}, ${wanted.id}, ${wanted.email}, ${wanted.emailFolded}, ${wanted.firstName}, ${wanted.lastName},
      ${wanted.roleId}, ${wanted.invitedBy}, ${wanted.createdAt}, ${wanted.createdAt}, ${wanted.expiresAt})
    on conflict (organization_id, email_folded) where accepted_at is null and revoked_at is null do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await insertTeams(tx, org, wanted.id, wanted.teamIds)
  return true
}

export interface InvitationChanges {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly roleId?: string | undefined
  readonly teamIds?: readonly string[] | undefined
  readonly expiresAt?: Date | undefined
}

export async function updateRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  changes: InvitationChanges,
  at: Date,
): Promise<void> {
  await sql`
    update invitations set
      first_name = coalesce(${changes.firstName ?? null}, first_name),
      last_name = coalesce(${changes.lastName ?? null}, last_name),
      role_id = coalesce(${changes.roleId ?? null}::uuid, role_id),
      expires_at = coalesce(${changes.expiresAt ?? null}::timestamptz, expires_at),
      updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
  if (changes.teamIds === undefined) return
  await sql`delete from invitation_teams where organization_id = ${org} and invitation_id = ${id}`.execute(tx)
  await insertTeams(tx, org, id, changes.teamIds)
}

async function insertTeams(tx: Writer, org: OrganizationId, id: string, teamIds: readonly string[]): Promise<void> {
  await sql`
    insert into invitation_teams (organization_id, invitation_id, team_id, position)
    select ${org}, ${id}, team_id, position
    from unnest(${[...teamIds]}::uuid[]) with ordinality as given (team_id, position)`.execute(tx)
}

/**
 * Replaces the digest of the link, which invalidates the previous link. The time of the last change stays: the link isn't
 * part of the invitation that clients read.
 */
export async function updateSecret(tx: Writer, org: OrganizationId, id: string, hash: string | null): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ secret_hash: hash })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function updateRevoked(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: at, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function updateAccepted(
  tx: Writer,
  org: OrganizationId,
  id: string,
  accepted: { userId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ accepted_at: accepted.at, user_id: accepted.userId, updated_at: accepted.at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function selectOrganizationName(db: Reader, org: OrganizationId): Promise<string> {
  const row = await db.selectFrom('organizations').select('name').where('id', '=', org).executeTakeFirstOrThrow()
  return row.name
}
