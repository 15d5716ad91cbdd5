/** Making organizations, teams and users from the command line and at the first start. */
import { type Clock, newId } from '../../core/clock.ts'
import type { Database, Writer } from '../../core/db.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import type { OrganizationId, Role } from '../../core/principal.ts'
import { insertOrganization, insertTeam, insertUser, lockEmptyInstallation, selectTeam } from './queries.ts'

const ROLE_NAMES: Record<Role, string> = { ADMIN: 'Admin', MANAGER: 'Manager', SALES_REP: 'Sales representative' }

/**
 * An organization with its three roles and its first admin, all or nothing.
 * @param database the handle of the organization to be: its id is `org`
 */
export async function createOrganization(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  organization: { name: string; domains: readonly string[]; adminEmail: string },
): Promise<{ adminUserId: string }> {
  const adminUserId = newId()
  await database.transact((tx) => insertFounded(tx, org, clock.now(), { ...organization, adminUserId }))
  return { adminUserId }
}

/**
 * The same, only if there is no organization yet; processes that start at the same moment agree on one.
 * @returns undefined when there is one already
 */
export async function createFirstOrganization(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  organization: { name: string; domains: readonly string[]; adminEmail: string },
): Promise<{ adminUserId: string } | undefined> {
  const adminUserId = newId()
  return database.transact(async (tx) => {
    if (!(await lockEmptyInstallation(tx))) return undefined
    await insertFounded(tx, org, clock.now(), { ...organization, adminUserId })
    return { adminUserId }
  })
}

async function insertFounded(
  tx: Writer,
  org: OrganizationId,
  createdAt: Date,
  organization: { name: string; domains: readonly string[]; adminEmail: string; adminUserId: string },
): Promise<void> {
  await insertOrganization(tx, org, {
    name: organization.name,
    domains: organization.domains,
    createdAt,
    roles: (Object.keys(ROLE_NAMES) as Role[]).map((type) => ({ id: newId(), type, name: ROLE_NAMES[type] })),
  })
  await insertUser(tx, org, {
    id: organization.adminUserId,
    email: organization.adminEmail,
    firstName: '',
    lastName: '',
    role: 'ADMIN',
    teamIds: [],
    createdAt,
  })
}

/** @throws AppError `team_not_found` for an unknown parent. */
export async function createTeam(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  team: { name: string; parentId?: string },
): Promise<{ teamId: string }> {
  const teamId = newId()
  await database.transact(async (tx) => {
    if (team.parentId !== undefined && (await selectTeam(tx, org, team.parentId)) === undefined) {
      throw notFound('team', '/parent')
    }
    await insertTeam(tx, org, { id: teamId, name: team.name, parentId: team.parentId, createdAt: clock.now() })
  })
  return { teamId }
}

/** @throws AppError `email_taken`; `validation_failed` for an unknown team. */
export async function createUser(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  user: { email: string; firstName?: string; lastName?: string; role: Role; teamIds?: readonly string[] },
): Promise<{ userId: string }> {
  const userId = newId()
  const teamIds = [...new Set(user.teamIds ?? [])]
  await database.transact(async (tx) => {
    for (const teamId of teamIds) {
      if ((await selectTeam(tx, org, teamId)) === undefined) {
        throw invalid({ pointer: '/team', detail: 'There is no such team.' })
      }
    }
    const made = await insertUser(tx, org, {
      id: userId,
      email: user.email,
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      role: user.role,
      teamIds,
      createdAt: clock.now(),
    })
    if (!made) throw conflict('email_taken', 'The organization has a user with this address already.', '/email')
  })
  return { userId }
}
