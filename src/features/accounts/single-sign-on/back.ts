/** End of a sign-in: the browser returns with the response of the provider. */
import { hashOfToken, readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Arrival, StartedSession } from '../sign-in/index.ts'
import { faultIn, ProviderFault, type ProviderRow, selectProvider } from '../sign-in-providers/index.ts'
import { type IdentityClaims, loadClaims } from './claims.ts'
import { enter, type Refusal } from './enter.ts'
import type { SingleSignOnParts } from './parts.ts'
import { takeRequest } from './queries.ts'
import { openSecrets, type RequestSecrets } from './request-secrets.ts'

type RefusedReturn =
  | Refusal
  /** The sign-in wasn't started in this browser, has expired or was used. */
  | 'not_ours'
  /** The provider reports that the user didn't sign in. */
  | 'not_signed_in'
  /** The response of the provider isn't valid, or the provider isn't available. */
  | 'not_shown'

export type SignInReturn =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  | { readonly is: 'refused'; readonly why: RefusedReturn }

export async function back(
  parts: SingleSignOnParts,
  query: string,
  from: Arrival & { readonly browser: string },
): Promise<SignInReturn> {
  const { store, clock, log, sealer } = parts
  const answer = new URLSearchParams(query)
  const state = answer.get('state') ?? ''
  const token = readOpaqueToken(state)
  if (token === undefined || answer.getAll('state').length !== 1) return { is: 'refused', why: 'not_ours' }
  const { organizationId: org, hash: stateHash } = token
  const database = store.of(org)
  const by = { stateHash, browserHash: hashOfToken(from.browser) }
  const request = await database.transact((tx) => takeRequest(tx, org, by, clock.now()))
  const provider = request && (await selectProvider(database.read, org, request.provider_id))
  if (request === undefined || provider === undefined) return { is: 'refused', why: 'not_ours' }
  const refuseSignIn = (why: RefusedReturn, detail?: string): SignInReturn => {
    log.warn({ organization: org, provider: provider.id, why, detail }, 'somebody did not come in by a provider')
    return { is: 'refused', why }
  }
  if (answer.has('error')) return refuseSignIn('not_signed_in', toLoggable(answer.get('error')))
  const secrets = openSecrets(sealer, org, stateHash, request.secrets)
  let said: IdentityClaims | undefined
  try {
    said = await exchangeCode(parts, { org, provider }, answer, secrets)
  } catch (error) {
    return refuseSignIn('not_shown', findReason(error))
  }
  if (said === undefined) return refuseSignIn('not_shown', 'subject')
  const returnTo = request.return_to ?? undefined
  const entered = await enter({ database, org, clock, provider, said, from, returnTo })
  return 'refused' in entered ? refuseSignIn(entered.refused) : { is: 'begun', begun: entered.begun }
}

/** Exchanges the returned code for a token. @returns its verified claims; undefined if the subject isn't usable */
async function exchangeCode(
  { getConfiguration, redirectUri }: SingleSignOnParts,
  { org, provider }: { readonly org: OrganizationId; readonly provider: ProviderRow },
  answer: URLSearchParams,
  { nonce, verifier }: RequestSecrets,
): Promise<IdentityClaims | undefined> {
  const { authorizationCodeGrant } = await import('openid-client')
  const config = await getConfiguration(org, provider)
  const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri()}?${answer}`), {
    expectedState: answer.get('state') ?? '',
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  return loadClaims(config, tokens)
}

/** Text if it looks like a protocol code; other text isn't logged. */
const toLoggable = (text: unknown): string | undefined =>
  typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined

/** Code of an error, for the log. The message isn't logged, because it can contain untrusted text. */
function findReason(error: unknown): string | undefined {
  if (error instanceof ProviderFault) return error.code
  const { error: protocolError, code } = error as { error?: unknown; code?: unknown }
  return (
    faultIn(error) ??
    toLoggable(protocolError) ??
    toLoggable(code) ??
    (error instanceof Error ? toLoggable(error.name) : undefined)
  )
}
