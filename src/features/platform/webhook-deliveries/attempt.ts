/** Sends one attempt of a delivery, signs it, and describes the outcome. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { PublicFetchError, type PublicFetchFault } from '../../../core/public-fetch.ts'
import { serverRetryDelayMs } from '../../../core/retry-delays.ts'
import { signWebhook } from '../../../core/webhook-signature.ts'
import { toAddressPurpose, toSealPurpose, type WebhookFormat } from '../webhooks/index.ts'
import type { DeliveryAttempt } from './model.ts'

const TIMEOUT_MS = 10_000
/** Number of bytes of the response body that are stored, for troubleshooting. */
const ANSWER_BYTES = 1_024

const FAULTS: Readonly<Record<PublicFetchFault, string>> = {
  not_https: "Nothing was sent: the URL isn't https, and not a private address that the operator allows.",
  not_public: "Nothing was sent: the URL isn't a public address, and the operator doesn't allow it.",
  unknown_name: "Nothing was sent: the host name can't be resolved.",
  unreachable: 'The connection failed or was interrupted.',
  certificate: "Nothing was sent: the TLS certificate isn't valid for the host name.",
  timeout: `The receiver didn't respond within ${TIMEOUT_MS / 1_000} seconds.`,
  too_large: 'The response is too large.',
}
const SECRET_LOST =
  "Nothing was sent: the signing secret can't be decrypted, because SECRET changed. Rotate the secret of the webhook."
const ADDRESS_LOST =
  "Nothing was sent: the address of the channel can't be decrypted, because SECRET changed. Enter the address again."

export interface DueDelivery {
  readonly id: string
  readonly webhookId: string
  readonly messageId: string
  readonly eventType: string
  readonly body: string
  readonly url: string
  readonly format: WebhookFormat
  /** Encrypted address of a channel; null for events. */
  readonly sealedUrl: string | null
  /** Team that reads the channel; null for the whole organization. */
  readonly teamId: string | null
  /** Language of posts in a channel. */
  readonly language: string
  /** Encrypted secrets, newest first. */
  readonly secrets: readonly string[]
}

/** A post for a channel, or the reason why the channel may not show the call. */
export type ChatPost = { readonly body: string } | { readonly skipped: string }

type AttemptContext = Pick<Ports, 'clock' | 'fetchPublic' | 'sealer'> & {
  readonly org: OrganizationId
  readonly signal: AbortSignal
}

/** @throws the reason of the signal. The outcome is then unknown, and the attempt isn't recorded. */
export async function attempt(ctx: AttemptContext, due: DueDelivery, post?: ChatPost): Promise<DeliveryAttempt> {
  const at = ctx.clock.now()
  if (post !== undefined && 'skipped' in post) {
    return { at, ms: 0, status: null, answer: null, fault: post.skipped, isSkipped: true }
  }
  const startedAt = performance.now()
  const outcome = await deliver(ctx, due, at, post)
  ctx.signal.throwIfAborted()
  return { at, ms: Math.round(performance.now() - startedAt), ...outcome }
}

async function deliver(
  ctx: AttemptContext,
  due: DueDelivery,
  at: Date,
  post: { readonly body: string } | undefined,
): Promise<Omit<DeliveryAttempt, 'at' | 'ms'>> {
  const createFailure = (fault: string) => ({ status: null, answer: null, fault })
  const request = post === undefined ? signEvent(ctx, due, at) : addressPost(ctx, due, post.body)
  if ('fault' in request) return createFailure(request.fault)
  try {
    const response = await ctx.fetchPublic(request.url, {
      method: 'POST',
      headers: { ...request.headers, 'content-type': 'application/json', accept: '*/*' },
      body: request.body,
      signal: ctx.signal,
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, tooLong: 'cut' },
    })
    return {
      status: response.status,
      answer: await readResponseStart(response),
      fault: describeStatusFault(response.status),
      wishedWaitMs: serverRetryDelayMs(response.headers, ctx.clock.now().getTime()),
    }
  } catch (error) {
    if (error instanceof PublicFetchError) return createFailure(FAULTS[error.fault])
    throw error
  }
}

type AttemptRequest =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly fault: string }

function signEvent(ctx: AttemptContext, due: DueDelivery, at: Date): AttemptRequest {
  const secrets = openSecrets(ctx, due)
  if (secrets === undefined) return { fault: SECRET_LOST }
  const { url, body } = due
  return { url, headers: signWebhook({ id: due.messageId, body }, secrets, at), body }
}

/** A channel has no use for a signature: its address is the secret. */
function addressPost(
  { sealer, org }: AttemptContext,
  { webhookId, sealedUrl }: DueDelivery,
  body: string,
): AttemptRequest {
  try {
    return { url: sealer.open(org, toAddressPurpose(webhookId), sealedUrl ?? ''), headers: {}, body }
  } catch {
    return { fault: ADDRESS_LOST }
  }
}

/**
 * Decrypts the secrets. An old one that can't be decrypted is skipped.
 * @returns undefined if the newest can't be decrypted
 */
function openSecrets({ sealer, org }: AttemptContext, { webhookId, secrets }: DueDelivery): string[] | undefined {
  const opened = secrets.map((sealed) => {
    try {
      return sealer.open(org, toSealPurpose(webhookId), sealed)
    } catch {
      return undefined
    }
  })
  return opened[0] === undefined ? undefined : opened.filter((secret) => secret !== undefined)
}

/**
 * Start of the response body. The status decides the outcome, so an incomplete body is returned as far as it was
 * received.
 */
async function readResponseStart(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of response.body ?? []) parts.push(part)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
  }
  // PostgreSQL text can't contain NUL characters.
  const text = new TextDecoder().decode(Buffer.concat(parts)).replaceAll('\u0000', '\ufffd')
  return text === '' ? null : text
}

function describeStatusFault(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status < 400 && status >= 300
    ? `The receiver responded with ${status}. Redirects are not followed: use the final URL.`
    : `The receiver responded with ${status}.`
}
