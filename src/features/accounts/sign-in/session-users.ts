/** Users of sessions, and what a browser stores about them. */
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { isLanguage, type Language } from '../../../core/languages/current.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import { noteRequest } from '../../../core/request-scope.ts'
import type { SignedInSession, SignedInUser } from '../../../core/signed-in-user.ts'
import { COMPLETE_WAYS, idleSince } from './model.ts'
import {
  adoptLanguage,
  deleteSession,
  selectSession,
  updateBrowserLanguage,
  updateLastUsed,
  updateTimeZone,
} from './queries.ts'

export function createSessionUsers({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
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
    findSession,

    /** User of a session; undefined if the session has ended, or if the user must set up a second factor first. */
    async findUser(token: string | undefined): Promise<SignedInUser | undefined> {
      const session = await findSession(token)
      return session?.mustSetUpSecondFactor === true ? undefined : session
    },

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
      await store.of(org).transact((tx) => deleteSession(tx, org, hash))
    },
  }
}
