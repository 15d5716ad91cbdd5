/**
 * Sign-in: authentication of users in a browser.
 *
 * A user requests a **link** by email and opens it, which starts a **session**. A link works once, within 15 minutes;
 * the operator can create links that are valid for 24 hours. A session ends when the user signs out, after 14 days
 * without use, after 30 days in any case, and when the user is deactivated. Links and sessions are random and stored as
 * digests. Opening a link requires pressing a button, so that programs that scan email don't use it up.
 *
 * An address gets at most five links per hour. After that, the user gets one email about it; the page after a request
 * states the limit too.
 *
 * A request for a link is answered immediately and always in the same way. The work is done after the response, so that
 * neither its text nor its duration reveals whether the address is known. All organizations are searched for the
 * address; one email contains a link for each. Links are created when the email is sent and aren't stored in any queue.
 *
 * If the user has a second factor (`second-factors`), a link or a password only starts a **pending sign-in**, which the
 * code of the authenticator app completes. Passkeys and providers prove more than one factor. If the organization
 * requires a second factor, users without one can only set it up (`findSession`).
 *
 * Accepting an invitation signs in too. Passwords (`passwords`) and providers (`single-sign-on`) also call
 * `startSession`. If an organization requires its provider, emailed links and invitations don't sign in. Links of the
 * command line do, because admins need them if the provider is misconfigured.
 *
 * Users can list their sessions, with the browser and network they were started from, and end them.
 */
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Reader, Store, Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { currentLanguage, isLanguage, type Language } from '../../../core/languages/current.ts'
import type { Log } from '../../../core/log.ts'
import type { Mail } from '../../../core/mail.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { noteRequest } from '../../../core/request-scope.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { findUser, shareActiveUser } from '../identity/index.ts'
import { acceptInvitation } from '../invitations/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { deleteSession } from './delete-session.ts'
import { addLink, CHOICE_MS, MAILED_MS, signInPath } from './links.ts'
import { listSessions } from './list-sessions.ts'
import { linksUsedUpMail, type SignInRecipient, signInMail } from './mail.ts'
import { COMPLETE_WAYS, idleSince } from './model.ts'
import { createPendingSignIns } from './pending.ts'
import {
  adoptLanguage,
  deleteSession as deleteByToken,
  type SignInAccount,
  type SignInLinkRow,
  selectAccounts,
  selectLink,
  selectSession,
  takeLink,
  updateBrowserLanguage,
  updateLastUsed,
  updateTimeZone,
} from './queries.ts'
import { type Arrival, type StartedSession, startSession } from './sessions.ts'

export { deleteSession } from './delete-session.ts'
export { issueSignInLink } from './links.ts'
export { listSessions } from './list-sessions.ts'
export { SESSION_SECONDS } from './model.ts'
export type { CodeAnswer, PendingSignIn } from './pending.ts'
export type { SignInAccount } from './queries.ts'
export { type SignInWay, signInWays } from './schema.ts'
export {
  type Arrival,
  endOtherSessions,
  hasJustSignedIn,
  PENDING_SECONDS,
  type StartedSession,
  startSession,
  toRequestSource,
} from './sessions.ts'

export const operations: readonly AnyOperation[] = [listSessions, deleteSession]

/** The signed-in user of a browser. */
export interface SignedInUser {
  readonly sessionId: string
  readonly signedInAt: string
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly userId: string
  readonly email: string
  /** Display name; the email address if the user has no name. */
  readonly name: string
  readonly role: Role
  /** IDs of the teams whose conversations the user can access. */
  readonly teamIds: readonly string[]
  readonly timeZone: string | undefined
  /** Language that was chosen for the user. Undefined if none was chosen. */
  readonly language: Language | undefined
  /** Language in which the app was last shown to a user without a choice. */
  readonly browserLanguage: string | undefined
}

/** Session of a browser. It gives access only if `mustSetUpSecondFactor` is false. */
export interface SignedInSession extends SignedInUser {
  /** Whether the organization requires a second factor that the user hasn't set up. */
  readonly mustSetUpSecondFactor: boolean
}

const HOUR = { seconds: 3_600 }
const LINKS_AN_ADDRESS = { max: 5, ...HOUR }
const ASKED_BY_A_NETWORK = { max: 20, ...HOUR }

