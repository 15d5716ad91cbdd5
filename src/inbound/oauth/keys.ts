/** Keys of the OAuth server, derived from the secret of the installation. */
import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { Secret } from '../../core/config.ts'

export const deriveKey = (secret: Secret, use: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret.reveal(), '', `parley oauth ${use}`, 32))

/** Prefix of a PKCS #8 Ed25519 key (RFC 8410), followed by 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signing key for the JWKS document, which clients expect. Unused, because tokens are opaque. */
export function createSigningKey(secret: Secret) {
  const key = createPrivateKey({
    key: Buffer.concat([ED25519, deriveKey(secret, 'signing key')]),
    format: 'der',
    type: 'pkcs8',
  })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }
}
