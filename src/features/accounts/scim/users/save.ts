/** Creates, updates and deletes users for identity providers. Changes of users are serialized per organization. */
import { newId } from '../../../../core/clock.ts'
import type { Writer } from '../../../../core/db.ts'
import { notFound } from '../../../../core/errors.ts'
import { fold } from '../../../../core/fold.ts'
import type { Context } from '../../../../core/operation.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import {
  insertUser,
  lockOrganization,
  lockUser,
  type ProvisionedChanges,
  replaceTeams,
  roleNamed,
  updateProvisionedUser,
} from '../../identity/index.ts'
import type { Doc } from '../protocol/attributes.ts'
import { uniqueness } from '../protocol/refusals.ts'
import { type ConditionalInput, computeVersion, requireVersion } from '../protocol/version.ts'
import { isAccountAddress, listAccountAddresses } from './addresses.ts'
import { parseUser, type StoredScimUser, storedEmail, userDoc, type WantedUser } from './model.ts'
import { isNameTaken, selectDeleted, selectHolder, selectUser, upsertScimUser } from './queries.ts'

/**
 * Creates a user, or restores a deleted user with the same email address. A restored user gets their data back, but not
 * their API keys, role and teams.
 * @throws AppError `uniqueness`, `invalid_value`
 */
export async function addScimUser(tx: Writer, ctx: Context, doc: Doc): Promise<Doc> {
  const { org } = ctx
  const at = ctx.clock.now()
  const wanted = parseUser(doc)
  await lockOrganization(tx, org)
  const role = await roleNamed(tx, org, wanted.roleUUID === undefined ? { role: 'SALES_REP' } : wanted)
  const { firstName, lastName, language, active = true } = wanted
  const { email, deleted } = await findAddress(tx, ctx, wanted)
  const id = deleted ?? newId()
  if (deleted === undefined) {
    const type = role?.type ?? 'SALES_REP'
    const made = { id, email, firstName, lastName, role: type, teamIds: [], createdAt: at }
    if (!(await insertUser(tx, org, made))) throw addressTakenError()
    const rest = { ...(active ? {} : { active }), ...(language === undefined ? {} : { language }) }
    if (Object.keys(rest).length > 0) await updateProvisionedUser(tx, org, id, rest, at)
  } else {
    await lockUser(tx, org, id)
    const names = { first_name: firstName, last_name: lastName, email }
    await updateProvisionedUser(tx, org, id, { ...names, role_id: role?.id, active, language }, at)
  }
  ctx.addAuditTarget('user', id)
  await storeScimAttributes(tx, ctx, id, wanted, at)
  return userDoc(await requireRow(tx, ctx, id))
}

/**
 * @param change returns the new resource
 * @throws AppError `user_not_found`, `version_changed`, `uniqueness`, `invalid_value`
 */
export async function changeScimUser(
  tx: Writer,
  ctx: Context,
  id: string,
  guard: ConditionalInput,
  change: (doc: Doc) => Doc,
): Promise<Doc> {
  const standing = await lockStanding(tx, ctx, id, guard)
  const wanted = parseUser(change(standing.doc), standing)
  const at = ctx.clock.now()
  const changes = await computeRowChanges(tx, ctx, standing, wanted)
  if (Object.keys(changes).length > 0 && !(await updateProvisionedUser(tx, ctx.org, id, changes, at))) {
    throw addressTakenError()
  }
  if (!isKept(standing, wanted)) await storeScimAttributes(tx, ctx, id, wanted, at)
  return userDoc(await requireRow(tx, ctx, id))
}

/** Deactivates the user, removes them from all teams and hides them from identity providers. Their data stays. */
export async function removeScimUser(tx: Writer, ctx: Context, id: string, guard: ConditionalInput): Promise<void> {
  const { org } = ctx
  const { row } = await lockStanding(tx, ctx, id, guard)
  const at = ctx.clock.now()
  await replaceTeams(tx, org, id, [], at)
  if (row.active) await updateProvisionedUser(tx, org, id, { active: false }, at)
  const userName = row.user_name ?? row.email
  await upsertScimUser(tx, org, id, { userName, externalId: null, attributes: {}, deletedAt: at }, at)
}

