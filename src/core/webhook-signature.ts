/** Signatures by Standard Webhooks 1.0.0, "Signature scheme": HMAC-SHA256, the symmetric scheme (`v1`). */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * @param secrets secrets as displayed; with several, the message has a signature for each
 * @param at time of this attempt
 * @returns headers with which a receiver verifies the message
 */
export function signWebhook(
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64')}`
  })
  return { 'webhook-id': message.id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
