import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATE, CERTIFICATE_KEY } from '../testing/certificate.ts'
import { createPublicFetch, permissionBy } from './public-fetch.ts'

/** A server on this machine, which nobody may ask unless the operator says so. */
const asked: string[] = []
const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
  asked.push(request.url ?? '')
  switch (request.url) {
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
})
let port: number
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const LOOPBACK = ['127.0.0.0/8', '::1']
const resolve = async () => ['127.0.0.1']
const allowing = (allowed: readonly string[] = LOOPBACK) => createPublicFetch({ allowed, resolve, ca: CERTIFICATE })
const url = (path: string, host = 'localhost') => `https://${host}:${port}${path}`

describe('fetching what a stranger names', () => {
  it('gets a document, and of its headers what says how long it counts', async () => {
    const answer = await allowing()(url('/document'))
    expect([answer.status, await answer.json()]).toEqual([200, { said: 'hello' }])
    expect(Object.fromEntries(answer.headers)).toEqual({ 'cache-control': 'max-age=600' })
  })

  it('follows nobody', async () => {
    const before = asked.length
    expect((await allowing()(url('/elsewhere'))).status).toBe(302)
    expect(asked.slice(before)).toEqual(['/elsewhere'])
  })

  it('reads no more than 64 KiB, and waits no longer than it is told', async () => {
    await expect(allowing()(url('/large'))).rejects.toThrow('too large')
    await expect(allowing()(url('/silent'), AbortSignal.timeout(100))).rejects.toThrow()
  })

  it('asks no server that cannot show who it is, and speaks no plain http', async () => {
    const before = asked.length
    const distrusting = createPublicFetch({ allowed: LOOPBACK, resolve })
    await expect(distrusting(url('/document'))).rejects.toThrow()
    await expect(allowing()(url('/document', 'other.example'))).rejects.toThrow()
    await expect(allowing()(`http://localhost:${port}/document`)).rejects.toThrow('https')
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
    for (const host of hosts) await expect(allowing([])(url('/document', host))).rejects.toThrow('not a public one')
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
    await expect(mixed(url('/document'))).rejects.toThrow('not a public one')
    const none = createPublicFetch({ allowed: LOOPBACK, resolve: async () => [] })
    await expect(none(url('/document'))).rejects.toThrow('not a public one')
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
