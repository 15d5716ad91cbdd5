/**
 * Asks the service at PARLEY_URL as any program would. PARLEY_KEY and PARLEY_RIVAL_KEY are org-level keys of two
 * organizations. When PARLEY_URL is a Prism proxy, each answer tells where request or answer break the description:
 * an answer never may, and a request only where it is refused.
 */
const base = process.env.PARLEY_URL ?? 'http://localhost:8080/v2'
const direct = process.env.PARLEY_DIRECT_URL ?? base

export const ORG_KEY = process.env.PARLEY_KEY ?? ''
export const RIVAL_KEY = process.env.PARLEY_RIVAL_KEY ?? ''

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field
  readonly body: any
  readonly text: string
}

export interface Asking {
  /** A string is sent as it is. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Default the org-level key; null sends none. */
  readonly key?: string | null
  /** Past the proxy: for requests that no description has, such as another method. */
  readonly direct?: true
}

export async function ask(method: string, path: string, options: Asking = {}): Promise<Answer> {
  const { body, key = ORG_KEY } = options
  const answer = await fetch((options.direct ? direct : base) + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type')
  refuseViolations(`${method} ${path}`, answer)
  return {
    status: answer.status,
    type,
    headers: answer.headers,
    text,
    body: type?.includes('json') && !type.includes('ndjson') && text !== '' ? JSON.parse(text) : undefined,
  }
}

interface Violation {
  readonly location: readonly string[]
  readonly severity: string
  readonly message: string
}

function refuseViolations(what: string, answer: Response): void {
  const told = answer.headers.get('sl-violations')
  if (told === null) return
  const broken = (JSON.parse(told) as Violation[]).filter(
    ({ location, severity }) => severity === 'Error' && (location[0] === 'response' || answer.status < 400),
  )
  if (broken.length > 0) throw new Error(`${what} (${answer.status}) breaks the description: ${JSON.stringify(broken)}`)
}
