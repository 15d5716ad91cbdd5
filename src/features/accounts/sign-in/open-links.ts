/** Sign-in with links: of emails, invitations and the command line. */
import type { Clock } from '../../../core/clock.ts'
import type { Reader, Store, Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { shareActiveUser } from '../identity/index.ts'
import { acceptInvitation } from '../invitations/index.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { addLink, CHOICE_MS, signInPath } from './links.ts'
import { type SignInAccount, type SignInLinkRow, selectLink, takeLink } from './queries.ts'
import { type Arrival, type StartedSession, startSession } from './sessions.ts'

export function createLinkOpening({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  return {
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
