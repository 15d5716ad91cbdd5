/**
 * Laws over the log: exactly one line for each request, whatever route it names and however it ends, and nothing in it
 * that a caller sent but a sane request ID. The log is read as it is written, in bytes.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { RECEIVERS } from '../src/testing/receiver.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { receiverFor } from '../src/testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { routesOf } from './router-routes.ts'

/** Planted everywhere a caller can put something: no log line may hold it. */
const SECRET = `planted${randomUUID().replaceAll('-', '')}`

type Line = Readonly<Record<string, unknown>>

function readableLog() {
  const bytes: string[] = []
  const log = createLog('debug', { write: (line: string) => void bytes.push(line) })
  const lines = (): Line[] => bytes.map((line) => JSON.parse(line))
  return { log, lines, bytes }
}

const kept = readableLog()
let app: TestApp
let world: World
let url: string
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ log: kept.log, listen: true })
  world = await createWorld(app)
  url = app.publicUrl()
  const browser = await signedIn(app, world.acme, world.bob.userId)
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

/** Lines of requests, once each of these has one. */
async function linesFor(ids: readonly string[]): Promise<Map<string, Line[]>> {
  for (let tries = 0; ; tries++) {
    const byId = Map.groupBy(
      kept.lines().filter(({ msg }) => msg === 'request'),
      ({ request }) => String(request),
    )
    if (tries === 100 || ids.every((id) => byId.has(id))) return byId
    await pause(50)
  }
}

const isComplete = (line: Line | undefined) =>
  expect(line).toMatchObject({
    time: expect.any(String),
    level: expect.any(Number),
    request: expect.stringMatching(/^[\w.-]{1,128}$/),
    method: expect.stringMatching(/^[A-Z]+$/),
    route: expect.any(String),
    status: expect.any(Number),
    ms: expect.any(Number),
    address: expect.any(String),
    bytes: expect.any(Number),
    received: expect.any(Number),
  })

const callTool = (name: string, args: object, id: string) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: world.bob.key, 'x-request-id': id, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })

interface Sent {
  readonly id: string
  readonly route: string
  readonly method: string
  readonly status: number
}

async function send(path: string, method: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const id = `law-${randomUUID()}`
  const address = path.replaceAll(/:\w+/g, SECRET).replace('*', SECRET)
  const withBody = method === 'GET' || method === 'HEAD' ? { body: null } : {}
  const response = await fetch(`${url}${address}?query=${SECRET}&code=${SECRET}`, {
    ...init,
    ...withBody,
    method,
    redirect: 'manual',
    headers: { 'x-request-id': id, 'user-agent': SECRET, referer: `https://x.example/${SECRET}`, ...init.headers },
    signal: AbortSignal.timeout(20_000),
  })
  await response.arrayBuffer()
  return { id, route: path, method, status: response.status } satisfies Sent
}

/** Ways to come, each of which most routes answer differently. */
const WAYS: Readonly<Record<string, () => RequestInit & { headers: Record<string, string> }>> = {
  'without credentials': () => ({ headers: {} }),
  'with a wrong key, cookie and type of body': () => ({
    headers: {
      authorization: `Bearer ${SECRET}.${SECRET}.${SECRET}`,
      cookie: `parley_session=${SECRET}`,
      'content-type': `text/${SECRET}`,
    },
    body: SECRET,
  }),
  'with a key': () => ({
    headers: { authorization: world.bob.key, 'content-type': 'application/json' },
    body: JSON.stringify({ [SECRET]: SECRET, email: `${SECRET}@acme.example`, title: SECRET }),
  }),
  'with a session': () => ({
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: `password=${SECRET}&email=${SECRET}@acme.example`,
  }),
}

/** Below `/v2`, and open to everybody. */
const OPEN = new Set([
  ...['/v2/openapi.json', '/v2/docs', '/v2/docs/:family'],
  // Its callers have no key: the address and the signature authenticate them.
  '/v2/sources/:id/events/:secret',
])

