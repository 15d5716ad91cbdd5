/**
 * Secrets of others that have to be used again, such as the key of a CRM: a row holds them sealed, so that whoever reads
 * the database, or a backup without the secret, learns nothing. AES-256-GCM under a key of the service's secret; what was
 * sealed for one organization and purpose opens for no other.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './config.ts'
import type { OrganizationId } from './principal.ts'

/** Names the way it was sealed, so that another one can be told from it. */
const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Sealer {
  /** @param purpose what it is for, and of which thing: `webhook secret <id>`. The same words open it. */
  seal(org: OrganizationId, purpose: string, text: string): string
  /** @throws Error when it was sealed for another purpose or organization, under another secret, or changed since */
  open(org: OrganizationId, purpose: string, sealed: string): string
}

export function createSealer(secret: Secret): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'parley sealed', 32))
  const bound = (org: OrganizationId, purpose: string) => Buffer.from(JSON.stringify([VERSION, org, purpose]))
  return {
    seal(org, purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(bound(org, purpose))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open(org, purpose, sealed) {
      const bytes = Buffer.from(sealed.startsWith(`${VERSION}.`) ? sealed.slice(VERSION.length + 1) : '', 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('This was not sealed here.')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(bound(org, purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
