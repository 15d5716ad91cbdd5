/**
 * Sign-in: how a person becomes known to us in a browser.
 *
 * A person asks for a **link** by mail and opens it, which makes a **session**. A link counts for 15 minutes and opens
 * once; who runs the installation makes links that count for a day. A session ends when the person signs out, after 14
 * days without use, after 30 days in any case, and with the user's access. Links and sessions are random and stored as
 * digests. A link is opened by pressing a button, so that a program that looks through mail opens none.
 *
 * An address gets five links an hour. The person whose links are used up reads so in one more mail, and on the page that
 * everybody sees after asking for a link.
 *
 * Whoever asks for a link is answered at once and always the same. What there is to do is done after the answer, so that
 * neither its words nor its time tell who is known. The address is looked for in every organization; one mail brings a
 * link for each. Links are made as the mail is sent and lie nowhere on the way.
 *
 * Whoever comes with an invitation is signed in by accepting it. Passwords (`passwords`) and providers
 * (`single-sign-on`) are further ways to `beginSession`. Where an organization asks for its provider, links by mail and
 * invitations open nothing; those of the command line do, or nobody could mend what keeps everybody out.
 *
 * People see their sessions, with the browser and the network they were begun from, and end them.
 */
import { type Attempts, networkOf } from '../../core/attempts.ts'
import type { Clock } from '../../core/clock.ts'
import type { Reader, Store, Writer } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Mail } from '../../core/mail.ts'
import { readOpaqueToken } from '../../core/opaque-tokens.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId, Role } from '../../core/principal.ts'
import { noteRequest } from '../../core/request-scope.ts'
import { shareActiveUser } from '../identity/index.ts'
import { acceptInvitation } from '../invitations/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { deleteSession } from './delete-session.ts'
import { addLink, CHOICE_MS, MAILED_MS, signInPath } from './links.ts'
import { listSessions } from './list-sessions.ts'
import { linksUsedUpMail, signInMail } from './mail.ts'
import { idleSince } from './model.ts'
import {
  type Account,
  deleteSession as deleteByToken,
  type LinkRow,
  selectAccounts,
  selectLink,
  selectSession,
  takeLink,
  updateLastUsed,
} from './queries.ts'
import { type Arrival, type Begun, beginSession } from './sessions.ts'

export { deleteSession } from './delete-session.ts'
export { issueSignInLink } from './links.ts'
export { listSessions } from './list-sessions.ts'
export { SESSION_SECONDS } from './model.ts'
export type { Account } from './queries.ts'
export { type Arrival, type Begun, beginSession, endOtherSessions, hasJustSignedIn } from './sessions.ts'

export const operations: readonly AnyOperation[] = [listSessions, deleteSession]

/** Who is at the browser. */
export interface Visitor {
  readonly sessionId: string
  readonly signedInAt: string
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly userId: string
  readonly email: string
  /** As they are called; their address when nobody said how. */
  readonly name: string
  readonly role: Role
  /** Those whose conversations they see. */
  readonly teamIds: readonly string[]
}

const HOUR = { seconds: 3_600 }
const LINKS_AN_ADDRESS = { max: 5, ...HOUR }
const ASKED_BY_A_NETWORK = { max: 20, ...HOUR }

