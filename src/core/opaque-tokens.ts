/**
 * Secrets that stand for a row: sessions, sign-in links, OAuth tokens. One says which organization it is of, so that
 * nothing has to be searched for across organizations; the rest is 256 random bits, so that a plain digest, which is all
 * that is stored, gives nothing away.
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

/** What is stored of a token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** @returns undefined for what is no token of ours; whether there is a row for it is another question */
export function readOpaqueToken(token: string): { organizationId: OrganizationId; hash: string } | undefined {
  if (!OPAQUE_TOKEN.test(token)) return undefined
  const id = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex')
  const organizationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as OrganizationId
  return { organizationId, hash: hashOfToken(token) }
}
