import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PublicFetchError } from '../../core/public-fetch.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../testing/certificate.ts'
import { permissionBy } from './checked-address.ts'
import { createPublicFetch } from './public-fetch.ts'

/** Requests to a local server, which requires permission of the operator. */
const asked: string[] = []
const answer: RequestListener = (request, response) => {
  asked.push(request.url ?? '')
  switch (request.url) {
    case '/echo':
      response.setHeader('retry-after', '7').writeHead(429)
      request.pipe(response)
      break
    case '/drip':
      response.write('a beginning')
      break
    case '/left':
      response.on('close', () => asked.push('left'))
      response.write('a beginning')
      break
    case '/torn':
      response.writeHead(200, { 'content-length': '100' }).write('a beginning')
      setTimeout(() => response.destroy(), 20)
      break
    case '/document':
      response.setHeader('cache-control', 'max-age=600').setHeader('set-cookie', 'a=b').end('{"said":"hello"}')
      break
    case '/elsewhere':
      response.writeHead(302, { location: '/document' }).end()
      break
    case '/large':
      response.end('x'.repeat(64 * 1024 + 1))
      break
    case '/silent':
      break
    default:
      response.writeHead(404).end()
  }
}
const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answer)
const plain = createPlainServer(answer)
let port: number
let plainPort: number
const listening = async (one: typeof server | typeof plain) => {
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  return (one.address() as AddressInfo).port
}
beforeAll(async () => {
  port = await listening(server)
  plainPort = await listening(plain)
})
afterAll(() => {
  for (const one of [server, plain]) {
    one.closeAllConnections()
    one.close()
  }
})

const LOOPBACK = ['127.0.0.0/8', '::1']
const resolve = async () => ['127.0.0.1']
const allowing = (allowed: readonly string[] = LOOPBACK) => createPublicFetch({ allowed, resolve, ca: CERTIFICATE })
const url = (path: string, host = 'localhost') => `https://${host}:${port}${path}`

describe('fetching what a stranger names', () => {
  it('gets a document, and of its headers what says how long it counts', async () => {
    const answer = await allowing()(url('/document'))
    expect([answer.status, await answer.json()]).toEqual([200, { said: 'hello' }])
    expect(Object.fromEntries(answer.headers)).toEqual({ 'cache-control': 'max-age=600', 'content-length': '16' })
  })

  it('follows nobody', async () => {
    const before = asked.length
    const answer = await allowing()(url('/elsewhere'))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/document'])
    expect(asked.slice(before)).toEqual(['/elsewhere'])
  })

  it('reads no more than 64 KiB, and waits no longer than it is told', async () => {
    await expect((await allowing()(url('/large'))).text()).rejects.toMatchObject({ fault: 'too_large' })
    await expect((await allowing()(url('/document'), { maxBytes: 15 })).text()).rejects.toThrow('too large')
    expect(await (await allowing()(url('/document'), { maxBytes: 16 })).text()).toBe('{"said":"hello"}')
    await expect(allowing()(url('/silent'), { timeoutMs: 50 })).rejects.toMatchObject({ fault: 'timeout' })
    const left = AbortSignal.abort(new Error('Nobody waits any more.'))
    await expect(allowing()(url('/document'), { signal: left })).rejects.toThrow('Nobody waits')
  })

  it('waits for a body no longer than for its beginning, and says how it broke', async () => {
    const slow = await allowing()(url('/drip'), { timeoutMs: 1_000 })
    await expect(slow.text()).rejects.toMatchObject({ fault: 'timeout' })
    await expect((await allowing()(url('/torn'))).text()).rejects.toMatchObject({ fault: 'unreachable' })
    // The body isn't read, and its error must have no effect.
    expect((await allowing()(url('/torn'))).status).toBe(200)
    await pause(80)
  })

  it('lets go of a server whose body nobody wants', async () => {
    const answer = await allowing()(url('/left'), { timeoutMs: 60_000 })
    await answer.body?.cancel()
    await vi.waitFor(() => expect(asked).toContain('left'), { timeout: 5_000 })
  })

  it('cuts a body where that is wanted, without waiting for the rest', async () => {
    const answer = await allowing()(url('/drip'), { maxBytes: 5, tooLong: 'cut' })
    expect(await answer.text()).toBe('a beg')
    expect(await (await allowing()(url('/large'), { maxBytes: 10, tooLong: 'cut' })).text()).toBe('x'.repeat(10))
    expect(await (await allowing()(url('/document'), { tooLong: 'cut' })).text()).toBe('{"said":"hello"}')
  })

  it('sends a body with its headers, and hears when to come again', async () => {
    const body = 'Grüße 🌍'
    const answer = await allowing()(url('/echo'), { method: 'POST', body, headers: { 'x-one': '1' } })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '7', body])
  })

  it('speaks plain http with allowed private addresses, and with no other', async () => {
    const address = `http://localhost:${plainPort}/document`
    expect((await allowing()(address)).status).toBe(200)
    await expect(allowing([])(address)).rejects.toMatchObject({ fault: 'not_public' })
    const open = createPublicFetch({ allowed: LOOPBACK, resolve: async () => ['93.184.216.34'] })
    await expect(open(address)).rejects.toMatchObject({ fault: 'not_https' })
    await expect(open('ftp://localhost/document')).rejects.toMatchObject({ fault: 'not_https' })
    await expect(open('https://user:word@localhost/document')).rejects.toMatchObject({ fault: 'not_https' })
  })

  it('asks no server that cannot show who it is, and knows nobody without an address', async () => {
    const before = asked.length
    const distrusting = createPublicFetch({ allowed: LOOPBACK, resolve })
    await expect(distrusting(url('/document'))).rejects.toMatchObject({ fault: 'certificate' })
    await expect(allowing()(url('/document', 'other.example'))).rejects.toMatchObject({ fault: 'certificate' })
    await expect(allowing()('https://127.0.0.1:1/')).rejects.toMatchObject({ fault: 'unreachable' })
    const nameless = createPublicFetch({ allowed: LOOPBACK })
    await expect(nameless(url('/document', 'nobody.invalid'))).rejects.toThrow(PublicFetchError)
    expect(asked.length).toBe(before)
  })

  it('asks nobody at a private address, by whatever name or way of writing', async () => {
    const before = asked.length
    const hosts = [
      'localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0',
    ]
    for (const host of hosts) await expect(allowing([])(url('/document', host))).rejects.toThrow("isn't public")
    expect(asked.length).toBe(before)
  })

  it('judges every address of a name, and goes to the one it judged', async () => {
    const judged: string[] = []
    const flighty = createPublicFetch({
      allowed: LOOPBACK,
      ca: CERTIFICATE,
      resolve: async (host) => {
        judged.push(host)
        return judged.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
      },
    })
    expect((await flighty(url('/document'))).status).toBe(200)
    expect(judged).toEqual(['localhost'])
    const mixed = createPublicFetch({
      allowed: LOOPBACK,
      ca: CERTIFICATE,
      resolve: async () => ['127.0.0.1', '10.0.0.1'],
    })
    await expect(mixed(url('/document'))).rejects.toThrow("isn't public")
    const none = createPublicFetch({ allowed: LOOPBACK, resolve: async () => [] })
    await expect(none(url('/document'))).rejects.toThrow("isn't public")
  })
})

