/** Sign-in with a password, in the browser. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { shareActiveUser } from '../identity/index.ts'
import {
  type Arrival,
  findAccounts,
  type SignIn,
  type SignInAccount,
  type StartedSession,
  startSession,
} from '../sign-in/index.ts'
import { type Hashing, TooBusy } from './argon2.ts'
import { hashing } from './choose.ts'
import { isStill, replaceHash, selectHash } from './queries.ts'
import { PASSWORD_MAX } from './schema.ts'

/**
 * Limits for attempts per email address and per network. Sign-in links and providers stay available after the limit is
 * reached.
 */
const TRIED_AT_AN_ADDRESS = { max: 10, seconds: 900 }
const TRIED_BY_A_NETWORK = { max: 100, seconds: 900 }

/** Maximum number of accounts to check for one email address. More than any person has. */
const ACCOUNTS_MAX = 5

/**
 * Minimum duration of a rejected attempt. The time to verify a password depends on the number of organizations that
 * have the email address.
 */
const REFUSAL_MS = 600

type Choice = Awaited<ReturnType<SignIn['choices']>>[number]

export type PasswordAnswer =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  /** The password is valid in several organizations. */
  | { readonly is: 'choice'; readonly choices: readonly Choice[] }
  /** Also returned for an unknown email address. */
  | { readonly is: 'wrong' | 'too_many' | 'busy' }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(parts: {
  store: Store
  clock: Clock
  attempts: Attempts
  choices: SignIn['choices']
  hashing?: Hashing
  refusalMs?: number
}) {
  const { store, clock, hashing: work = hashing, refusalMs = REFUSAL_MS } = parts

  /** Accounts with this password, with their stored hashes. */
  async function findMatchingAccounts(accounts: readonly SignInAccount[], password: string) {
    const known = await Promise.all(
      accounts.slice(0, ACCOUNTS_MAX).map(async (account) => {
        const { organizationId: org, userId } = account
        return { account, hash: await selectHash(store.of(org).read, org, userId) }
      }),
    )
    const found: { account: SignInAccount; hash: string }[] = []
    const stored = known.flatMap(({ account, hash }) => (hash === undefined ? [] : [{ account, hash }]))
    if (stored.length === 0) await work.verify(password, undefined)
    for (const one of stored) if (await work.verify(password, one.hash)) found.push(one)
    return found
  }

  async function enter(
    { account, hash }: { account: SignInAccount; hash: string },
    password: string,
    from: Arrival,
    returnTo: string | undefined,
  ): Promise<StartedSession | undefined> {
    const { organizationId: org, userId } = account
    const better = work.isOutdated(hash) ? await work.hash(password) : undefined
    return store.of(org).transact(async (tx) => {
      // Lock order: user, then password. Deactivation uses the same order. This prevents deadlocks.
      if ((await shareActiveUser(tx, org, userId)) === undefined) return undefined
      // The password may have changed during verification.
      if (!(await isStill(tx, org, userId, hash))) return undefined
      if (better !== undefined) await replaceHash(tx, org, userId, { before: hash, after: better })
      return startSession(tx, org, clock, { userId, way: 'password', from, returnTo })
    })
  }

  async function trySignIn(
    address: string,
    password: string,
    from: Arrival,
    returnTo: string | undefined,
  ): Promise<PasswordAnswer> {
    const network = await parts.attempts.take('password from', toNetworkKey(from.address), TRIED_BY_A_NETWORK)
    const named = await parts.attempts.take('password of', address.toLowerCase(), TRIED_AT_AN_ADDRESS)
    if (!network || !named) return { is: 'too_many' }
    // A password can't be this long, so it isn't hashed.
    const given = password.length > 4 * PASSWORD_MAX ? '' : password
    const found = await findMatchingAccounts(await findAccounts(store, address), given)
    const [first] = found
    if (first === undefined) return { is: 'wrong' }
    if (found.length > 1) {
      const accounts = found.map(({ account }) => account)
      return { is: 'choice', choices: await parts.choices(accounts, returnTo) }
    }
    const begun = await enter(first, given, from, returnTo)
    return begun === undefined ? { is: 'wrong' } : { is: 'begun', begun }
  }

  return {
    async signIn(
      address: string,
      password: string,
      from: Arrival,
      returnTo: string | undefined,
    ): Promise<PasswordAnswer> {
      const least = pause(refusalMs)
      try {
        const answer = await trySignIn(address, password, from, returnTo)
        if (answer.is === 'wrong') await least
        return answer
      } catch (error) {
        if (error instanceof TooBusy) return { is: 'busy' }
        throw error
      }
    },
  }
}
