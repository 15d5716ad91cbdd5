/**
 * The tool endpoint with regular clients, unusual clients and malicious pages (Model Context Protocol, "Transports";
 * JSON-RPC 2.0).
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createHttpApp } from '../../http-app.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp())
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

interface Knock {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly url?: string
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

async function knock({ method = 'POST', url = '/mcp', body = LIST, raw, headers = {} }: Knock = {}) {
  const usual: Record<string, string | undefined> = {
    ...{ authorization: `Bearer ${world.alice.key}`, 'content-type': 'application/json', host: 'parley.test' },
    ...headers,
  }
  const answer = await world.app.server.inject({
    ...{ method, url },
    headers: Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    ...(method === 'POST' ? { payload: raw ?? JSON.stringify(body) } : {}),
  })
  const type = String(answer.headers['content-type'] ?? '')
  return { status: answer.statusCode, headers: answer.headers, type, text: answer.body }
}

const json = ({ text }: { text: string }) => JSON.parse(text)

describe('a client', () => {
  it.each([undefined, '*/*', 'application/json', 'application/json, text/event-stream', 'text/html'])(
    'that takes %s gets JSON, without any handshake',
    async (accept) => {
      const answer = await knock({ headers: { accept } })
      expect([answer.status, answer.type.split(';')[0]]).toEqual([200, 'application/json'])
      expect(json(answer).result.tools.length).toBeGreaterThan(80)
    },
  )

  it('that takes event streams alone gets one', async () => {
    const answer = await knock({ headers: { accept: 'text/event-stream' } })
    expect([answer.status, answer.type]).toEqual([200, 'text/event-stream'])
    expect(answer.text).toContain('"tools":[')
  })

  it.each(['bearer', 'BEARER', 'Bearer '])('may write the scheme as %s', async (scheme) => {
    expect((await knock({ headers: { authorization: `${scheme} ${world.alice.key}` } })).status).toBe(200)
  })

  it('may send its key alone', async () => {
    expect((await knock({ headers: { authorization: world.alice.key } })).status).toBe(200)
  })

  it.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
  ])('that shakes hands with %s speaks it', async (asked, spoken) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const answer = await knock({ body: { ...LIST, method: 'initialize', params } })
    expect(json(answer).result).toMatchObject({ protocolVersion: spoken, serverInfo: { name: 'parley' } })
  })
})

describe('who is not known', () => {
  const told = (answer: Awaited<ReturnType<typeof knock>>) => [answer.status, json(answer).error]

  it.each([undefined, '', 'Basic YWxpY2U6c2VjcmV0', 'Bearer'])('sent no token: %s', async (authorization) => {
    const answer = await knock({ headers: { authorization } })
    expect(told(answer)).toEqual([401, 'unauthorized'])
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="http://parley.test/.well-known/oauth-protected-resource/mcp", scope="mcp:read mcp:write"',
    )
  })

  it.each(['Bearer nonsense', 'Bearer a.b.c'])('sent a token that is none: %s', async (authorization) => {
    const answer = await knock({ headers: { authorization } })
    expect(told(answer)).toEqual([401, 'invalid_token'])
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  it('is not known by an address', async () => {
    const answer = await knock({ url: `/mcp?access_token=${world.alice.key}`, headers: { authorization: undefined } })
    expect(told(answer)).toEqual([401, 'unauthorized'])
  })
})

describe('a page', () => {
  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { host: 'evil.example' }])(
    'of somewhere else is refused: %o',
    async (headers) => {
      expect((await knock({ headers })).status).toBe(403)
    },
  )

  it('of our own, or of a program on the visitor’s machine, may ask and read the challenge', async () => {
    for (const origin of ['http://parley.test', 'http://localhost:6274']) {
      const asked = await knock({ method: 'OPTIONS', headers: { origin, authorization: undefined } })
      expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(asked.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
      expect((await knock({ headers: { origin } })).status).toBe(200)
    }
  })
})

describe('a request', () => {
  it.each([
    ['broken JSON', '{bad', 400, -32700],
    ['nothing', '', 400, -32700],
    ['an empty batch', '[]', 400, -32600],
    ['no version', '{"id":1,"method":"tools/list"}', 400, -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"nope"}', 200, -32601],
  ])('of %s is answered in the protocol', async (_, raw, status, code) => {
    const answer = await knock({ raw })
    expect([answer.status, json(answer).error?.code]).toEqual([status, code])
  })

  it('of another type, or of too many bytes, is refused before it is read', async () => {
    expect((await knock({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await knock({ raw: `"${'x'.repeat(4 * 1024 * 1024)}"` })).status).toBe(413)
  })

  it.each(['GET', 'PUT', 'DELETE'] as const)('with %s is told what this address takes', async (method) => {
    const answer = await knock({ method })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })

  it('that breaks inside tells its id alone, and the log the rest', async () => {
    const server = createHttpApp(world.app, {
      serverFor: () => {
        throw new Error('secret words')
      },
    })
    const logged = vi.spyOn(world.app.log, 'error').mockImplementation(() => {})
    const answer = await server.inject({
      ...{ method: 'POST', url: '/mcp', payload: JSON.stringify(LIST) },
      headers: {
        ...{ authorization: world.alice.key, 'content-type': 'application/json', host: 'parley.test' },
        'x-request-id': 'broken.1',
      },
    })
    expect([answer.statusCode, JSON.parse(answer.body).error]).toEqual([
      500,
      { code: -32603, message: 'Internal error. Report the request ID broken.1 to the operator.' },
    ])
    expect(JSON.stringify(logged.mock.calls)).toContain('secret words')
    logged.mockRestore()
    await server.close()
  })

  it('carries its id', async () => {
    expect((await knock({ headers: { 'x-request-id': 'mine.1' } })).headers['x-request-id']).toBe('mine.1')
  })
})
