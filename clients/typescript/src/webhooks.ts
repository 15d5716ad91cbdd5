/** Verification of webhooks by Standard Webhooks 1.0.0, with the Web Crypto API. */

/** Body of a webhook. Later versions of Parley can add types, and fields to `data`. */
export interface WebhookEvent {
  /** Type of the event, such as `conversation.analyzed`. */
  readonly type: string
  /** Time of the event, ISO 8601. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A webhook that Parley didn't sign, or that is too old. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface VerifyWebhookOptions {
  /** Secret of the webhook (`whsec_…`), or several while you replace it. */
  readonly secret: string | readonly string[]
  /** Headers of the request: `Headers`, or an object such as `request.headers` of Node.js. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Unchanged body of the request. A body that was parsed and serialized again has another signature. */
  readonly body: string | Uint8Array
  /** Largest difference in seconds between the time of the attempt and now. Defaults to 300. */
  readonly tolerance?: number
}

/**
 * Verifies the signature and the time of a webhook.
 * @returns the event, and the ID of the message. An event can arrive twice with the same ID.
 * @throws WebhookVerificationError if the headers are incomplete, the time is wrong or no signature matches
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<{ id: string; event: WebhookEvent }> {
  const { secret, headers, body, tolerance = 300 } = options
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The header `webhook-timestamp` is not a time.')
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookVerificationError(`The webhook is more than ${tolerance} seconds older or newer than this clock.`)

  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), content)
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (!(await hasValidSignature(secrets, signatures, signed)))
    throw new WebhookVerificationError('No signature of the webhook matches the secret.')
  return { id, event: parseEvent(content) }
}

async function hasValidSignature(secrets: readonly string[], signatures: string, signed: Uint8Array<ArrayBuffer>) {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      decodeBase64(secret.replace(/^whsec_/, '')) ?? fail('The secret of a webhook has the form `whsec_` and base64.'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    for (const entry of signatures.split(' ')) {
      const [version, value = ''] = entry.split(',', 2)
      const signature = version === 'v1' ? decodeBase64(value) : undefined
      // Compares in constant time.
      if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
    }
  }
  return false
}

function fail(message: string): never {
  throw new TypeError(message)
}

function readHeader(headers: VerifyWebhookOptions['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header \`${name}\` is missing.`)
  return value
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function parseEvent(content: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent
  } catch (cause) {
    throw new WebhookVerificationError('The body of the webhook is not JSON.', { cause })
  }
}
