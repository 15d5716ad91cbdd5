/**
 * Client IDs that contain the sealed registration. Nothing is stored, so nobody can fill the database with
 * registrations, which need no account. Clients can be found without knowing an organization.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Secret } from '../../core/config.ts'
import { deriveKey } from './keys.ts'
import type { Registration } from './registration.ts'

const PREFIX = 'app_'
/** Client IDs are part of URLs, which browsers and proxies limit to about 8,000 characters. */
const ID_MAX = 2_000
const SEALED = /^app_([\w-]+)\.([\w-]{22})$/
const OPENED_MAX = 16_384

export interface RegisteredClient extends Registration {
  readonly client_id: string
  /** Seconds since 1970-01-01 UTC. */
  readonly client_id_issued_at: number
}

export interface ClientIds {
  /** @returns undefined if the registration is too large */
  seal(registration: Registration, at: Date): string | undefined
  /** @returns undefined if Parley didn't seal the ID */
  open(id: string): RegisteredClient | undefined
  /** Secret of a confidential client. The client received it at registration. */
  getSecret(id: string): string
}

export function createClientIds(secret: Secret): ClientIds {
  const sealKey = deriveKey(secret, 'client ids')
  const secretKey = deriveKey(secret, 'client secrets')
  const computeSeal = (content: string) =>
    createHmac('sha256', sealKey).update(content).digest().subarray(0, 16).toString('base64url')
  return {
    seal(registration, at) {
      // Two identical registrations in the same second get different IDs.
      const salt = randomBytes(9).toString('base64url')
      const said = JSON.stringify([salt, Math.floor(at.getTime() / 1000), registration])
      const content = deflateRawSync(said).toString('base64url')
      const id = `${PREFIX}${content}.${computeSeal(content)}`
      return id.length > ID_MAX ? undefined : id
    },
    open(id) {
      const [, content, seal] = (id.length <= ID_MAX && SEALED.exec(id)) || []
      if (content === undefined || seal === undefined) return undefined
      if (!timingSafeEqual(Buffer.from(seal), Buffer.from(computeSeal(content)))) return undefined
      const said = inflateRawSync(Buffer.from(content, 'base64url'), { maxOutputLength: OPENED_MAX }).toString()
      const [, issuedAt, registration] = JSON.parse(said) as [string, number, Registration]
      return { ...registration, client_id: id, client_id_issued_at: issuedAt }
    },
    getSecret: (id) => createHmac('sha256', secretKey).update(id).digest('base64url'),
  }
}
