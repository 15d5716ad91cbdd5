/**
 * API key tokens: JWTs (RFC 7519) signed with HS256, with the claims of decisions, section 1. A valid signature only
 * allows the lookup of the key. The key's row in the database determines whether the token is accepted.
 */
import { createHash, hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Secret } from '../../../core/config.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { KeyClaims, KeySigner } from '../../../core/tokens.ts'

const ISSUER = 'parley'
const ALGORITHM = 'HS256'
/** Maximum token length in characters. Longer tokens are rejected without verification. */
const TOKEN_MAX = 2_048

const claims = z.object({
  'api-version': z.literal('apiv2'),
  jti: z.guid(),
  org: z.guid(),
  sub: z.guid().optional(),
})

export interface KeyTokens extends KeySigner {
  /**
   * Returns undefined for tokens that Parley didn't sign. Doesn't check the expiry, because the key's row contains it.
   */
  verify(token: string): Promise<KeyClaims | undefined>
}

export function createKeyTokens(secret: Secret): KeyTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'parley api keys', 32))
  // Cache of verified tokens, to avoid repeated signature checks. It stores digests, not tokens.
  const seen = new LRUCache<string, KeyClaims>({ max: 10_000 })
  return {
    async sign({ keyId, organizationId, userId, issuedAt, expiresAt }) {
      const token = new SignJWT({ 'api-version': 'apiv2', org: organizationId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setJti(keyId)
        .setIssuedAt(issuedAt)
      if (userId !== undefined) token.setSubject(userId)
      if (expiresAt !== undefined) token.setExpirationTime(expiresAt)
      return token.sign(key)
    },
    async verify(token) {
      if (token.length > TOKEN_MAX) return undefined
      const digest = createHash('sha256').update(token).digest('base64')
      const known = seen.get(digest)
      if (known !== undefined) return known
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: new Date(0),
        })
        const read = claims.parse(payload)
        const found: KeyClaims = { keyId: read.jti, organizationId: read.org as OrganizationId, userId: read.sub }
        seen.set(digest, found)
        return found
      } catch {
        return undefined
      }
    },
  }
}
