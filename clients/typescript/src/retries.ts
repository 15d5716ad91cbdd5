import { ParleyConnectionError, readRetryAfter } from './errors.ts'

export interface RetryOptions {
  /** Retries after the first attempt. Defaults to 4; 0 disables retries. */
  readonly retries?: number
  /** Longest wait in seconds before a retry. If the service asks for more, the error is thrown. Defaults to 60. */
  readonly maxRetryDelay?: number
  /** Seconds in which a response must start. Defaults to 120. */
  readonly timeout?: number
}

const FIRST_DELAY_SECONDS = 0.5
const RETRIED_STATUSES = new Set([429, 502, 503, 504])
/** The request never ran, so any method can be repeated. */
const REJECTED_STATUSES = new Set([429, 503])
/** Repeating one of these has the same effect as sending it once. A POST has an idempotency key. */
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST'])

/**
 * Wraps `fetch`: adds an `Idempotency-Key` to each POST, and repeats requests after rejections and lost responses. A
 * request whose body is a stream or a form with files is sent once.
 */
export function createRetryingFetch(
  send: typeof fetch,
  { retries = 4, maxRetryDelay = 60, timeout = 120 }: RetryOptions,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
    const attempts = isForm ? 1 : retries + 1
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts
      const outcome = await sendOnce(send, isLast ? request : request.clone(), timeout)
      if (isLast || request.signal.aborted || !(await isRetried(request, outcome))) return unwrap(outcome)
      const delay = computeDelay(outcome, attempt)
      if (delay > maxRetryDelay) return unwrap(outcome)
      // Frees the connection.
      if (outcome instanceof Response) await outcome.body?.cancel()
      await wait(delay * 1000, request.signal)
    }
  }
}

type Outcome = Response | ParleyConnectionError

async function sendOnce(send: typeof fetch, request: Request, timeout: number): Promise<Outcome> {
  const timer = new AbortController()
  const handle = setTimeout(() => timer.abort(), timeout * 1000)
  try {
    return await send(request, { signal: AbortSignal.any([request.signal, timer.signal]) })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    const reason = timer.signal.aborted ? `no response started within ${timeout} seconds` : describeCause(cause)
    return new ParleyConnectionError(`${request.method} ${request.url} failed: ${reason}.`, { cause })
  } finally {
    clearTimeout(handle)
  }
}

/** The cause of a failed fetch, which names the reason, such as `ECONNREFUSED`. */
function describeCause(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown }
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(cause)
}

async function isRetried({ method, headers }: Request, outcome: Outcome): Promise<boolean> {
  if (!(outcome instanceof Response)) return REPEATABLE_METHODS.has(method)
  if (outcome.status === 409) return headers.has('idempotency-key') && (await isStillRunning(outcome))
  if (!RETRIED_STATUSES.has(outcome.status)) return false
  return REPEATABLE_METHODS.has(method) || REJECTED_STATUSES.has(outcome.status)
}

/** Whether the first request with the same idempotency key is still running. */
async function isStillRunning(conflict: Response): Promise<boolean> {
  const body: unknown = await conflict
    .clone()
    .json()
    .catch(() => undefined)
  return (body as { readonly code?: unknown } | undefined)?.code === 'request_in_progress'
}

/** Seconds before the next attempt: as the service asks, or exponential with up to 25% of jitter. */
function computeDelay(outcome: Outcome, attempt: number): number {
  const asked = outcome instanceof Response ? readRetryAfter(outcome.headers) : undefined
  return asked ?? FIRST_DELAY_SECONDS * 2 ** (attempt - 1) * (1 + Math.random() / 4)
}

function unwrap(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome
  throw outcome
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
