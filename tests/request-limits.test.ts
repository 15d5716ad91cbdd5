/** Limits at every route of the server: each refuses in the form of its transport, and says what is left (decisions, section 10). */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { operations } from '../src/catalog.ts'
import { takesLong } from '../src/core/operation.ts'
import { pages } from '../src/pages/index.ts'
import { fromSomewhere } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

const DAY = 86_400_000
const DEFAULT_BODY_LIMIT = 1024 * 1024
let now = Date.parse('2026-03-02T09:00:00Z')
const clock = { now: () => new Date(now) }

/** Whatever a path wants, this is none of them. */
const pathOf = (url: string) => url.replace(/:\w+/g, randomUUID()).replace(/\*$/, 'nothing')

/** Routes that are open to any number of requests: monitors and balancers ask them. */
const UNLIMITED = ['/healthz', '/metrics', '/readyz']

type Form = 'resource' | 'scim' | 'tools' | 'oauth' | 'page'

function formOf(url: string): Form {
  if (/^\/v2\/scim\//.test(url)) return 'scim'
  if (/^\/v2\/docs/.test(url)) return 'page'
  if (/^\/v2(\/|$)/.test(url)) return 'resource'
  if (url === '/mcp') return 'tools'
  if (/^\/\.well-known\//.test(url)) return 'oauth'
  return /^\/oauth\//.test(url) && !/^\/oauth\/consent/.test(url) ? 'oauth' : 'page'
}

interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

function expectRefusal({ status, headers, text }: Refusal, form: Form): void {
  expect(status).toBe(429)
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(headers.ratelimit).toMatch(/^"[a-z-]*second";r=0;t=1, /)
  expect(headers['ratelimit-policy']).toMatch(/^"[a-z-]*second";q=\d+;w=1, "[a-z-]*hour";q=\d+;w=3600, /)
  const expected = {
    resource: { status: '429', code: 'rate_limited', id: 'rate_limited', title: 'Too many requests' },
    scim: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: 429 },
    tools: { error: 'rate_limited', retry_after: '1', limit_type: 'second' },
    oauth: { error: 'rate_limited', error_description: expect.stringContaining('Wait 1 second') },
  }
  if (form !== 'page') expect(JSON.parse(text)).toMatchObject(expected[form])
  else {
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(text).toContain('Wait 1 second')
  }
}

describe('an address', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ clock, limits: { LIMIT_ADDRESS_SECOND: '2' } })
  })

  async function send(method: string, url: string, from: ReturnType<typeof fromSomewhere>): Promise<Refusal> {
    const answer = await app.server.inject({
      ...{ method: method as 'GET', url: pathOf(url), remoteAddress: from.remoteAddress },
      headers: { ...from.headers, host: 'parley.test' },
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }

  it('is refused by every route, in the form of its transport, before anything else', async () => {
    const { servedRoutes } = app.server
    expect(servedRoutes.length).toBeGreaterThan(250)
    const open: string[] = []
    for (const { methods, url } of servedRoutes) {
      for (const method of methods.filter((one) => one !== 'HEAD')) {
        const from = fromSomewhere()
        const first = await send(method, url, from)
        expect(first.status, `${method} ${url}`).not.toBe(429)
        if (first.headers.ratelimit === undefined) {
          open.push(url)
          continue
        }
        // A failed authentication has used up more than its own request.
        if (first.status !== 401) await send(method, url, from)
        const refused = await send(method, url, from)
        expect([`${method} ${url}`, refused.status]).toEqual([`${method} ${url}`, 429])
        expectRefusal(refused, formOf(url))
      }
    }
    expect(open.toSorted()).toEqual(UNLIMITED)
  })

  it.each(['/v2/nothing', '/v2/%', '/nothing', '/%'])('is refused at %s, which names nothing', async (url) => {
    const from = fromSomewhere()
    const statuses = [await send('GET', url, from), await send('GET', url, from), await send('GET', url, from)]
    expect(statuses.map(({ status }) => status).at(-1)).toBe(429)
  })

  it('is a network of 64 bits where it is IPv6', async () => {
    const at = (remoteAddress: string) => send('GET', '/v2/openapi.json', { remoteAddress, headers: {} } as never)
    const statuses = [
      await at('2001:db8::1'),
      await at('2001:db8::2'),
      await at('2001:db8::3'),
      await at('2001:db9::1'),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  })

  it('may come again when it was told to', async () => {
    const from = fromSomewhere()
    for (let n = 0; n < 3; n++) await send('GET', '/v2/openapi.json', from)
    now += 1_000
    expect((await send('GET', '/v2/openapi.json', from)).status).toBe(200)
  })
})

describe('a caller', () => {
  let world: World
  let spare: TestApp
  beforeAll(async () => {
    const limits = { LIMIT_KEY_SECOND: '12', LIMIT_USER_SECOND: '10', LIMIT_ORGANIZATION_SECOND: '15' }
    world = await createWorld(await createTestApp({ clock, limits }))
    spare = world.app
  })
  // Everybody begins anew.
  beforeEach(() => {
    now += 2 * DAY
  })

  const ask = async (caller: Caller, method = 'GET', url = '/v2/rate-limits', headers: Record<string, string> = {}) => {
    const answer = await spare.server.inject({
      ...{ method: method as 'GET', url: pathOf(url) },
      headers: { authorization: caller.key, ...headers },
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }
  const times = async (caller: Caller, count: number) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n++) statuses.push((await ask(caller)).status)
    return statuses
  }

  it('is limited by user, then by the organization, and leaves others their own', async () => {
    const bob = await times(world.bob, 12)
    expect(bob.filter((status) => status === 200)).toHaveLength(10)
    expect(bob.slice(10)).toEqual([429, 429])
    // The rest of the organization.
    expect(await times(world.carol, 6)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await times(world.org, 1)).toEqual([429])
    expect(await times(world.mallory, 3)).toEqual([200, 200, 200])
  })

  it('is limited by key', async () => {
    expect((await times(world.org, 13)).filter((status) => status === 200)).toHaveLength(12)
    expect((await ask(world.org)).headers.ratelimit).toMatch(/^"key-second";r=0;t=1, /)
  })

  it('is refused by every operation, in the form of its transport, and told what is left by every answer', async () => {
    await times(world.bob, 10)
    for (const { rest } of operations) {
      const url = `/v2${rest.path.replace(/\{(\w+)\}/g, ':$1')}`
      expectRefusal(await ask(world.bob, rest.method, url), formOf(url))
    }
    expectRefusal(await ask(world.bob, 'GET', '/v2/nothing'), 'resource')
    const problem = await ask(world.bob, 'GET', '/v2/rate-limits', { accept: 'application/problem+json' })
    expect(JSON.parse(problem.text)).toMatchObject({ status: 429, code: 'rate_limited' })
    now += 1_000
    const answer = await ask(world.bob)
    expect(answer.headers.ratelimit).toMatch(
      /^"user-second";r=9;t=1, "\w+-hour";r=\d+;t=3599, "\w+-day";r=\d+;t=86399$/,
    )
  })

  it('spends more on what costs more, and not what was refused', async () => {
    const question = { method: 'POST', url: '/v2/ask_assistant' } as const
    const answer = await ask(world.bob, question.method, question.url)
    expect(answer.headers.ratelimit).toMatch(/^"user-second";r=0;t=1/)
    expect(await times(world.bob, 1)).toEqual([429])
    expect((await ask(world.bob, question.method, question.url)).text).toContain('counts as 10 of them')
    // Of the fifteen of the organization, five are left.
    expect((await times(world.carol, 6)).filter((status) => status === 200)).toHaveLength(5)
  })

  it('is refused by every page of the app, with a page', async () => {
    const browser = await signedIn(spare, world.acme, world.carol.userId)
    for (let n = 0; n < 10; n++) await browser.get('/account')
    for (const { path } of pages) expectRefusal(await browser.get(pathOf(path)), 'page')
    now += 1_000
    expect((await browser.get('/account')).status).toBe(200)
  })

  it('with a key that was revoked spends nothing of the organization', async () => {
    const made = await spare.server.inject({
      ...{ method: 'POST', url: '/v2/api_keys', headers: { authorization: world.alice.key } },
      payload: { name: 'Spare' },
    })
    const { id, token } = made.json().data
    const gone = { ...world.org, key: token }
    await spare.server.inject({
      method: 'DELETE',
      url: `/v2/api_keys/${id}`,
      headers: { authorization: world.alice.key },
    })
    now += 1_000
    expect(new Set(await times(gone, 30))).toEqual(new Set([401]))
    expect((await times(world.org, 12)).filter((status) => status === 200)).toHaveLength(12)
  })
})

describe('every operation', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s costs more than one request when it takes a file, a large body or long',
    (_, operation) => {
      const { upload, bodyLimit = DEFAULT_BODY_LIMIT } = operation.rest
      const isCostly = upload !== undefined || bodyLimit > DEFAULT_BODY_LIMIT || takesLong(operation)
      expect(operation.cost ?? 1).toBeGreaterThan(isCostly ? 1 : 0)
    },
  )
})

describe('turns of organizations', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })

  const IMPORT = { transcript: { segments: [{ speaker: 'Bob', text: 'Hello.', start: 0, end: 1 }] } }
  const toolCall = (name: string) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: {} },
  })

  it.each<[string, () => Promise<unknown>]>([
    ['an operation', () => call(world.app, world.alice, 'GET', '/labels')],
    [
      'each line of a bulk import',
      () =>
        call(world.app, world.alice, 'POST', '/conversations/import', {
          body: JSON.stringify(IMPORT),
          headers: { 'content-type': 'application/x-ndjson' },
        }),
    ],
    [
      'a tool call',
      () =>
        world.app.server.inject({
          ...{ method: 'POST', url: '/mcp', payload: toolCall('list_labels') },
          headers: { authorization: `Bearer ${world.alice.key}` },
        }),
    ],
  ])('hold for %s', async (_, send) => {
    const run = vi.spyOn(world.app.server.guard.turns, 'run')
    onTestFinished(() => run.mockRestore())
    await send()
    expect(run.mock.calls.map(([organization]) => organization)).toEqual([world.acme])
  })
})
