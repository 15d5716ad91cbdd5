/** Calls an operation by REST in one line. */
import type { TestApp } from './create-test-app.ts'
import type { Caller } from './world.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field
  readonly body: any
  readonly text: string
  readonly headers: Record<string, string | string[] | number | undefined>
}

export interface CallOptions {
  readonly query?: Record<string, string | string[]>
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** @param path below `/v2`. Without a caller no key is sent. A string or buffer body is sent as it is. */
export async function call(
  app: TestApp,
  caller: Caller | undefined,
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { body } = options
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  const answer = await app.server.inject({
    method,
    url: `/v2${path}${query.size === 0 ? '' : `?${query}`}`,
    headers: {
      ...(caller === undefined ? {} : { authorization: caller.key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: parsed(answer.body), text: answer.body, headers: answer.headers }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
