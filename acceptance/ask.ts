/** Asks the service at PARLEY_URL as any program would. */
const base = process.env.PARLEY_URL ?? 'http://localhost:8080/v2'
const key = process.env.PARLEY_KEY ?? ''

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field
  readonly body: any
  readonly text: string
}

export async function ask(
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: key,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type')
  return {
    status: answer.status,
    type,
    headers: answer.headers,
    text,
    body: type?.includes('json') && !type.includes('ndjson') && text !== '' ? JSON.parse(text) : undefined,
  }
}