describe('every route of the router', () => {
  it.each(Object.keys(WAYS))('has one whole line for a request %s', async (way) => {
    const requests = routesOf(app.server).flatMap(({ path, methods }) => methods.map((method) => ({ path, method })))
    expect(requests.length).toBeGreaterThan(1_000)
    const sent: Sent[] = []
    // A few at a time, each on a connection that has had others.
    const next = requests.values()
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        // Methods that browsers' fetch refuses to send are no routes of ours.
        for (const { path, method } of next) sent.push(await send(path, method, WAYS[way]?.()))
      }),
    )
    const lines = await linesFor(sent.map(({ id }) => id))
    for (const { id, route, method, status } of sent) {
      const [line, ...more] = lines.get(id) ?? []
      expect(more, `${method} ${route}`).toEqual([])
      isComplete(line)
      expect(line).toMatchObject({ route: route.replace(/(?<=.)\/$/, ''), method, status })
      // Route → the operation's limits and rights: whoever was recognized is in the line, whatever was answered.
      if (way === 'with a key' && route.startsWith('/v2/') && !OPEN.has(route) && status !== 405) {
        const principal = { via: 'api_key', user: world.bob.userId, key: expect.any(String) }
        expect(line, `${method} ${route}`).toMatchObject({ organization: world.acme, principal })
      }
    }
    expect(kept.bytes.filter((line) => line.includes(SECRET))).toEqual([])
  })
})

