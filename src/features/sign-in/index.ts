/**
 * Sign-in: how a person becomes known to us in a browser.
 *
 * A person asks for a **link** by mail and opens it, which makes a **session**. A link counts for 15 minutes and opens
 * once; who runs the installation makes links that count for a day. A session ends when the person signs out, after 14
 * days without use, after 30 days in any case, and with the user's access. Links and sessions are random and stored as
 * digests. A link is opened by pressing a button, so that a program that looks through mail opens none.
 *
 * Whoever asks for a link is answered at once and always the same. What there is to do is done after the answer, so that
 * neither its words nor its time tell who is known. The address is looked for in every organization; one mail brings a
 * link for each. Links are made as the mail is sent and lie nowhere on the way.
 *
 * Whoever comes with an invitation is signed in by accepting it. Passwords and identity providers will be further ways
 * to `begin` a session.
 */
import { type Attempts, networkOf } from '../../core/attempts.ts'
import { type Clock, newId } from '../../core/clock.ts'
import type { Store, Writer } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Mail } from '../../core/mail.ts'
import { hashOfToken, newOpaqueToken, readOpaqueToken } from '../../core/opaque-tokens.ts'
import type { OrganizationId, Role } from '../../core/principal.ts'
import { shareActiveUser } from '../identity/index.ts'
import { acceptInvitation } from '../invitations/index.ts'
import { addLink, MAILED_MS, signInPath } from './links.ts'
import { signInMail } from './mail.ts'
import {
  deleteExpired,
  deleteSession,
  insertSession,
  selectAccounts,
  selectLink,
  selectSession,
  takeLink,
  updateLastUsed,
} from './queries.ts'

export { issueSignInLink } from './links.ts'

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

/** The cookie of a session that has just begun, and where its person wanted to go. */
export interface Begun {
  readonly token: string
  readonly returnTo: string | undefined
}

const DAY_MS = 86_400_000
const SESSION_MS = 30 * DAY_MS
/** What a browser is told to keep the cookie for. */
export const SESSION_SECONDS = SESSION_MS / 1000
const IDLE_MS = 14 * DAY_MS
const USER_AGENT_MAX = 256

const HOUR = { seconds: 3_600 }
const LINKS_AN_ADDRESS = { max: 5, ...HOUR }
const ASKED_BY_A_NETWORK = { max: 20, ...HOUR }

/** For asking the one question that needs no organization. No tenant has this id, so the handle shows nothing else. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000' as OrganizationId

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
  const idleSince = (now: Date) => new Date(now.getTime() - IDLE_MS)

  async function sendLinks(address: string, returnTo: string | undefined): Promise<void> {
    if (!(await parts.attempts.take('sign-in link', address.toLowerCase(), LINKS_AN_ADDRESS))) return
    const links: { organization: string; url: string }[] = []
    for (const { organizationId: org, organizationName, userId } of await accountsOf(address)) {
      const link = { userId, returnTo, at: clock.now(), lasts: MAILED_MS }
      const token = await store.of(org).transact((tx) => addLink(tx, org, link))
      if (token !== undefined)
        links.push({ organization: organizationName, url: parts.publicUrl() + signInPath(token) })
    }
    if (links.length > 0) await parts.mail.send(signInMail(address, links))
  }

  const accountsOf = (address: string) => selectAccounts(store.of(NO_ORGANIZATION).read, address)

  async function begin(
    tx: Writer,
    org: OrganizationId,
    userId: string,
    userAgent: string,
  ): Promise<string | undefined> {
    // Held until the session is there, so that it ends with the user even when both happen at the same moment.
    if ((await shareActiveUser(tx, org, userId)) === undefined) return undefined
    const now = clock.now()
    const token = newOpaqueToken(org)
    await deleteExpired(tx, org, now, idleSince(now))
    await insertSession(tx, org, {
      id: newId(),
      userId,
      hash: hashOfToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
      userAgent: storable(userAgent),
    })
    return token
  }

  return {
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
      return link && { organizationName: link.organization_name, email: link.email }
    },

    /** @returns undefined for a link that is wrong, used or expired: which of these is nobody's business */
    async open(token: string, userAgent: string): Promise<Begun | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      return store.of(org).transact(async (tx) => {
        const link = await takeLink(tx, org, hash, clock.now())
        const begun = link && (await begin(tx, org, link.user_id, userAgent))
        return begun === undefined ? undefined : { token: begun, returnTo: link?.return_to ?? undefined }
      })
    },

    /** The same by the link of an invitation, whose person becomes a user by it. */
    async join(token: string, userAgent: string): Promise<Begun | undefined> {
      try {
        const { organizationId: org, userId } = await acceptInvitation(store, clock, token)
        const begun = await store.of(org).transact((tx) => begin(tx, org, userId, userAgent))
        return begun === undefined ? undefined : { token: begun, returnTo: undefined }
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },

    /** Who has the session, if it still is one. */
    async visitor(token: string | undefined): Promise<Visitor | undefined> {
      const read = token === undefined ? undefined : readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const now = clock.now()
      const row = await selectSession(store.of(org).read, org, hash, now, idleSince(now))
      if (row === undefined) return undefined
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
      await store.of(org).transact((tx) => deleteSession(tx, org, hash))
    },
  }
}

/** What a browser says of itself, as much of it as is kept. */
const storable = (userAgent: string) => userAgent.replaceAll('\u0000', '').slice(0, USER_AGENT_MAX).toWellFormed()
