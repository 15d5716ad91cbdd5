/**
 * Authenticates callers of the tool server: by API key, a JWT with the claim `api-version`, which is checked first, or
 * by OAuth access token (contract, "Authentication", tool server).
 */
import { AppError } from '../../core/errors.ts'
import type { Principal } from '../../core/principal.ts'

/** The scheme is case-insensitive (RFC 9110, section 11.1) and optional for API keys. */
const BEARER = /^(?:bearer +)?(?!bearer$)([\w.~+/-]+=*)$/i

export interface Verifiers {
  readonly key: (token: string) => Promise<Principal>
  readonly accessToken: (token: string) => Promise<Principal>
}

/** @returns a function that throws AppError `unauthenticated`, with code `invalid_token` if a token was sent */
export function createToolAuthenticator({ key, accessToken }: Verifiers) {
  return async (header: string | undefined): Promise<Principal> => {
    const token = BEARER.exec(header?.trim() ?? '')?.[1]
    if (token === undefined) {
      throw new AppError('unauthenticated', 'unauthorized', 'Unauthorized', [
        {
          pointer: '',
          detail:
            'The request has no valid Authorization header. Send an access token or an API key as Authorization: ' +
            'Bearer.',
        },
      ])
    }
    try {
      return await (isApiKey(token) ? key(token) : accessToken(token))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unauthenticated' || error.code === 'invalid_token')
        throw error
      throw new AppError('unauthenticated', 'invalid_token', 'Invalid token', [
        { pointer: '', detail: 'The API key is invalid, expired or revoked. Use another API key.' },
      ])
    }
  }
}

/** Recognizes an API key by its claims, which are verified later. */
function isApiKey(token: string): boolean {
  const [, payload, signature, ...more] = token.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return false
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())?.['api-version'] === 'apiv2'
  } catch {
    return false
  }
}