/**
 * Organization ID for queries that don't belong to one. No tenant has this ID, so row-level security hides all their
 * rows.
 */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000' as OrganizationId

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn(parts: {
  store: Store
  clock: Clock
  log: Log
  mail: Mail
  attempts: Attempts
  sealer: Sealer
  publicUrl: () => string
}) {
  const { store, clock, log } = parts
  const pending = createPendingSignIns(parts)
  const running = new Set<Promise<void>>()

  async function sendLinks(address: string, returnTo: string | undefined): Promise<void> {
    const counted = address.toLowerCase()
    if (!(await parts.attempts.take('sign-in link', counted, LINKS_AN_ADDRESS))) return sayLinksUsedUp(address)
    const links: { organizationId: OrganizationId; organization: string; url: string }[] = []
    const accounts = await findAccounts(store, address)
    for (const { organizationId: org, organizationName, userId } of accounts) {
      const link = { userId, returnTo, madeBy: 'mail', at: clock.now(), lasts: MAILED_MS } as const
      const token = await store.of(org).transact((tx) => addLink(tx, org, link))
      if (token !== undefined)
        links.push({ organizationId: org, organization: organizationName, url: parts.publicUrl() + signInPath(token) })
    }
    const of = links.length === 1 ? links[0]?.organizationId : undefined
    if (links.length > 0) await parts.mail.send(signInMail(await findRecipient(address, accounts), links), of)
  }

  /**
   * Emails a user who has reached the limit of links, at most once per hour. The page shows the same text to everybody.
   */
  async function sayLinksUsedUp(address: string): Promise<void> {
    const once = { max: 1, ...HOUR }
    if (!(await parts.attempts.take('sign-in links used up', address.toLowerCase(), once))) return
    const accounts = await findAccounts(store, address)
    if (accounts.length === 0) return
    const until = new Date(clock.now().getTime() + HOUR.seconds * 1000)
    await parts.mail.send(
      linksUsedUpMail(await findRecipient(address, accounts), { most: LINKS_AN_ADDRESS.max, until }),
    )
  }

  /** Language and time zone of an address: of the first user who has a language, else of the page of the request. */
  async function findRecipient(to: string, accounts: readonly SignInAccount[]): Promise<SignInRecipient> {
    const users = await Promise.all(
      accounts.map(({ organizationId: org, userId: id }) => findUser(store.of(org).read, org, { id })),
    )
    const user = users.find((one) => one?.language !== undefined) ?? users[0]
    return { to, language: user?.language ?? currentLanguage(), timeZone: user?.timeZone ?? 'UTC' }
  }

  /** User of a session, also if all that the user may do is to set up a second factor. */
  async function findSession(token: string | undefined): Promise<SignedInSession | undefined> {
    const read = token === undefined ? undefined : readOpaqueToken(token)
    if (read === undefined) return undefined
    const { organizationId: org, hash } = read
    const now = clock.now()
    const ways = { idleSince: idleSince(now), complete: COMPLETE_WAYS }
    const row = await selectSession(store.of(org).read, org, hash, now, ways)
    if (row === undefined) return undefined
    noteRequest({ principal: { organizationId: org, via: 'session', user: { id: row.user_id } } })
    if (row.stale) await store.of(org).transact((tx) => updateLastUsed(tx, org, row.id, now))
    return {
      sessionId: row.id,
      signedInAt: row.created_at,
      organizationId: org,
      organizationName: row.organization_name,
      userId: row.user_id,
      email: row.email,
      name: `${row.first_name} ${row.last_name}`.trim() || row.email,
      role: row.role,
      teamIds: row.team_ids,
      timeZone: row.time_zone ?? undefined,
      language: isLanguage(row.language) ? row.language : undefined,
      browserLanguage: row.browser_language ?? undefined,
      mustSetUpSecondFactor: row.lacks_factor,
    }
  }

  return {
    linksAnHour: LINKS_AN_ADDRESS.max,

    /**
     * Requests a link by email. Returns before the address is looked up.
     * @param network IP address of the request
     * @returns false if the network has requested too many links
     */
    async request(address: string, network: string, returnTo: string | undefined): Promise<boolean> {
      if (!(await parts.attempts.take('sign-in from', toNetworkKey(network), ASKED_BY_A_NETWORK))) return false
      const sending = sendLinks(address, returnTo)
        .catch((error: Error) => log.warn({ error: error.message }, 'a sign-in link was not sent'))
        .finally(() => running.delete(sending))
      running.add(sending)
      return true
    },

    /** Resolves when all requested emails have been processed. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },

    /** Organization and user of a link, without using it. */
    async findLink(token: string): Promise<{ organizationName: string; email: string } | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const link = await selectLink(store.of(org).read, org, hash, clock.now())
      if (link === undefined || (await isShut(store.of(org).read, org, link))) return undefined
      return { organizationName: link.organization_name, email: link.email }
    },

    /** @returns undefined if the link is wrong, used or expired; callers don't learn which */
    async open(token: string, from: Arrival): Promise<StartedSession | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      return store.of(org).transact(async (tx) => {
        const now = clock.now()
        const about = await selectLink(tx, org, hash, now)
        if (about === undefined || (await isShut(tx, org, about))) return undefined
        // Lock order: user, then link. Deactivation uses the same order. This prevents deadlocks.
        if ((await shareActiveUser(tx, org, about.user_id)) === undefined) return undefined
        const link = await takeLink(tx, org, hash, now)
        if (link === undefined) return undefined
        const way = link.made_by === 'password' ? 'password' : 'link'
        const returnTo = link.return_to ?? undefined
        return startSession(tx, org, clock, { userId: link.user_id, way, from, returnTo })
      })
    },

    /**
     * Signs in with the link of an invitation, which creates the user.
     * @returns `elsewhere` if the user was created and must sign in with the provider of the organization
     */
    async join(token: string, from: Arrival): Promise<StartedSession | 'elsewhere' | undefined> {
      try {
        const { organizationId: org, userId, email } = await acceptInvitation(store, clock, token)
        if (await isProviderRequired(store.of(org).read, org, email)) return 'elsewhere'
        return await store.of(org).transact((tx) => startSession(tx, org, clock, { userId, way: 'invitation', from }))
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },

    /** Sign-in buttons for a user whose password is valid in several organizations. */
    async choices(accounts: readonly SignInAccount[], returnTo: string | undefined): Promise<AccountChoice[]> {
      const made: AccountChoice[] = []
      for (const { organizationId: org, organizationName, userId } of accounts) {
        const link = { userId, returnTo, madeBy: 'password', at: clock.now(), lasts: CHOICE_MS } as const
        const token = await store.of(org).transact((tx) => addLink(tx, org, link))
        if (token !== undefined) made.push({ organizationName, path: signInPath(token) })
      }
      return made
    },

    /** User of a session; undefined if the session has ended, or if the user must set up a second factor first. */
    async findUser(token: string | undefined): Promise<SignedInUser | undefined> {
      const session = await findSession(token)
      return session?.mustSetUpSecondFactor === true ? undefined : session
    },

    findSession,
    ...pending,

    /** Stores the time zone of the user's browser, for tools that the user's programs call. */
    async setTimeZone(
      { organizationId: org, userId }: Pick<SignedInUser, 'organizationId' | 'userId'>,
      zone: string,
    ): Promise<void> {
      await store.of(org).transact((tx) => updateTimeZone(tx, org, userId, zone))
    },

    /** Stores the language in which the app is shown to a user without a choice, for emails. */
    async setBrowserLanguage(
      { organizationId: org, userId }: Pick<SignedInUser, 'organizationId' | 'userId'>,
      language: Language,
    ): Promise<void> {
      await store.of(org).transact((tx) => updateBrowserLanguage(tx, org, userId, language))
    },

    /** Stores the language that somebody chose in this browser before signing in as a user without a choice. */
    async adoptLanguage(
      { organizationId: org, userId }: Pick<SignedInUser, 'organizationId' | 'userId'>,
      language: Language,
    ): Promise<void> {
      await store.of(org).transact((tx) => adoptLanguage(tx, org, userId, language, clock.now()))
    },

    /** Signs out. */
    async end(token: string): Promise<void> {
      const read = readOpaqueToken(token)
      if (read === undefined) return
      const { organizationId: org, hash } = read
      await store.of(org).transact((tx) => deleteByToken(tx, org, hash))
    },
  }
}

/** Sign-in button for one organization. */
export interface AccountChoice {
  readonly organizationName: string
  readonly path: string
}

/** Whether a link was emailed to a user whose organization requires its provider. */
const isShut = async (db: Reader | Writer, org: OrganizationId, link: Pick<SignInLinkRow, 'email' | 'made_by'>) =>
  link.made_by === 'mail' && (await isProviderRequired(db, org, link.email))

/** Active users of an address in all organizations, except organizations that require their provider. */
export async function findAccounts(store: Pick<Store, 'of'>, address: string): Promise<SignInAccount[]> {
  const accounts = await selectAccounts(store.of(NO_ORGANIZATION).read, address)
  const open = await Promise.all(
    accounts.map(({ organizationId: org }) => isProviderRequired(store.of(org).read, org, address)),
  )
  return accounts.filter((_, at) => open[at] === false)
}
