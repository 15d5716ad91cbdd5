/**
 * Requests to model servers whose URL was entered in the app. They pass the checks of outbound requests for every request,
 * not only when the model is connected, because the address of a host can change.
 */
import { type FaultDetail, ModelFault } from '../../core/language-model.ts'
import { ModelServerError, type ServerFault } from '../../core/model-connection.ts'
import { type PublicFetch, PublicFetchError, type PublicFetchFault } from '../../core/public-fetch.ts'
import type { ServerFetch } from './servers.ts'
import type { Fetch } from './transport.ts'

/** Maximum size of a response. The transport has the same limit. */
const BYTES_MAX = 16 * 1024 * 1024

const MODEL_FAULTS: Readonly<Record<PublicFetchFault, FaultDetail>> = {
  not_https: 'unreachable',
  not_public: 'unreachable',
  unknown_name: 'unreachable',
  unreachable: 'unreachable',
  certificate: 'unreachable',
  timeout: 'timeout',
  too_large: 'too_much',
}

/** `fetch` of model calls. @param timeoutMs maximum time until the last byte of the response */
export function guardModelFetch(fetchPublic: PublicFetch, timeoutMs: number): Fetch {
  return async (url, init = {}) => {
    try {
      return await fetchPublic(String(url), {
        method: 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: String(init.body),
        ...(init.signal ? { signal: init.signal } : {}),
        ...{ timeoutMs, maxBytes: BYTES_MAX },
      })
    } catch (error) {
      throw error instanceof PublicFetchError ? new ModelFault(MODEL_FAULTS[error.fault]) : error
    }
  }
}

const SERVER_FAULTS: Readonly<Record<PublicFetchFault, ServerFault>> = {
  not_https: 'not_allowed',
  not_public: 'not_allowed',
  unknown_name: 'unreachable',
  unreachable: 'unreachable',
  certificate: 'unreachable',
  timeout: 'timeout',
  too_large: 'too_large',
}

/** `fetch` of requests that list models. */
export function guardServerFetch(fetchPublic: PublicFetch): ServerFetch {
  return async (url, request) => {
    try {
      return await fetchPublic(url, request)
    } catch (error) {
      throw error instanceof PublicFetchError ? new ModelServerError(SERVER_FAULTS[error.fault]) : error
    }
  }
}
