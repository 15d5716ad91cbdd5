import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'

const TOKEN = 'a-token-for-metrics'
/** One of the trusted proxies of test apps. */
const PROXY = '10.1.0.1'
let closed: TestApp
let open: TestApp
beforeAll(async () => {
  closed = await createTestApp()
  open = await createTestApp({ settings: { METRICS_TOKEN: TOKEN } })
})

const get = async (app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) => {
  const answer = await app.server.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('does', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('answer %s without a token', async (address) => {
    for (const app of [closed, open]) {
      const { status, body } = await get(app, address)
      expect([status, body]).toEqual([200, expect.stringContaining('http_request_duration_seconds')])
    }
  })

  it('answer everybody who has the token', async () => {
    expect((await get(open, '203.0.113.9', bearer(TOKEN))).status).toBe(200)
    expect((await get(open, PROXY, { 'x-forwarded-for': '203.0.113.9', ...bearer(TOKEN) })).status).toBe(200)
  })

  it('go by the address that a trusted proxy forwards', async () => {
    expect((await get(open, PROXY, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(200)
    expect((await get(open, PROXY, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401)
    // An external client pretends to be this machine; the proxy adds the client's address.
    expect((await get(open, PROXY, { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).status).toBe(401)
  })
})

describe('refuses', () => {
  it.each(['203.0.113.9', '10.0.0.7', '192.168.1.1', '2606:4700::1', 'fe80::1', '::ffff:10.0.0.7'])(
    '%s without the token, and says what to do',
    async (address) => {
      const [without, wrong] = [await get(closed, address), await get(open, address, bearer('another-token-entirely'))]
      expect([without.status, JSON.parse(without.body)]).toEqual([
        401,
        { code: 401, message: expect.stringContaining('METRICS_TOKEN') },
      ])
      expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"'])
      for (const { body } of [without, wrong]) expect(body).not.toContain('http_request')
      expect((await get(closed, address, bearer('undefined'))).status).toBe(401)
    },
  )

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'a proxy on this machine that is not trusted, by its %s',
    async (name) => {
      expect((await get(open, '127.0.0.1', { [name]: '127.0.0.1' })).status).toBe(401)
      expect((await get(open, '127.0.0.1', { [name]: '127.0.0.1', ...bearer(TOKEN) })).status).toBe(200)
    },
  )
})
