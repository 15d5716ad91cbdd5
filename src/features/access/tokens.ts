/**
 * API key tokens: JWTs (RFC 7519) signed with HS256. The claims are those of decisions, section 1; only what the
 * database says of the key's row makes a token valid, the signature merely tells that the row may be asked.
 */
import { createHash, hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Secret } from '../../core/config.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { KeyClaims, KeySigner } from '../../core/tokens.ts'

const ISSUER = 'parley'
const ALGORITHM = 'HS256'
/** Longer than any token of ours; nothing longer is looked at. */
const TOKEN_MAX = 2_048

const claims = z.object({
  'api-version': z.literal('apiv2'),
  jti: z.guid(),
  org: z.guid(),
  sub: z.guid().optional(),
})

export interface KeyTokens extends KeySigner {
  /** Undefined for whatever we did not sign. Expiry is the row's affair, which knows it too. */
  verify(token: string): Promise<KeyClaims | undefined>
}

export function createKeyTokens(secret: Secret): KeyTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'parley api keys', 32))
  // A signature once seen to be right stays right: what is remembered is the digest of the token, not the token.
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
