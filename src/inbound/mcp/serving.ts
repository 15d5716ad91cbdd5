/** Serves requests to the tool server with the SDK, which speaks all revisions of the protocol. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { McpRequest } from './mcp-request.ts'
import type { ServerFor } from './protocol.ts'

const BOTH = 'application/json, text/event-stream'

/** Wraps the SDK for all protocol revisions. */
export function createServing(serverFor: ServerFor) {
  const asked = new WeakMap<Request, McpRequest>()
  const modern = createMcpHandler(({ requestInfo }) => serverFor(asked.get(requestInfo as Request) as McpRequest), {
    legacy: 'reject',
    keepAliveMs: 15_000,
  })
  return async (from: FastifyRequest, about: McpRequest): Promise<Response> => {
    const body = from.body as string
    const parsedBody = parseBody(body)
    const url = new URL(from.url, 'http://localhost')
    const head = { method: 'POST', headers: { ...plainHeaders(from), accept: BOTH } }
    if (parsedBody !== undefined) {
      const request = withSignal(new Request(url, head), about.ctx.signal)
      if (!(await isLegacyRequest(request, parsedBody))) {
        asked.set(request, about)
        return modern.fetch(request, { parsedBody })
      }
    }
    const request = new Request(url, { ...head, body, signal: about.ctx.signal })
    const given = parsedBody === undefined ? {} : { parsedBody }
    const transport = new WebStandardStreamableHTTPServerTransport({
      // Stateless: sessions are neither created nor looked up.
      sessionIdGenerator: undefined,
      enableJsonResponse: !wantsStream(from.headers.accept, parsedBody),
    } as ConstructorParameters<typeof WebStandardStreamableHTTPServerTransport>[0])
    await serverFor(about).connect(transport)
    return transport.handleRequest(request, given)
  }
}

/**
 * Sets the signal of a request without a copy of it. `Request` would copy it with weak references, which keep the objects
 * of each request in memory until the next full garbage collection.
 */
function withSignal(request: Request, signal: AbortSignal): Request {
  return Object.defineProperty(request, 'signal', { value: signal })
}

function wantsStream(accept: string | undefined, body: unknown): boolean {
  if (accept === undefined || !accept.includes('text/event-stream')) return false
  const { params } = (body ?? {}) as { params?: { _meta?: { progressToken?: unknown } } }
  return params?._meta?.progressToken !== undefined || !/application\/json|\*\/\*/.test(accept)
}

/** Undefined for invalid JSON, which the SDK rejects. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Headers without credentials, which tools and libraries don't need. */
function plainHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { authorization: _, cookie: __, 'content-length': ___, ...rest } = headers
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
