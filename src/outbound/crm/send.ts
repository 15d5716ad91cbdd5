/** Transport of all CRM adapters: permits only allowed addresses, limits responses and reports faults by kind. */
import { CrmFault } from '../../core/crm.ts'
import { type PublicFetch, PublicFetchError, type PublicRequest } from '../../core/public-fetch.ts'
import { serverRetryDelayMs } from '../../core/retry-delays.ts'

/** Maximum size of a response in bytes. A page of 200 records with many fields has a few megabytes. */
const BODY_MAX = 32 * 1024 * 1024
/** Timeout of a push. It is short, because a run occupies a slot that other runs wait for. */
export const PUSH_TIMEOUT_MS = 10_000
export const READ_TIMEOUT_MS = 30_000

export interface CrmAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Delay from `Retry-After` in milliseconds, or undefined without this header. */
  readonly retryAfterMs: number | undefined
}

export type CrmSend = (url: string, request: PublicRequest) => Promise<CrmAnswer>

/** @returns a function that throws CrmFault or the reason of the signal; it returns responses of every status */
export function createSend(fetchPublic: PublicFetch, signal: AbortSignal | undefined): CrmSend {
  return async (url, request) => {
    try {
      const answer = await fetchPublic(url, {
        timeoutMs: READ_TIMEOUT_MS,
        maxBytes: BODY_MAX,
        ...request,
        ...(signal === undefined ? {} : { signal }),
      })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
        retryAfterMs: serverRetryDelayMs(answer.headers),
      }
    } catch (error) {
      throw error instanceof PublicFetchError ? toCrmFault(error) : error
    }
  }
}

function toCrmFault({ fault }: PublicFetchError): CrmFault {
  if (fault === 'not_https' || fault === 'not_public') return new CrmFault('address')
  if (fault === 'timeout') return new CrmFault('timeout')
  return new CrmFault(fault === 'too_large' ? 'not_understood' : 'unreachable')
}

/** Converts a status to a fault, for responses without details in their body. */
export function faultOfStatus({ status, text, retryAfterMs }: CrmAnswer): CrmFault {
  const more = { said: text, retryAfterMs }
  if (status === 401) return new CrmFault('credentials', more)
  if (status === 403) return new CrmFault('permission', more)
  if (status === 404 || status === 410) return new CrmFault('record_missing', more)
  if (status === 409) return new CrmFault('conflict', more)
  if (status === 429) return new CrmFault('rate_limited', more)
  if (status === 408 || status === 423 || status === 425 || status >= 500) return new CrmFault('server_error', more)
  return status >= 400 ? new CrmFault('request', more) : new CrmFault('not_understood', more)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
