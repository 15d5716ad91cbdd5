/** Start of a sign-in: redirects the browser to the provider. */
import type { Configuration } from 'openid-client'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import { localPath } from '../../../core/local-path.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import { NO_ORGANIZATION } from '../sign-in/index.ts'
import { findSignInRoute, ProviderFault, selectProvider } from '../sign-in-providers/index.ts'
import type { SingleSignOnParts } from './parts.ts'
import { insertRequest } from './queries.ts'
import { sealSecrets } from './request-secrets.ts'

const REQUEST_MS = 10 * 60_000
/** Limit of sign-ins per network. It is high, because a whole office can share one IP address. */
const SENT_FROM_A_NETWORK = { max: 300, seconds: 900 }

export type SignInRedirect =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'away' | 'too_many' }

/** Browser that signs in: the value of its cookie, which it must send again when it returns, and its network address. */
export interface SendingBrowser {
  readonly browser: string
  readonly address: string
}

export async function send(
  parts: SingleSignOnParts & { readonly attempts: Attempts },
  address: string,
  from: SendingBrowser,
  returnTo: string | undefined,
): Promise<SignInRedirect> {
  const { store, clock, log, sealer } = parts
  if (!(await parts.attempts.take('sent to a provider', toNetworkKey(from.address), SENT_FROM_A_NETWORK))) {
    return { is: 'too_many' }
  }
  const route = await findSignInRoute(store.of(NO_ORGANIZATION).read, address)
  if (route === undefined) return { is: 'no_provider' }
  const { organizationId: org, providerId, providerName } = route
  const provider = await selectProvider(store.of(org).read, org, providerId)
  if (provider === undefined) return { is: 'no_provider' }
  let config: Configuration
  try {
    config = await parts.getConfiguration(org, provider)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    log.warn({ organization: org, provider: providerId, fault: error.code }, 'a sign-in provider is away')
    return { is: 'away' }
  }
  const state = newOpaqueToken(org)
  const { to, secrets } = await buildRedirect(config, state, parts.redirectUri(), address)
  const stateHash = hashOfToken(state)
  const createdAt = clock.now()
  await store.of(org).transact((tx) =>
    insertRequest(tx, org, {
      ...{ stateHash, providerId, returnTo: localPath(returnTo), createdAt },
      browserHash: hashOfToken(from.browser),
      secrets: sealSecrets(sealer, org, stateHash, secrets),
      expiresAt: new Date(createdAt.getTime() + REQUEST_MS),
    }),
  )
  return { is: 'sent', to, providerName }
}

/** URL of the provider for a new request, with the secrets that verify its response. */
async function buildRedirect(config: Configuration, state: string, redirectUri: string, address: string) {
  const client = await import('openid-client')
  const secrets = { nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
  const url = client.buildAuthorizationUrl(config, {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    login_hint: address,
  })
  return { to: url.href, secrets }
}
