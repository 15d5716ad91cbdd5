/**
 * Who calls a tool: an API key, which is a JWT with the claim `api-version` and is recognized first, or an access token that
 * OAuth gave for this server (contract, "Authentication", tool server).
 */
import { AppError } from '../../core/errors.ts'
import type { Principal } from '../../core/principal.ts'

/** The scheme in any case (RFC 9110, section 11.1); a key may stand alone. */
const BEARER = /^(?:bearer +)?(?!bearer$)([\w.~+/-]+=*)$/i

export interface Verifiers {
  readonly key: (token: string) => Promise<Principal>
  readonly accessToken: (token: string) => Promise<Principal>
}

/** @returns a function that throws AppError `unauthenticated`, with code `invalid_token` where there was a token */
export function createToolAuthenticator({ key, accessToken }: Verifiers) {
  return async (header: string | undefined): Promise<Principal> => {
    const token = BEARER.exec(header?.trim() ?? '')?.[1]
    if (token === undefined) {
      throw new AppError('unauthenticated', 'unauthorized', 'Unauthorized', [
        { pointer: '', detail: 'Send an access token or an API key as Authorization: Bearer.' },
      ])
    }
    try {
      return await (isApiKey(token) ? key(token) : accessToken(token))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unauthenticated' || error.code === 'invalid_token')
        throw error
      throw new AppError('unauthenticated', 'invalid_token', 'Invalid token', [
        { pointer: '', detail: 'The API key is not valid, has expired or was revoked. Use another one.' },
      ])
    }
  }
}

/** By its claims alone; whether they are true is verified after. */
function isApiKey(token: string): boolean {
  const [, payload, signature, ...more] = token.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return false
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())?.['api-version'] === 'apiv2'
  } catch {
    return false
  }
}