/** For asking the few questions that need no organization. No tenant has this id, so the handle shows nothing else. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000' as OrganizationId

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn(parts: {
  store: Store
  clock: Clock
  log: Log
  mail: Mail
  attempts: Attempts
  publicUrl: () => string
}) {
  const { store, clock, log } = parts
  const running = new Set<Promise<void>>()

  async function sendLinks(address: string, returnTo: string | undefined): Promise<void> {
    const counted = address.toLowerCase()
    if (!(await parts.attempts.take('sign-in link', counted, LINKS_AN_ADDRESS))) return sayLinksUsedUp(address)
    const links: { organizationId: OrganizationId; organization: string; url: string }[] = []
    for (const { organizationId: org, organizationName, userId } of await findAccounts(store, address)) {
      const link = { userId, returnTo, madeBy: 'mail', at: clock.now(), lasts: MAILED_MS } as const
      const token = await store.of(org).transact((tx) => addLink(tx, org, link))
      if (token !== undefined)
        links.push({ organizationId: org, organization: organizationName, url: parts.publicUrl() + signInPath(token) })
    }
    const of = links.length === 1 ? links[0]?.organizationId : undefined
    if (links.length > 0) await parts.mail.send(signInMail(address, links), of)
  }

  /** The person who gets no more links reads why, once an hour; the page says the same to everybody. */
  async function sayLinksUsedUp(address: string): Promise<void> {
    const once = { max: 1, ...HOUR }
    if (!(await parts.attempts.take('sign-in links used up', address.toLowerCase(), once))) return
    if ((await findAccounts(store, address)).length === 0) return
    const until = new Date(clock.now().getTime() + HOUR.seconds * 1000)
    await parts.mail.send(linksUsedUpMail(address, { most: LINKS_AN_ADDRESS.max, until }))
  }

  return {
    linksAnHour: LINKS_AN_ADDRESS.max,

    /**
     * Somebody wants a link by mail. Returns before anything is known of the address.
     * @param network the address the request came from
     * @returns false when too many were asked for from there
     */
    async request(address: string, network: string, returnTo: string | undefined): Promise<boolean> {
      if (!(await parts.attempts.take('sign-in from', networkOf(network), ASKED_BY_A_NETWORK))) return false
      const sending = sendLinks(address, returnTo)
        .catch((error: Error) => log.warn({ error: error.message }, 'a sign-in link was not sent'))
        .finally(() => running.delete(sending))
      running.add(sending)
      return true
    },

    /** Resolves when everything that was asked for has been done. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },

    /** What a link would open, which it does not do yet. */
    async look(token: string): Promise<{ organizationName: string; email: string } | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const link = await selectLink(store.of(org).read, org, hash, clock.now())
      if (link === undefined || (await isShut(store.of(org).read, org, link))) return undefined
      return { organizationName: link.organization_name, email: link.email }
    },

    /** @returns undefined for a link that is wrong, used or expired: which of these is nobody's business */
    async open(token: string, from: Arrival): Promise<Begun | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      return store.of(org).transact(async (tx) => {
        const now = clock.now()
        const about = await selectLink(tx, org, hash, now)
        if (about === undefined || (await isShut(tx, org, about))) return undefined
        // The user first, as whoever takes the access away does it, or the two could wait for each other crosswise.
        if ((await shareActiveUser(tx, org, about.user_id)) === undefined) return undefined
        const link = await takeLink(tx, org, hash, now)
        if (link === undefined) return undefined
        const way = link.made_by === 'password' ? 'password' : 'link'
        const begun = await beginSession(tx, org, clock, { userId: link.user_id, way, from })
        return begun === undefined ? undefined : { token: begun, returnTo: link.return_to ?? undefined }
      })
    },

    /**
     * The same by the link of an invitation, whose person becomes a user by it.
     * @returns `elsewhere`: they are a user now, and sign in by the provider of their organization
     */
    async join(token: string, from: Arrival): Promise<Begun | 'elsewhere' | undefined> {
      try {
        const { organizationId: org, userId, email } = await acceptInvitation(store, clock, token)
        if (await isProviderRequired(store.of(org).read, org, email)) return 'elsewhere'
        const begun = await store
          .of(org)
          .transact((tx) => beginSession(tx, org, clock, { userId, way: 'invitation', from }))
        return begun === undefined ? undefined : { token: begun, returnTo: undefined }
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },

    /** For who has shown a password that fits them in several organizations: a button for each. */
    async choices(accounts: readonly Account[], returnTo: string | undefined): Promise<Choice[]> {
      const made: Choice[] = []
      for (const { organizationId: org, organizationName, userId } of accounts) {
        const link = { userId, returnTo, madeBy: 'password', at: clock.now(), lasts: CHOICE_MS } as const
        const token = await store.of(org).transact((tx) => addLink(tx, org, link))
        if (token !== undefined) made.push({ organizationName, path: signInPath(token) })
      }
      return made
    },

    /** Who has the session, if it still is one. */
    async visitor(token: string | undefined): Promise<Visitor | undefined> {
      const read = token === undefined ? undefined : readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const now = clock.now()
      const row = await selectSession(store.of(org).read, org, hash, now, idleSince(now))
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
      }
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

/** An organization to sign in to, by pressing a button. */
export interface Choice {
  readonly organizationName: string
  readonly path: string
}

/** Whether a link came by mail to somebody whose organization asks for its provider. */
const isShut = async (db: Reader | Writer, org: OrganizationId, link: Pick<LinkRow, 'email' | 'made_by'>) =>
  link.made_by === 'mail' && (await isProviderRequired(db, org, link.email))

/** Active users of an address, whichever organization they are of, but for those that let them in by a provider alone. */
export async function findAccounts(store: Pick<Store, 'of'>, address: string): Promise<Account[]> {
  const accounts = await selectAccounts(store.of(NO_ORGANIZATION).read, address)
  const open = await Promise.all(
    accounts.map(({ organizationId: org }) => isProviderRequired(store.of(org).read, org, address)),
  )
  return accounts.filter((_, at) => open[at] === false)
}
