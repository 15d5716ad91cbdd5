/** Dependencies of the sign-in pages. */
import type { OrganizationId } from '../../core/principal.ts'
import type { Forms } from './forms.ts'
import type { PasskeyChallenge, PendingSummary } from './second-factor-views.ts'
import type { AccountSummary } from './sign-in-views.ts'

export interface OpenedSession {
  readonly token: string
  readonly returnTo: string | undefined
  /** Whether the token is for the page that asks for the second factor, and no session. */
  readonly isPending: boolean
}

/** Origin of a sign-in request. */
export interface Arrival {
  readonly userAgent: string
  readonly address: string
  readonly requestId: string
}

type ByPassword =
  | { readonly is: 'begun'; readonly begun: OpenedSession }
  | { readonly is: 'choice'; readonly choices: readonly { organizationName: string; path: string }[] }
  | { readonly is: 'wrong' | 'too_many' | 'busy' }

export type ByCode =
  | { readonly is: 'begun'; readonly begun: OpenedSession }
  | { readonly is: 'wrong' | 'ended' | 'too_many' }

type ByPasskey =
  | { readonly is: 'begun'; readonly begun: OpenedSession }
  | { readonly is: 'ended' | 'wrong' | 'provider' | 'too_many' }

type Sending =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'away' | 'too_many' }

type Returning =
  | { readonly is: 'begun'; readonly begun: OpenedSession }
  | { readonly is: 'refused'; readonly why: string }

type Starting =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'too_many' }

/** Sign-in with SAML. */
export interface SamlParts {
  /** Characters of a response. */
  readonly responseMax: number
  metadata(organization: OrganizationId): string
  mayReceive(address: string): Promise<boolean>
  send(
    organization: OrganizationId,
    from: { readonly browser: string; readonly address: string },
    returnTo: string | undefined,
  ): Promise<Starting>
  sendTest(
    organization: OrganizationId,
    from: { readonly browser: string; readonly address: string },
  ): Promise<Starting>
  receive(
    organization: OrganizationId,
    form: { readonly response: string; readonly relayState: string | undefined },
  ): Promise<
    | { readonly is: 'received'; readonly path: string; readonly browser: string | undefined }
    | { readonly is: 'refused'; readonly why: string }
  >
  finish(
    token: string,
    from: Arrival & { readonly browser: string },
  ): Promise<
    | { readonly is: 'begun'; readonly begun: OpenedSession }
    | { readonly is: 'tested'; readonly email: string; readonly why: string | undefined }
    | { readonly is: 'refused'; readonly why: string }
  >
}

/** Dependencies of the sign-in pages. */
export interface SignInParts {
  readonly forms: Forms
  readonly sessionSeconds: number
  readonly pendingSeconds: number
  readonly signIn: {
    readonly linksAnHour: number
    request(address: string, network: string, returnTo: string | undefined): Promise<boolean>
    findLink(token: string): Promise<{ organizationName: string; email: string } | undefined>
    open(token: string, from: Arrival): Promise<OpenedSession | undefined>
    join(token: string, from: Arrival): Promise<OpenedSession | 'elsewhere' | undefined>
    findSession(token: string | undefined): Promise<
      | (AccountSummary & {
          readonly mustSetUpSecondFactor: boolean
          readonly organizationId: OrganizationId
          readonly role: string
        })
      | undefined
    >
    findPending(token: string | undefined): Promise<PendingSummary | undefined>
    enterCode(token: string | undefined, code: string, from: Arrival): Promise<ByCode>
    end(token: string): Promise<void>
  }
  readonly passwords: {
    signIn(address: string, password: string, from: Arrival, returnTo: string | undefined): Promise<ByPassword>
  }
  readonly passkeys: {
    isAvailable(): boolean
    request(browser: string): PasskeyChallenge | undefined
    signIn(
      given: { readonly challenge: string; readonly response: string; readonly browser: string },
      from: Arrival,
      returnTo: string | undefined,
    ): Promise<ByPasskey>
  }
  readonly singleSignOn: {
    findRoute(
      address: string,
    ): Promise<
      { organizationId: OrganizationId; providerName: string; required: boolean; protocol: 'oidc' | 'saml' } | undefined
    >
    send(
      address: string,
      from: { readonly browser: string; readonly address: string },
      returnTo: string | undefined,
    ): Promise<Sending>
    back(query: string, from: Arrival & { readonly browser: string }): Promise<Returning>
  }
  readonly saml: SamlParts
}
