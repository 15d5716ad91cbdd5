import { beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

async function send(url: string, headers: Record<string, string> = {}, method: Method = 'GET', payload?: string) {
  const answer = await world.app.server.inject({
    method,
    url,
    headers: { authorization: world.org.key, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? undefined : answer.json() }
}

/** URLs that the router can't parse. */
const ODD: [string, string][] = [
  ['no UTF-8', '/v2/conversations/%FF'],
  ['an overlong slash', '/v2/conversations/%C0%AF'],
  ['half an escape', '/v2/conversations/%'],
  ['600 characters', `/v2/conversations/${'x'.repeat(600)}`],
]

describe('an address', () => {
  it.each(['/v2', '/v2/', '/v2/nothing', '/v2/conversations/a/b/c', '/v2//conversations', '/v2/Conversations'])(
    'below the base that names no operation is not found: %s',
    async (url) => {
      const answer = await send(url)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({
        status: '404',
        code: expect.stringMatching(/_not_found$/),
        source: { pointer: expect.any(String) },
      })
    },
  )

  it.each(ODD)('with an id of %s is not found, in our words', async (_, url) => {
    const answer = await send(url)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ status: '404', code: expect.stringMatching(/_not_found$/), title: 'Not found' })
    expect(answer.headers['x-request-id']).toBeDefined()
  })

  it.each<[string, string]>([...ODD, ['nothing', '/v2/nothing'], ['no UUID', '/v2/conversations/none']])(
    'with an id of %s tells nothing without a key',
    async (_, url) => {
      const answer = await send(url, { authorization: '' })
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    },
  )

  it('may end in a slash', async () => {
    expect((await send('/v2/organizations/users/')).status).toBe(200)
  })
})

describe('a request', () => {
  it.each(['my-request.1', 'A_b-9', 'x'.repeat(128)])('keeps the sane name %s it came with', async (id) => {
    expect((await send('/v2/conversations', { 'x-request-id': id })).headers['x-request-id']).toBe(id)
  })

  it.each(['a b', 'x'.repeat(129), 'ä', '<script>', ''])('gets a name of ours instead of %j', async (id) => {
    const told = (await send('/v2/conversations', { 'x-request-id': id })).headers['x-request-id']
    expect(told).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('has a name in every answer, also where it is refused', async () => {
    for (const url of ['/v2/conversations', '/v2/nothing', '/v2/conversations/none', '/healthz']) {
      expect((await send(url, { authorization: 'x' })).headers['x-request-id']).toBeDefined()
    }
  })

  it('with a method the path does not have is told which ones it has', async () => {
    const answer = await send('/v2/conversations', {}, 'DELETE')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET'])
    expect(answer.body).toMatchObject({ status: '405', code: 'method_not_allowed' })
  })

  it('asking for problem details gets them', async () => {
    const answer = await send('/v2/conversations?page=0', { accept: 'application/problem+json' })
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.body).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ pointer: '/query/page' }] })
  })

  it('without a key gets 401 with code and message, whatever it accepts', async () => {
    const answer = await send('/v2/conversations', { authorization: '', accept: 'application/problem+json' })
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({ code: 401, message: expect.any(String) }),
    ])
  })

  it('for the other media type gets it, in any case and with weights', async () => {
    for (const accept of ['application/vnd.api+json', 'Application/Vnd.Api+JSON', 'application/vnd.api+json;q=0.5']) {
      const answer = await send('/v2/conversations', { accept })
      expect([accept, answer.headers['content-type']]).toEqual([accept, 'application/vnd.api+json; charset=utf-8'])
    }
  })

  it('never reaches inside by names that objects have anyway', async () => {
    for (const query of ['__proto__=1', 'constructor=1', '__proto__[page]=0', 'toString=1', 'hasOwnProperty=1']) {
      expect([query, (await send(`/v2/conversations?${query}`)).status]).toEqual([query, 200])
    }
    const headers = { 'content-type': 'application/json' }
    const body = '{"__proto__":{"transcript":"Bob: Hi."},"constructor":{"prototype":{"mediaURL":"https://a.example"}}}'
    expect((await send('/v2/conversations/import', headers, 'POST', body)).status).toBe(400)
  })
})

describe('what stands beside the operations', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/v2/openapi.json'])('%s needs no key', async (url) => {
    const answer = await world.app.server.inject({ method: 'GET', url })
    expect(answer.statusCode).toBe(200)
  })
})
