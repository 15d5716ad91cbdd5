import { ParleyConnectionError, ParleyError } from './errors.ts'
import { createClient, createConfig } from './generated/client/index.ts'
import { Operations } from './generated/sdk.gen.ts'
import { createRetryingFetch, type RetryOptions } from './retries.ts'

export interface ParleyOptions extends RetryOptions {
  /** Address of the REST API, such as `https://parley.example.com/v2`. */
  readonly baseUrl: string
  /** API key or OAuth access token (`Bearer …`), or a function that returns one for each request. */
  readonly apiKey: string | (() => string | Promise<string>)
  /** Whether the service rejects query parameters and fields that it doesn't know. Defaults to false: it ignores them. */
  readonly strict?: boolean
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** Client of the REST API, with one method for each operation. */
export class Parley extends Operations {
  constructor({ baseUrl, apiKey, strict = false, fetch: send = globalThis.fetch, ...retries }: ParleyOptions) {
    const client = createClient(
      createConfig({
        auth: () => (typeof apiKey === 'string' ? apiKey : apiKey()),
        baseUrl: baseUrl.replace(/\/+$/, ''),
        fetch: createRetryingFetch(send, retries),
        headers: strict ? { prefer: 'handling=strict' } : {},
        throwOnError: true,
      }),
    )
    client.interceptors.error.use((error, response) =>
      response === undefined || error instanceof ParleyConnectionError
        ? error
        : new ParleyError(response.status, response.headers, error),
    )
    super({ client })
  }

  /** Sends a form with a file, once: the service doesn't get the file twice. */
  async sendForm<Answer>(method: 'POST' | 'PUT', url: string, form: FormData): Promise<Answer> {
    // Without a content type, fetch sets the one of the form, with its boundary.
    return (await this.send({ method, url, body: form, headers: { 'Content-Type': null }, parseAs: 'json' })) as Answer
  }

  async sendText(method: 'POST' | 'PUT', url: string, contentType: string, body: string): Promise<string> {
    return (await this.send({ method, url, body, headers: { 'Content-Type': contentType }, parseAs: 'text' })) as string
  }

  private send(options: {
    method: 'POST' | 'PUT'
    url: string
    body: FormData | string
    headers: Record<string, string | null>
    parseAs: 'json' | 'text'
  }): Promise<unknown> {
    return this.client.request<unknown, unknown, true, 'data'>({
      ...options,
      bodySerializer: null,
      responseStyle: 'data',
      security: [{ name: 'Authorization', type: 'apiKey' }],
    })
  }
}