async function lockStanding(tx: Writer, ctx: Context, id: string, guard: ConditionalInput): Promise<StoredScimUser> {
  await lockOrganization(tx, ctx.org)
  if ((await lockUser(tx, ctx.org, id)) === undefined) throw notFound('user')
  const row = await requireRow(tx, ctx, id)
  const doc = userDoc(row)
  requireVersion(guard, String((doc.meta as { version: string }).version))
  return { row, doc }
}

async function requireRow(tx: Writer, ctx: Context, id: string) {
  const row = await selectUser(tx, ctx.org, id)
  if (row === undefined) throw notFound('user')
  return row
}

/** Finds the address of a new account: the first one that nobody has, or that a deleted user can be restored with. */
async function findAddress(tx: Writer, { org }: Context, wanted: WantedUser) {
  for (const email of listAccountAddresses(wanted.email, wanted.userName)) {
    const deleted = await selectDeleted(tx, org, email)
    if (deleted !== undefined || (await isFree(tx, org, email, undefined))) return { email, deleted }
  }
  throw addressTakenError()
}

/**
 * Finds the address of an existing account. One that was chosen because another account had the email address stays until
 * the provider changes the email address, so that nobody loses the address that they sign in with.
 */
async function findChangedAddress(tx: Writer, { org }: Context, { row }: StoredScimUser, wanted: WantedUser) {
  const { email, userName } = wanted
  const stored = storedEmail(row)
  const isUnchanged = stored !== undefined && fold(stored) === fold(email)
  if (isUnchanged && isAccountAddress(row.email, email, row.user_name ?? userName)) return row.email
  for (const address of listAccountAddresses(email, userName))
    if (await isFree(tx, org, address, row.id)) return address
  throw addressTakenError()
}

/**
 * Whether nobody has the address.
 * @throws AppError `uniqueness` if somebody has it who wasn't provisioned. It's probably the same person, and a second
 * account would separate them from their calls.
 */
async function isFree(tx: Writer, org: OrganizationId, address: string, exceptId: string | undefined) {
  const holder = await selectHolder(tx, org, address, exceptId)
  if (holder === 'other') throw addressTakenError()
  return holder === 'nobody'
}

/** Changes to the user's own row. */
async function computeRowChanges(
  tx: Writer,
  ctx: Context,
  standing: StoredScimUser,
  wanted: WantedUser,
): Promise<ProvisionedChanges> {
  const { row } = standing
  const { active = row.active, language = row.language, roleUUID } = wanted
  const role = roleUUID === undefined ? undefined : await roleNamed(tx, ctx.org, { roleUUID })
  const changes: [keyof ProvisionedChanges, string | boolean | null, string | boolean | null][] = [
    ['email', row.email, await findChangedAddress(tx, ctx, standing, wanted)],
    ['first_name', row.first_name, wanted.firstName],
    ['last_name', row.last_name, wanted.lastName],
    ['role_id', row.role_id, role?.id ?? row.role_id],
    ['active', row.active, active],
    ['language', row.language, language],
  ]
  return Object.fromEntries(changes.filter(([, is, shall]) => is !== shall).map(([name, , shall]) => [name, shall]))
}

/** Whether the stored attributes are already up to date, so that the resource doesn't count as modified. */
function isKept({ row }: StoredScimUser, { userName, externalId, attributes }: WantedUser): boolean {
  return (
    row.user_name === userName &&
    row.external_id === externalId &&
    computeVersion(row.attributes) === computeVersion(attributes)
  )
}

async function storeScimAttributes(tx: Writer, ctx: Context, id: string, wanted: WantedUser, at: Date): Promise<void> {
  if (await isNameTaken(tx, ctx.org, wanted.userName, id)) {
    throw uniqueness('Another user of the organization has this `userName`. Choose a different one.', '/userName')
  }
  const { userName, externalId, attributes } = wanted
  await upsertScimUser(tx, ctx.org, id, { userName, externalId, attributes, deletedAt: null }, at)
}

const addressTakenError = () =>
  uniqueness(
    'Another user of the organization has this email address. Send their `userName`, or choose a different address.',
    '/emails',
  )