describe('a request', () => {
  const one = async (id: string) => {
    const [line, ...more] = (await linesFor([id])).get(id) ?? []
    expect(more).toEqual([])
    isComplete(line)
    return line
  }

  it('keeps the sane ID of its client, and gets one of ours in the place of another', async () => {
    const kind = await fetch(`${url}/healthz`, { headers: { 'x-request-id': 'client.7_a-B' } })
    expect(kind.headers.get('x-request-id')).toBe('client.7_a-B')
    expect(await one('client.7_a-B')).toMatchObject({ route: '/healthz', organization: null, principal: null })
    const strange = await fetch(`${url}/healthz`, { headers: { 'x-request-id': `${SECRET} {}` } })
    const id = strange.headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await one(id)
    expect(kept.bytes.join('')).not.toContain(SECRET)
  })

  it('for an address that no route has is logged without the address', async () => {
    for (const path of [`/${SECRET}`, `/v2/${SECRET}`, `/d/${SECRET}/${SECRET}`, `/v2/%${SECRET}`]) {
      const { id, status } = await send(path, 'GET')
      expect(await one(id)).toMatchObject({ route: 'none', status })
    }
    expect(kept.bytes.join('')).not.toContain(SECRET)
  })

  it('whose body is too large, or no JSON, or longer than announced', async () => {
    const headers = { authorization: world.bob.key, 'content-type': 'application/json' }
    const large = JSON.stringify({ title: SECRET.repeat(100_000) })
    const found = [
      await send('/v2/views', 'POST', { headers, body: large }),
      await send('/v2/views', 'POST', { headers, body: `{"${SECRET}` }),
      await send('/mcp', 'POST', { headers, body: `{"${SECRET}` }),
      await send('/mcp', 'POST', { headers, body: large.repeat(2) }),
    ]
    expect(found.map(({ status }) => status)).toEqual([413, 400, 400, 413])
    for (const { id, status, route } of found) expect(await one(id)).toMatchObject({ status, route })
    expect(await one(found[0]?.id ?? '')).toMatchObject({ received: expect.any(Number), principal: expect.any(Object) })
    expect(kept.bytes.join('')).not.toContain(SECRET)
  })

  it('names its operation, and the tool that was called', async () => {
    const id = `law-${randomUUID()}`
    await fetch(`${url}/v2/conversations/list`, { headers: { authorization: world.org.key, 'x-request-id': id } })
    const caller = { via: 'api_key', key: expect.any(String) }
    expect(await one(id)).toMatchObject({ operation: 'listConversationsOptimized', status: 200, principal: caller })
    const tool = `law-${randomUUID()}`
    await callTool('search_calls', { query: SECRET }, tool)
    expect(await one(tool)).toMatchObject({ route: '/mcp', tool: 'search_calls', organization: world.acme })
    const unknown = `law-${randomUUID()}`
    await callTool(SECRET, {}, unknown)
    expect(await one(unknown)).toMatchObject({ tool: 'unknown' })
    expect(kept.bytes.join('')).not.toContain(SECRET)
  })

  it('that is malformed, or too long, or expects what nobody has, has a line too', async () => {
    const before = kept.lines().length
    const raw = async (head: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write(head)
      // The server may close the connection before it has read everything.
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return String(answer).split('\r\n', 1)[0]
    }
    expect(await raw(`NONSENSE ${SECRET}\r\n\r\n`)).toContain('400')
    expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${SECRET.repeat(2_000)}\r\n\r\n`)).toContain('431')
    expect(await raw('GET / HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n')).toContain('417')
    await pause(50)
    const lines = kept
      .lines()
      .slice(before)
      .filter(({ msg }) => msg === 'request')
    expect(lines.map(({ route, status, method }) => [route, status, method])).toEqual([
      ['none', 400, 'NONE'],
      ['none', 431, 'NONE'],
      ['none', 417, 'GET'],
    ])
    for (const line of lines) isComplete(line)
    expect(kept.bytes.join('')).not.toContain(SECRET)
  })

  it('whose caller leaves is aborted', async () => {
    const id = `law-${randomUUID()}`
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = ['POST /v2/views HTTP/1.1', 'host: x', `authorization: ${world.bob.key}`, `x-request-id: ${id}`]
    socket.write(`${[...head, 'content-type: application/json', 'content-length: 1000'].join('\r\n')}\r\n\r\n{"title`)
    await pause(300)
    socket.destroy()
    expect(await one(id)).toMatchObject({ aborted: true, status: expect.any(Number), organization: world.acme })
  })
})

describe('a request that is refused by a limit', () => {
  it('has its line, with who was refused', async () => {
    const log = readableLog()
    const limits = { LIMIT_SECOND: '1', LIMIT_HOUR: '2', LIMIT_DAY: '2' }
    const limited = await createWorld(await createTestApp({ log: log.log, listen: true, limits }))
    const ask = async (id: string) => {
      const headers = { authorization: limited.bob.key, 'x-request-id': id, 'content-type': 'application/json' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
      return (await fetch(`${limited.app.publicUrl()}/mcp`, { method: 'POST', headers, body })).status
    }
    const statuses = [await ask('first'), await ask('second'), await ask('third'), await ask('fourth')]
    expect(statuses).toContain(429)
    await pause(50)
    const lines = log.lines().filter(({ msg }) => msg === 'request')
    expect(lines.map(({ request, status }) => [request, status])).toEqual(
      ['first', 'second', 'third', 'fourth'].map((id, i) => [id, statuses[i]]),
    )
    for (const line of lines) expect(line).toMatchObject({ organization: limited.acme, route: '/mcp' })
  })
})

describe('a job', () => {
  it('carries the ID of the request that caused it, through jobs that it causes itself', async () => {
    const hooks = await createWorld(await createTestApp({ log: kept.log, allowed: RECEIVERS }))
    await receiverFor(hooks)
    await hooks.app.drain(hooks.acme)
    const headers = { 'x-request-id': `cause-${randomUUID()}` }
    const before = kept.lines().length
    const segments = [{ speaker: 'Bob', text: `We sell ${SECRET} to law@acme.example.`, start: 0, end: 9 }]
    const body = { transcript: { segments }, userID: hooks.bob.userId, conversationTitle: SECRET }
    const imported = await call(hooks.app, hooks.org, 'POST', '/conversations/import', { body, headers })
    const invited = await call(hooks.app, hooks.alice, 'POST', '/organizations/invitations', {
      ...{ body: { email: 'law@acme.example' }, headers },
    })
    expect([imported.status, invited.status]).toEqual([202, 201])
    await hooks.app.drain(hooks.acme)
    const lines = kept.lines().slice(before)
    const jobs = lines.filter(({ msg }) => msg === 'job')
    expect(jobs.map(({ job }) => job)).toEqual(
      expect.arrayContaining(['analyze_conversation', 'deliver_webhook', 'send_invitation']),
    )
    // Also the emails and webhooks that the jobs send: an operator searches for one ID.
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['mail', 'webhook']))
    expect(lines.filter(({ request }) => request !== headers['x-request-id'])).toEqual([])
    expect(kept.bytes.filter((line) => line.includes(SECRET) || line.includes('law@acme.example'))).toEqual([])
  })
})
