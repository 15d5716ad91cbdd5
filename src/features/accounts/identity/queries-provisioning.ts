/**
 * SQL that identity providers use to change users and teams. Lock order as in `queries-people.ts`: the organization,
 * its teams, its users by ID, and last an email address.
 */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { Language } from '../../../core/languages/current.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { lockAddress } from './queries.ts'
import { deleteMembers, reconcilePrimaryTeams } from './queries-people.ts'

export interface ProvisionedChanges {
  readonly email?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly role_id?: string | undefined
  readonly active?: boolean | undefined
  readonly language?: Language | null | undefined
}

/**
 * Updates the given columns of a user. The caller must lock the user first. Unlike the REST operations, this can
 * deactivate the last admin. A person who left must not keep access, and the provider's key has the admin role itself.
 * @returns false if another user has the email address; nothing is written then
 */
export async function updateProvisionedUser(
  tx: Writer,
  org: OrganizationId,
  id: string,
  changes: ProvisionedChanges,
  at: Date,
): Promise<boolean> {
  if (changes.email !== undefined && !(await isFree(tx, org, changes.email, id))) return false
  await tx
    .updateTable('users')
    .set({ ...changes, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
  return true
}

/** Whether no other user has the email address. Locks the address until the transaction ends. */
async function isFree(tx: Writer, org: OrganizationId, email: string, id: string): Promise<boolean> {
  await lockAddress(tx, org, email)
  const { rows } = await sql`
    select from users where organization_id = ${org} and email_folded = lower(${email}) and id <> ${id}`.execute(tx)
  return rows.length === 0
}

/** Locks a team that isn't archived until the transaction ends. @returns false if there is none with this ID */
export async function lockOpenTeam(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from teams where organization_id = ${org} and id = ${id} and archived_at is null
    for no key update`.execute(tx)
  return rows.length > 0
}

export async function renameTeam(tx: Writer, org: OrganizationId, id: string, name: string, at: Date): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ name, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** @returns IDs of the existing users, locked until the transaction ends */
export async function lockUsers(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users where organization_id = ${org} and id = any(${[...ids]}::uuid[])
    order by id for no key update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Adds and removes team members. The caller must lock the team and the users first. */
export async function changeMembers(
  tx: Writer,
  org: OrganizationId,
  teamId: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  at: Date,
): Promise<void> {
  await sql`
    insert into team_members (organization_id, team_id, user_id)
    select ${org}, ${teamId}, id from unnest(${[...added]}::uuid[]) as id
    on conflict do nothing`.execute(tx)
  if (removed.length > 0) await deleteMembers(tx, org, teamId, removed)
  await reconcilePrimaryTeams(tx, org, [...added, ...removed], at)
}
