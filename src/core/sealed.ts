/**
 * Encryption of credentials that Parley uses again, such as CRM keys. A database or backup without the service's secret
 * doesn't reveal them. AES-256-GCM with a key derived from the service's secret; the ciphertext is bound to its
 * organization and purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './config.ts'
import type { OrganizationId } from './principal.ts'

/** Version of the format, for later changes. */
const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Owner of credentials that belong to no organization. */
export const INSTALLATION = 'installation'
export type SealOwner = OrganizationId | typeof INSTALLATION

export interface Sealer {
  /** @param purpose kind and ID of the owner: `webhook secret <id>`. `open` requires the same purpose. */
  seal(org: SealOwner, purpose: string, text: string): string
  /** @throws Error if the text was sealed for another purpose or organization, with another secret, or was changed */
  open(org: SealOwner, purpose: string, sealed: string): string
}

export function createSealer(secret: Secret): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret.reveal(), '', 'parley sealed', 32))
  const bound = (org: SealOwner, purpose: string) => Buffer.from(JSON.stringify([VERSION, org, purpose]))
  return {
    seal(org, purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(bound(org, purpose))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open(org, purpose, sealed) {
      const bytes = Buffer.from(sealed.startsWith(`${VERSION}.`) ? sealed.slice(VERSION.length + 1) : '', 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('The text has an unknown format.')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(bound(org, purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
