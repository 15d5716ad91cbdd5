/** Dependencies of the OAuth routes. */
import type { Reservation } from '../../core/attempts.ts'
import type { RequestSource } from '../../core/audit.ts'
import type { Clock } from '../../core/clock.ts'
import type { Secret } from '../../core/config.ts'
import type { Log } from '../../core/log.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import type { SignedInUser } from '../../core/signed-in-user.ts'
import type { Forms } from '../web/forms.ts'

/** Signed-in user at the browser. */
export type OAuthUser = Omit<SignedInUser, 'teamIds' | 'timeZone' | 'browserLanguage'>

export type Payload = Readonly<Record<string, unknown>>
export type OAuthTokenKind = 'code' | 'access' | 'refresh'

/** Reference to a connection and its organization. */
export interface OAuthGrantRef {
  readonly organizationId: OrganizationId
  readonly id: string
}

/** Storage of the OAuth server. Tokens and IDs are stored as digests only. */
export interface OAuthKeep {
  newGrantId(): string
  connect(
    id: string,
    connecting: {
      readonly principal: Principal & { readonly user: NonNullable<Principal['user']> }
      readonly source: RequestSource
      readonly clientId: string
      readonly clientName: string
      readonly redirectHost: string
      readonly scope: string
      readonly payload: Payload
      readonly expiresAt: Date
    },
  ): Promise<boolean>
  findGrant(grant: OAuthGrantRef): Promise<Payload | undefined>
  endGrant(grant: OAuthGrantRef): Promise<void>
  saveToken(
    token: string,
    kept: {
      kind: OAuthTokenKind
      grantId: string
      scope: string
      audience?: string
      payload: Payload
      seconds: number
    },
  ): Promise<boolean>
  findToken(kind: OAuthTokenKind, token: string): Promise<{ payload: Payload; consumed: boolean } | undefined>
  /** @returns whether the caller may use the token; the client can reuse a refresh token within a minute */
  consumeToken(kind: OAuthTokenKind, token: string): Promise<boolean>
  endToken(token: string): Promise<void>
  saveInteraction(org: OrganizationId, id: string, payload: Payload, seconds: number): Promise<void>
  findInteraction(org: OrganizationId, id: string): Promise<Payload | undefined>
  endInteraction(org: OrganizationId, id: string): Promise<void>
}

export interface OAuthParts {
  readonly store: OAuthKeep
  readonly secret: Secret
  readonly clock: Clock
  readonly log: Log
  readonly forms: Forms
  readonly publicUrl: () => string
  findUser(token: string | undefined): Promise<OAuthUser | undefined>
  /** Whether the user is active. */
  isActive(org: OrganizationId, userId: string): Promise<boolean>
  /** Reserves a registration within the limit. The reservation is released if the registration fails. */
  reserveRegistration(address: string): Promise<Reservation>
  /** @returns false if the limit is exceeded */
  mayFetch(address: string): Promise<boolean>
  /** Fetches a document from an untrusted URL. @throws Error */
  fetchPublic(url: string, signal: AbortSignal): Promise<Response>
}
