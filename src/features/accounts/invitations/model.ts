/** Permissions of invitations, and the secret in the link. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../../../core/errors.ts'
import type { OrganizationId, Principal, Role } from '../../../core/principal.ts'

/** Days until an invitation expires. */
export const INVITATION_DAYS = 14

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)

/**
 * Checks the permission to invite. Admins can invite with any role. Managers can invite members to at
 * least one team, all of which they can read, so that an invited user can't read more than the manager.
 * @throws AppError `manager_required`; `admin_required`
 */
export function requireMayInvite(principal: Principal, invited: { role: Role; teamIds: readonly string[] }): void {
  const { role, user } = principal
  if (role === 'ADMIN') return
  if (role !== 'MANAGER') throw forbidden('manager_required', 'Inviting people requires the manager or admin role.')
  const seen = new Set(user?.teamIds)
  if (invited.role !== 'SALES_REP') {
    throw forbidden('admin_required', 'Managers can invite only members. Ask an admin to invite with another role.')
  }
  if (invited.teamIds.length === 0 || !invited.teamIds.every((id) => seen.has(id))) {
    throw forbidden(
      'admin_required',
      'Managers must set at least one team, and only their own teams or child teams. Ask an admin for other teams.',
    )
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

/** Stored digest of a secret. A plain SHA-256 digest is sufficient because the secret has 256 random bits. */
export const hashSecret = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex')

export const matchesSecretHash = (secret: Buffer, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))

/** Encodes organization, invitation and secret, so that the lookup doesn't have to search across organizations. */
export function encodeInvitationToken({ organizationId, invitationId, secret }: InvitationToken): string {
  return Buffer.concat([uuidToBytes(organizationId), uuidToBytes(invitationId), secret]).toString('base64url')
}

/** @returns undefined if the token is malformed */
export function readToken(token: string): InvitationToken | undefined {
  if (token.length !== TOKEN_LENGTH || !/^[\w-]+$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return {
    organizationId: bytesToUuid(bytes.subarray(0, ID_BYTES)) as OrganizationId,
    invitationId: bytesToUuid(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    secret: bytes.subarray(2 * ID_BYTES),
  }
}

const uuidToBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const bytesToUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
