/**
 * Opaque tokens for sessions, sign-in links and OAuth. A token contains the ID of its organization, so lookups never
 * search across organizations. The rest is 256 random bits, so that the stored SHA-256 digest doesn't reveal the token.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { OrganizationId } from './principal.ts'

const ID_BYTES = 16
const SECRET_BYTES = 32
const OPAQUE_TOKEN = /^[\w-]{64}$/

export function newOpaqueToken(organizationId: OrganizationId): string {
  const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, randomBytes(SECRET_BYTES)]).toString('base64url')
}

/** Digest of a token, as stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** @returns undefined for a malformed token. A valid token can still have no row. */
export function readOpaqueToken(token: string): { organizationId: OrganizationId; hash: string } | undefined {
  if (!OPAQUE_TOKEN.test(token)) return undefined
  const id = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex')
  const organizationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as OrganizationId
  return { organizationId, hash: hashOfToken(token) }
}
