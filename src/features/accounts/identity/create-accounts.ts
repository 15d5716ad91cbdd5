/** Creates organizations, teams and users from the command line and at the first start. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Database, Writer } from '../../../core/db.ts'
import { conflict } from '../../../core/errors.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { recordOperator } from '../../platform/audit/index.ts'
import {
  deleteDomain,
  insertDomain,
  insertOrganization,
  insertTeam,
  insertUser,
  lockEmptyInstallation,
  type NewTeam,
  type NewUser,
} from './queries.ts'
import { deletePhoneNumber, insertPhoneNumber } from './queries-phone-numbers.ts'
import { ROLE_NAMES } from './schema.ts'
import { requireTeams } from './user-lifecycle.ts'

/**
 * Creates an organization with its three roles and its first admin in one transaction.
 * @param database database handle of the new organization, whose ID is `org`
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
 * Creates the first organization, unless one exists. An advisory lock ensures that concurrent processes create only
 * one.
 * @returns undefined if an organization exists
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
  const made = [
    { kind: 'organization', id: org },
    { kind: 'user', id: organization.adminUserId },
  ]
  await recordOperator(tx, org, 'createOrganization', createdAt, made)
}

/**
 * Adds a domain to an organization or removes one. Stored conversations keep their `internal` flag.
 * @returns false if nothing changed
 */
export async function changeDomain(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  change: { domain: string; has: boolean },
): Promise<boolean> {
  const { domain, has } = change
  return database.transact(async (tx) => {
    const changed = has ? await insertDomain(tx, org, domain) : await deleteDomain(tx, org, domain)
    if (!changed) return false
    const things = [{ kind: 'organization', id: org }]
    await recordOperator(tx, org, has ? 'addOrganizationDomain' : 'removeOrganizationDomain', clock.now(), things)
    return true
  })
}

/**
 * Adds a telephone number to an organization or removes one. Stored conversations keep the sides of their participants.
 * @returns false if nothing changed
 */
export async function changePhoneNumber(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  change: { number: string; has: boolean },
): Promise<boolean> {
  const { number, has } = change
  return database.transact(async (tx) => {
    const changed = has ? await insertPhoneNumber(tx, org, number) : await deletePhoneNumber(tx, org, number)
    if (!changed) return false
    const things = [{ kind: 'organization', id: org }]
    await recordOperator(
      tx,
      org,
      has ? 'addOrganizationPhoneNumber' : 'removeOrganizationPhoneNumber',
      clock.now(),
      things,
    )
    return true
  })
}

/** @throws AppError `validation_failed` for an unknown parent team */
export async function createTeam(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  team: { name: string; parentId?: string },
): Promise<{ teamId: string }> {
  const id = newId()
  const createdAt = clock.now()
  await database.transact(async (tx) => {
    await addTeam(tx, org, { id, name: team.name, domain: null, parentId: team.parentId, createdAt }, '/parent')
    await recordOperator(tx, org, 'createTeam', createdAt, [{ kind: 'team', id }])
  })
  return { teamId: id }
}

/**
 * Creates a team, as a child of another team or at the top level.
 * @param pointer JSON pointer of the parent team in the request
 * @throws AppError `validation_failed` for an unknown or archived parent team
 */
export async function addTeam(tx: Writer, org: OrganizationId, team: NewTeam, pointer: string): Promise<void> {
  if (team.parentId !== undefined) await requireTeams(tx, org, [team.parentId], pointer)
  await insertTeam(tx, org, team)
}

/** @throws AppError `email_taken`; `validation_failed` for an unknown team. */
export async function createUser(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  user: { email: string; firstName?: string; lastName?: string; role: Role; teamIds?: readonly string[] },
): Promise<{ userId: string }> {
  const id = newId()
  const createdAt = clock.now()
  const { email, firstName = '', lastName = '', role, teamIds = [] } = user
  await database.transact(async (tx) => {
    await addUser(tx, org, { id, email, firstName, lastName, role, teamIds, createdAt }, '/team')
    await recordOperator(tx, org, 'createUser', createdAt, [{ kind: 'user', id }])
  })
  return { userId: id }
}

/**
 * Creates a user as a member of the given teams. The first team is the primary team.
 * @param pointer JSON pointer of the teams in the request
 * @throws AppError `email_taken`; `validation_failed` for an unknown or archived team
 */
export async function addUser(tx: Writer, org: OrganizationId, user: NewUser, pointer: string): Promise<void> {
  await requireTeams(tx, org, user.teamIds, pointer)
  if (!(await insertUser(tx, org, { ...user, teamIds: [...new Set(user.teamIds)] }))) {
    throw conflict('email_taken', 'A user of the organization has this email address. Use another `email`.', '/email')
  }
}
