/** Finds the user of a provider sign-in: by subject, by email address, or by creating one. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Database, Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { recordPerson } from '../../platform/audit/index.ts'
import { addUser } from '../identity/index.ts'
import { acceptInvitationByEmail } from '../invitations/index.ts'
import { type Arrival, type StartedSession, startSession, toRequestSource } from '../sign-in/index.ts'
import { type ProviderRow, toDomain } from '../sign-in-providers/index.ts'
import type { IdentityClaims } from './claims.ts'
import {
  insertIdentity,
  lockSubject,
  selectIdentity,
  selectOpenTeam,
  selectUserByEmail,
  updateUsed,
} from './queries.ts'

/** Why Parley rejects a user whom the provider has authenticated. */
export type Refusal =
  | 'no_address'
  | 'address_not_verified'
  | 'address_elsewhere'
  | 'not_a_user'
  | 'deactivated'
  | 'somebody_else'

/** Rules of a provider for the people it signs in. */
export type ProviderRules = Pick<
  ProviderRow,
  'id' | 'vouches_for_addresses' | 'domains' | 'makes_users' | 'default_role' | 'default_team_id'
>

interface SignInAttempt {
  readonly database: Database
  readonly org: OrganizationId
  readonly clock: Clock
  readonly provider: ProviderRules
  readonly said: IdentityClaims
  readonly from: Arrival
  readonly returnTo: string | undefined
}

/** @returns the new session, or why it was rejected */
export async function enter(attempt: SignInAttempt): Promise<{ begun: StartedSession } | { refused: Refusal }> {
  const enterInTransaction = () => attempt.database.transact((tx) => enterWithin(tx, attempt))
  try {
    return await enterInTransaction()
  } catch (error) {
    // A concurrent request created the user. Try again with the existing user.
    if (error instanceof AppError && error.code === 'email_taken') return enterInTransaction()
    throw error
  }
}

async function enterWithin(
  tx: Writer,
  attempt: SignInAttempt,
): Promise<{ begun: StartedSession } | { refused: Refusal }> {
  const { org, clock, provider, said, from, returnTo } = attempt
  const { subject } = said
  await lockSubject(tx, org, provider.id, subject ?? said.email ?? '')
  const known = subject === undefined ? undefined : await selectIdentity(tx, org, provider.id, subject)
  const found = known === undefined ? await findOrCreateUser(tx, attempt) : { userId: known.user_id }
  if ('refused' in found) return found
  if (known?.active === false) return { refused: 'deactivated' }
  const begun = await startSession(tx, org, clock, { userId: found.userId, way: 'single_sign_on', from, returnTo })
  if (known !== undefined && subject !== undefined) await updateUsed(tx, org, provider.id, subject, clock.now())
  return begun === undefined ? { refused: 'deactivated' } : { begun }
}

/**
 * Why a sign-in by address would be rejected; undefined if it would succeed. Changes nothing. A person with an invitation
 * counts as nobody yet.
 */
export async function previewEntry({
  database,
  org,
  provider,
  said,
}: Pick<SignInAttempt, 'database' | 'org' | 'provider' | 'said'>): Promise<Refusal | undefined> {
  const refusal = checkAddress(provider, said)
  if (refusal !== undefined) return refusal
  const user = await selectUserByEmail(database.read, org, provider.id, said.email ?? '')
  if (user === undefined) return provider.makes_users ? undefined : 'not_a_user'
  return user.active ? undefined : 'deactivated'
}

function checkAddress(provider: ProviderRules, { email, verified }: IdentityClaims): Refusal | undefined {
  if (email === undefined) return 'no_address'
  if (!verified && !provider.vouches_for_addresses) return 'address_not_verified'
  return provider.domains.includes(toDomain(email)) ? undefined : 'address_elsewhere'
}

/** Finds the user of a subject that hasn't signed in before by the email address, or creates one. */
async function findOrCreateUser(
  tx: Writer,
  attempt: SignInAttempt,
): Promise<{ userId: string } | { refused: Refusal }> {
  const { org, clock, provider, said, from } = attempt
  const { email = '', subject, firstName, lastName } = said
  const refused = checkAddress(provider, said)
  if (refused !== undefined) return { refused }
  const at = clock.now()
  const user = await selectUserByEmail(tx, org, provider.id, email)
  if (user?.active === false) return { refused: 'deactivated' }
  // The address was reassigned: the new owner must not get the account of the previous one.
  if (user?.known === true) return { refused: 'somebody_else' }
  const named = { ...(firstName === '' ? {} : { firstName }), ...(lastName === '' ? {} : { lastName }) }
  const userId =
    user?.id ??
    (await acceptInvitationByEmail(tx, org, email, at, named)) ??
    (await createProviderUser(tx, attempt, email))
  if (userId === undefined) return { refused: 'not_a_user' }
  if (subject === undefined) {
    if (user !== undefined) return { userId }
  } else if (!(await insertIdentity(tx, org, { providerId: provider.id, subject, userId, at }))) {
    return { refused: 'somebody_else' }
  }
  const by = { user: { id: userId, email }, source: toRequestSource(from) }
  const things = [
    { kind: 'sign-in provider', id: provider.id },
    { kind: 'user', id: userId },
  ]
  await recordPerson(tx, org, user === undefined ? 'createUser' : 'linkIdentity', by, at, things)
  return { userId }
}

/** @returns undefined if the provider doesn't create users */
async function createProviderUser(
  tx: Writer,
  { org, clock, provider, said }: SignInAttempt,
  email: string,
): Promise<string | undefined> {
  if (!provider.makes_users) return undefined
  const id = newId()
  const teamIds = await selectOpenTeam(tx, org, provider.default_team_id)
  const { firstName, lastName } = said
  const user = { id, email, firstName, lastName, role: provider.default_role, teamIds, createdAt: clock.now() }
  await addUser(tx, org, user, '/default_team_uuid')
  return id
}
