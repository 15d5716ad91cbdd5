/** Rules of invitations: who may invite whom, and the secret in the link. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../../core/errors.ts'
import type { OrganizationId, Principal, Role } from '../../core/principal.ts'

const DAYS = 14

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + DAYS * 86_400_000)

/**
 * Admins invite anybody. Managers invite sales representatives, into teams they see and at least one of them, so that
 * nobody comes to see more through them than they do.
 * @throws AppError `manager_required`; `admin_required`.
 */
export function requireMayInvite(principal: Principal, invited: { role: Role; teamIds: readonly string[] }): void {
  const { role, user } = principal
  if (role === 'ADMIN') return
  if (role !== 'MANAGER') throw forbidden('manager_required', 'Only admins and managers invite people.')
  const seen = new Set(user?.teamIds)
  if (invited.role !== 'SALES_REP') {
    throw forbidden('admin_required', 'Managers invite sales representatives; other roles need an admin.')
  }
  if (invited.teamIds.length === 0 || !invited.teamIds.every((id) => seen.has(id))) {
    throw forbidden('admin_required', 'Managers invite into their own teams and those below; others need an admin.')
  }
}

const SECRET_BYTES = 32
const ID_BYTES = 16
const TOKEN_LENGTH = Math.ceil(((2 * ID_BYTES + SECRET_BYTES) * 4) / 3)

export interface InvitationToken {
  readonly organizationId: OrganizationId
  readonly invitationId: string
  readonly secret: Buffer
}

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** What is stored of a secret. It has 256 random bits, so that a plain digest gives nothing away. */
export const hashOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex')

export const isSecretOf = (secret: Buffer, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(hash))

/** It says which invitation it is for, so that nothing has to be searched for across organizations. */
export function tokenOf({ organizationId, invitationId, secret }: InvitationToken): string {
  return Buffer.concat([bytesOf(organizationId), bytesOf(invitationId), secret]).toString('base64url')
}

/** @returns undefined for what is no token of ours */
export function readToken(token: string): InvitationToken | undefined {
  if (token.length !== TOKEN_LENGTH || !/^[\w-]+$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return {
    organizationId: uuidOf(bytes.subarray(0, ID_BYTES)) as OrganizationId,
    invitationId: uuidOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    secret: bytes.subarray(2 * ID_BYTES),
  }
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
