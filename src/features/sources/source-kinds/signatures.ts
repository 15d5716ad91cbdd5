/** Comparison of secrets and signatures in constant time, and the age of signed times. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SourceDelivery, Verification } from './kind.ts'

export const AUTHENTIC: Verification = { isAuthentic: true }

export const notAuthentic = (reason: string): Verification => ({ isAuthentic: false, reason })

/** Maximum age of a signed time in seconds, and maximum lead of the sender's clock (Standard Webhooks). */
export const AGE_SECONDS = 300

/** Compares texts in constant time. Texts of different length differ. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const sign = (
  key: string | Buffer,
  parts: readonly (string | Buffer)[],
  encoding: 'hex' | 'base64',
  algorithm: 'sha256' | 'sha1' = 'sha256',
): string => {
  const hmac = createHmac(algorithm, key)
  for (const part of parts) hmac.update(part)
  return hmac.digest(encoding)
}

/**
 * Address of a subscription with a digest of the secret that each of its deliveries contains. Vendors return the address
 * of a subscription, but not the secret, so a new secret is recognized by another address.
 */
export const withDigest = (address: string, secret: string): string =>
  `${address}?state=${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`

/** Reason against a signed time in Unix seconds; undefined if it is recent. */
export function findStale(seconds: string, { receivedAt }: Pick<SourceDelivery, 'receivedAt'>): string | undefined {
  if (!/^\d{1,12}$/.test(seconds)) return 'The signature has no valid time.'
  const age = receivedAt.getTime() / 1_000 - Number(seconds)
  if (Math.abs(age) <= AGE_SECONDS) return undefined
  return `The signed time differs by more than ${AGE_SECONDS / 60} minutes from the time of arrival.`
}

/**
 * Verifies a header `t=<Unix seconds>,<scheme>=<HMAC of time and body>`. It can have several signatures while a secret is
 * replaced.
 */
export function verifyTimedHeader(
  delivery: SourceDelivery,
  header: string | undefined,
  {
    scheme,
    secret,
    encoding,
  }: { readonly scheme: string; readonly secret: string; readonly encoding: 'hex' | 'base64' },
): Verification {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  const signatures = parts.filter((part) => part.startsWith(`${scheme}=`))
  if (signatures.length === 0) return notAuthentic('The request has no signature.')
  const stale = findStale(timestamp, delivery)
  if (stale !== undefined) return notAuthentic(stale)
  const wanted = `${scheme}=${sign(secret, [`${timestamp}.`, delivery.body], encoding)}`
  const matches = signatures.filter((one) => isSame(one, wanted))
  return matches.length > 0 ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

/**
 * Verifies Standard Webhooks 1.0.0 and Svix, which differ in the prefix of the headers only.
 * @param secret `whsec_` and the key in base64
 */
export function verifyStandardWebhook(delivery: SourceDelivery, secret: string): Verification {
  const { headers, body } = delivery
  const header = (name: string) => headers[`webhook-${name}`] ?? headers[`svix-${name}`] ?? ''
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')]
  if (id === '' || signatures === '') return notAuthentic('The request has no signature.')
  const stale = findStale(timestamp, delivery)
  if (stale !== undefined) return notAuthentic(stale)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = `v1,${sign(key, [`${id}.${timestamp}.`, body], 'base64')}`
  // Each signature is compared, so that the time doesn't depend on the position of the valid one.
  const matches = signatures.split(' ').filter((one) => isSame(one, wanted))
  return matches.length > 0 ? AUTHENTIC : notAuthentic('The signature is wrong.')
}

export const standardWebhookId = ({ headers }: SourceDelivery): string | undefined =>
  headers['webhook-id'] ?? headers['svix-id']
