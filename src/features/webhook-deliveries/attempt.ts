/** One attempt at a delivery: signed, sent, and put into words. */
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { PublicFetchError, type PublicFetchFault } from '../../core/public-fetch.ts'
import { wishedWait } from '../../core/retry-after.ts'
import { signaturesOf } from '../../core/webhook-signature.ts'
import { purposeOfSecret } from '../webhooks/index.ts'
import type { Attempt } from './model.ts'

const TIMEOUT_MS = 10_000
/** Of the answer, for whoever looks into it. */
const ANSWER_BYTES = 1_024

const FAULTS: Readonly<Record<PublicFetchFault, string>> = {
  not_https: 'Nothing was sent: the address is neither https nor a private one that the operator allows.',
  not_public: 'Nothing was sent: the address is not a public one, and the operator does not allow it.',
  unknown_name: 'Nothing was sent: the name of the address is not known.',
  unreachable: 'No connection came about, or it broke off.',
  certificate: 'Nothing was sent: the certificate does not show that this is the server of that name.',
  timeout: `It did not answer within ${TIMEOUT_MS / 1_000} seconds.`,
  too_large: 'It answered more than is read.',
}
const SECRET_LOST = 'Nothing was sent: the secret cannot be read any more, since SECRET was changed. Rotate it.'

export interface Due {
  readonly id: string
  readonly webhookId: string
  readonly messageId: string
  readonly body: string
  readonly url: string
  /** Sealed, the newest first. */
  readonly secrets: readonly string[]
}

type Given = Pick<Ports, 'clock' | 'fetchPublic' | 'sealer'> & {
  readonly org: OrganizationId
  readonly signal: AbortSignal
}

/** @throws the reason of the signal: then nobody knows what came of it, and it is no attempt */
export async function attempt(ctx: Given, due: Due): Promise<Attempt> {
  const at = ctx.clock.now()
  const startedAt = performance.now()
  const outcome = await outcomeOf(ctx, due, at)
  ctx.signal.throwIfAborted()
  return { at, ms: Math.round(performance.now() - startedAt), ...outcome }
}

async function outcomeOf(ctx: Given, due: Due, at: Date): Promise<Omit<Attempt, 'at' | 'ms'>> {
  const nothing = (fault: string) => ({ status: null, answer: null, fault })
  const secrets = secretsOf(ctx, due)
  if (secrets === undefined) return nothing(SECRET_LOST)
  try {
    const response = await ctx.fetchPublic(due.url, {
      method: 'POST',
      headers: {
        ...signaturesOf({ id: due.messageId, body: due.body }, secrets, at),
        'content-type': 'application/json',
        accept: '*/*',
      },
      body: due.body,
      signal: ctx.signal,
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, tooLong: 'cut' },
    })
    return {
      status: response.status,
      answer: await beginningOf(response),
      fault: faultOf(response.status),
      wishedWaitMs: wishedWait(response.headers, ctx.clock.now().getTime()),
    }
  } catch (error) {
    if (error instanceof PublicFetchError) return nothing(FAULTS[error.fault])
    throw error
  }
}

/** @returns undefined when the newest cannot be opened; an old one that cannot signs no more, since nobody has it any more */
function secretsOf({ sealer, org }: Given, { webhookId, secrets }: Due): string[] | undefined {
  const opened = secrets.map((sealed) => {
    try {
      return sealer.open(org, purposeOfSecret(webhookId), sealed)
    } catch {
      return undefined
    }
  })
  return opened[0] === undefined ? undefined : opened.filter((secret) => secret !== undefined)
}

/** The status is what counts: a body that breaks off, or never ends, is told as far as it came. */
async function beginningOf(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of response.body ?? []) parts.push(part)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
  }
  // A text column holds no NUL.
  const text = new TextDecoder().decode(Buffer.concat(parts)).replaceAll('\u0000', '\ufffd')
  return text === '' ? null : text
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status < 400 && status >= 300
    ? `It answered ${status}; redirects are not followed, so name the address they lead to.`
    : `It answered ${status}.`
}
