/** Identity claims of a provider. */
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { cleanDisplayName } from '../../../core/display-names.ts'
import { emailAddress, PERSON_NAME_MAX } from '../identity/index.ts'

export interface IdentityClaims {
  /** Subject at the provider. Undefined for SAML, where the address identifies the user. */
  readonly subject: string | undefined
  /** Email address; undefined if missing or invalid. */
  readonly email: string | undefined
  readonly verified: boolean
  readonly firstName: string
  readonly lastName: string
}

const SUBJECT_MAX = 255

/**
 * Reads claims from the ID token. Claims that are missing there are requested from the userinfo endpoint, as many
 * providers require.
 * @throws Error of the OpenID Connect library
 */
export async function loadClaims(
  config: Configuration,
  tokens: { readonly access_token: string; claims(): IDToken | undefined },
): Promise<IdentityClaims | undefined> {
  const signed = tokens.claims()
  if (signed === undefined || signed.sub.length > SUBJECT_MAX || !isStorable(signed.sub)) return undefined
  const asked = signed.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const { fetchUserInfo } = await import('openid-client')
  const told = asked ? await fetchUserInfo(config, tokens.access_token, signed.sub) : {}
  return readClaims({ ...told, ...signed })
}

/** Parses untrusted claims. Invalid values count as missing. */
export function readClaims(claims: IDToken | (Partial<UserInfoResponse> & { sub: string })): IdentityClaims {
  const email = emailAddress.safeParse(claims.email)
  const whole = nameIn(claims.name)
  const [firstName, lastName] = [nameIn(claims.given_name), nameIn(claims.family_name)]
  const hasParts = firstName !== '' || lastName !== ''
  return {
    subject: claims.sub,
    email: email.success ? email.data : undefined,
    // Some providers return the flag as text.
    verified: claims.email_verified === true || claims.email_verified === ('true' as unknown),
    firstName: hasParts ? firstName : (whole.split(' ')[0] ?? ''),
    lastName: hasParts ? lastName : whole.split(' ').slice(1).join(' '),
  }
}

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

function nameIn(claim: unknown): string {
  if (typeof claim !== 'string' || !isStorable(claim)) return ''
  return cleanDisplayName(claim, { max: PERSON_NAME_MAX, of: 'person' })
}
