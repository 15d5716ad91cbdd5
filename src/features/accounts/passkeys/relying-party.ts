/** Relying party of WebAuthn: the service, as browsers and authenticators identify it. */
import { isIP } from 'node:net'
import { invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface RelyingParty {
  /** Host name of the public URL. Passkeys belong to it, so they stop working if it changes. */
  readonly id: string
  readonly origin: string
}

/** @returns undefined if the public URL has an IP address, or is neither https nor on this machine: browsers refuse both */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined
}

/** @throws AppError `validation_failed` */
export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = findRelyingParty(publicUrl)
  if (party !== undefined) return party
  throw invalid({
    pointer: '',
    detail: 'Passkeys require a public address with https and a host name. Ask the operator to set `PUBLIC_URL`.',
  })
}

/** Algorithms of signatures (COSE): EdDSA, ES256 and RS256, which all authenticators have one of. */
export const ALGORITHMS = [-8, -7, -257]

/** Lifetime of a challenge. Authenticators with a phone and a QR code need minutes. */
export const CHALLENGE_SECONDS = 300

/** User ID of a passkey: organization and user, so that a sign-in without an address finds both. */
export const toUserHandle = (org: OrganizationId, userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from((org + userId).replaceAll('-', ''), 'hex'))

const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** @returns undefined for the handle of another service */
export function readUserHandle(handle: string): { org: OrganizationId; userId: string } | undefined {
  const hex = Buffer.from(handle, 'base64url').toString('hex')
  if (hex.length !== 64) return undefined
  const [org, userId] = [hex.slice(0, 32), hex.slice(32)].map((half) => half.replace(UUID, '$1-$2-$3-$4-$5'))
  return { org: org as OrganizationId, userId: userId ?? '' }
}
