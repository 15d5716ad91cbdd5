/**
 * Persistence of the OAuth server. Organization IDs are part of all grant IDs and tokens, so each lookup is scoped to
 * one organization.
 */
import type { RequestSource } from '../../../core/audit.ts'
import { type Clock, newId } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { hashOfToken, readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import {
  deleteExpired,
  deleteGrant,
  deleteInteraction,
  deleteToken,
  insertGrant,
  insertToken,
  selectGrant,
  selectInteraction,
  selectToken,
  updateConsumed,
  upsertInteraction,
} from './queries.ts'
import type { OAuthPayload, TokenKind } from './schema.ts'

/** Reference to a connection and its organization. */
export interface GrantRef {
  readonly organizationId: OrganizationId
  readonly id: string
}

export interface Connecting {
  readonly principal: Principal & { readonly user: NonNullable<Principal['user']> }
  readonly source: RequestSource
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scope: string
  readonly payload: OAuthPayload
  readonly expiresAt: Date
}

export type OAuthStore = ReturnType<typeof createOAuthStore>

export function createOAuthStore({ store, clock }: { store: Store; clock: Clock }) {
  return {
    newGrantId: newId,

    /**
     * Connects an app to a user. Also deletes expired rows of the organization.
     * @param id a new ID, created by the caller because the payload may contain it
     * @returns false if the user is deactivated; nothing is written then
     */
    async connect(id: string, { principal, source, ...grant }: Connecting): Promise<boolean> {
      const { organizationId: org, user } = principal
      const createdAt = clock.now()
      return store.of(org).transact(async (tx) => {
        // Locks the user until the connection is committed, so that a concurrent deactivation also ends the connection.
        if ((await shareActiveUser(tx, org, user.id)) === undefined) return false
        await deleteExpired(tx, org, createdAt)
        await insertGrant(tx, org, { ...grant, id, userId: user.id, createdAt })
        const things = [{ kind: 'connected app', id }]
        await recordAudit(tx, org, { operation: 'connectApp', principal, source, at: createdAt, targets: things })
        return true
      })
    },

    findGrant({ organizationId: org, id }: GrantRef): Promise<OAuthPayload | undefined> {
      return selectGrant(store.of(org).read, org, id, clock.now())
    },

    /** Ends a connection and all its tokens immediately. */
    async endGrant({ organizationId: org, id }: GrantRef): Promise<void> {
      await store.of(org).transact((tx) => deleteGrant(tx, org, id, 'everyone'))
    },

    /** @returns false if the connection has ended in the meantime; nothing is stored then */
    async saveToken(
      token: string,
      kept: {
        kind: TokenKind
        grantId: string
        scope: string
        audience?: string
        payload: OAuthPayload
        seconds: number
      },
    ): Promise<boolean> {
      const { organizationId: org, hash } = requireOwnToken(token)
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + kept.seconds * 1000)
      return store
        .of(org)
        .transact((tx) => insertToken(tx, org, { ...kept, hash, audience: kept.audience, createdAt, expiresAt }))
    },

    /** @returns the token if it hasn't expired. `consumed` means that using it again counts as reuse. */
    async findToken(kind: TokenKind, token: string): Promise<{ payload: OAuthPayload; consumed: boolean } | undefined> {
      const read = readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const now = clock.now()
      const row = await selectToken(store.of(org).read, org, kind, hash, now)
      if (row === undefined) return undefined
      const since = reusableSince(kind, now)
      const isReusable =
        row.consumed_at === null || (since !== undefined && Date.parse(row.consumed_at) > since.getTime())
      return { payload: row.payload, consumed: !isReusable }
    },

    /** @returns whether the caller may use the token. Safe for concurrent use by several processes. */
    async consumeToken(kind: TokenKind, token: string): Promise<boolean> {
      const { organizationId: org, hash } = requireOwnToken(token)
      const at = clock.now()
      return store
        .of(org)
        .transact((tx) => updateConsumed(tx, org, hash, { at, reusableSince: reusableSince(kind, at) }))
    },

    async endToken(token: string): Promise<void> {
      const { organizationId: org, hash } = requireOwnToken(token)
      await store.of(org).transact((tx) => deleteToken(tx, org, hash))
    },

    async saveInteraction(org: OrganizationId, id: string, payload: OAuthPayload, seconds: number): Promise<void> {
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000)
      await store.of(org).transact((tx) => upsertInteraction(tx, org, hashOfToken(id), payload, expiresAt))
    },

    findInteraction(org: OrganizationId, id: string): Promise<OAuthPayload | undefined> {
      return selectInteraction(store.of(org).read, org, hashOfToken(id), clock.now())
    },

    async endInteraction(org: OrganizationId, id: string): Promise<void> {
      await store.of(org).transact((tx) => deleteInteraction(tx, org, hashOfToken(id)))
    },
  }
}

/**
 * Grace period in which the client can reuse a refresh token. Clients that run tools concurrently refresh once for each
 * tool call, and a response can get lost. All resulting tokens belong to the same connection.
 */
const REFRESH_REUSE_MS = 60_000

const reusableSince = (kind: TokenKind, now: Date): Date | undefined =>
  kind === 'refresh' ? new Date(now.getTime() - REFRESH_REUSE_MS) : undefined

/** @throws Error if Parley didn't issue the token */
function requireOwnToken(token: string): { organizationId: OrganizationId; hash: string } {
  const read = readOpaqueToken(token)
  if (read === undefined) throw new Error("Parley didn't issue this token.")
  return read
}