describe('what is told beforehand', () => {
  const refusal = (address: string, allowed: readonly string[] = [], addresses: readonly string[] = ['8.8.8.8']) =>
    createPublicFetch({ allowed, resolve: async () => addresses }).refusalOf(address)

  it.each([
    ['https://hooks.example/a', undefined],
    ['https://93.184.216.34:8443/a?b=c', undefined],
    ['http://hooks.example/a', 'not_https'],
    ['ftp://hooks.example/a', 'not_https'],
    ['https://user@hooks.example/a', 'not_https'],
    ['no address', 'not_https'],
    ['https://127.0.0.1/', 'not_public'],
    ['https://[::1]/', 'not_public'],
    ['https://0x7f.1/', 'not_public'],
    ['https://169.254.169.254/latest', 'not_public'],
  ])('%s: %s', async (address, expected) => {
    expect(await refusal(address)).toBe(expected)
  })

  it('goes by all addresses of the name', async () => {
    expect(await refusal('https://hooks.example', [], ['8.8.8.8', '10.0.0.1'])).toBe('not_public')
    expect(await refusal('https://hooks.example', ['10.0.0.0/8'], ['8.8.8.8', '10.0.0.1'])).toBeUndefined()
    expect(await refusal('http://hooks.example', ['10.0.0.0/8'], ['8.8.8.8', '10.0.0.1'])).toBe('not_https')
    expect(await refusal('http://hooks.example', ['10.0.0.0/8'], ['10.0.0.1'])).toBeUndefined()
  })

  it('is nothing when the names cannot be asked, and that a name is not known', async () => {
    const failing = (code: string) => async () => {
      throw Object.assign(new Error(code), { code })
    }
    const told = (code: string) =>
      createPublicFetch({ allowed: [], resolve: failing(code) }).refusalOf('https://a.example')
    expect([await told('EAI_AGAIN'), await told('ENOTFOUND')]).toEqual([undefined, 'unknown_name'])
  })
})

describe('an address', () => {
  const isPublic = permissionBy([])

  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true)
    },
  )

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:0:a00:1', '64:ff9b::a00:1', 'fc00::1'],
    ...['fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2002:a00:1::', '2001::1', 'example.com', ''],
  ])('%s is none', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  it('may be allowed, alone or with its network', () => {
    const permitted = permissionBy(['10.0.0.5', '192.168.0.0/16', 'fd00::/8'])
    expect(['10.0.0.5', '192.168.7.7', 'fd12::1'].map(permitted)).toEqual([true, true, true])
    expect(['10.0.0.6', '172.16.0.1', 'fc00::1'].map(permitted)).toEqual([false, false, false])
  })
})
