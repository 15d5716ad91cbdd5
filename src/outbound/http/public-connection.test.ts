import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicConnection } from '../../core/public-connection.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../testing/certificate.ts'
import { createPublicConnect } from './public-connection.ts'

const IDENTITY = { key: CERTIFICATE_KEY, cert: CERTIFICATE }
const sockets: Socket[] = []
const keep = (socket: Socket) => {
  sockets.push(socket)
  socket.on('error', () => {})
}
/** Repeats what it reads, and ends after "end". */
const encrypted = createTlsServer(IDENTITY, (socket) => {
  keep(socket)
  socket.on('data', (bytes) => (String(bytes) === 'end' ? socket.end() : socket.write(bytes)))
})
/** Starts TLS after the first bytes. */
const plain = createTcpServer((socket) => {
  keep(socket)
  socket.once('data', () => {
    socket.write('begin')
    const tls = new TLSSocket(socket, { ...IDENTITY, isServer: true })
    tls.on('error', () => {})
    tls.on('data', (bytes) => tls.write(bytes))
  })
})
let port = 0
let plainPort = 0
beforeAll(async () => {
  for (const server of [encrypted, plain]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  port = (encrypted.address() as AddressInfo).port
  plainPort = (plain.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of [encrypted, plain]) server.close()
})

const LOOPBACK = ['127.0.0.0/8']
const resolve = async () => ['127.0.0.1']
const connect = createPublicConnect({ allowed: LOOPBACK, resolve, ca: CERTIFICATE })
const patient = () => AbortSignal.timeout(5_000)
const readText = async (connection: PublicConnection) => (await connection.read(patient()))?.toString()

describe('a connection', () => {
  it('carries bytes both ways over TLS, and ends', async () => {
    const connection = await connect({ host: 'localhost', port, tls: true })
    await connection.write('Hello')
    expect(await readText(connection)).toBe('Hello')
    await connection.write('end')
    expect([await readText(connection), await readText(connection)]).toEqual([undefined, undefined])
    connection.close()
    await expect(connection.write('more')).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('can start TLS later, and checks the certificate then', async () => {
    const open = async (ask: typeof connect) => {
      const connection = await ask({ host: 'localhost', port: plainPort, tls: false })
      await connection.write('STARTTLS')
      expect(await readText(connection)).toBe('begin')
      return connection
    }
    const connection = await open(connect)
    await connection.encrypt(patient())
    await connection.write('secret')
    expect(await readText(connection)).toBe('secret')
    connection.close()
    const distrusting = await open(createPublicConnect({ allowed: LOOPBACK, resolve }))
    await expect(distrusting.encrypt(patient())).rejects.toMatchObject({ fault: 'certificate' })
  })

  it('waits no longer than the signal', async () => {
    const connection = await connect({ host: 'localhost', port, tls: true })
    await expect(connection.read(AbortSignal.timeout(30))).rejects.toThrow(/timeout/)
    const nameless = createPublicConnect({ allowed: [], resolve: () => new Promise(() => {}) })
    await expect(nameless({ host: 'a.example', port, tls: true, timeoutMs: 30 })).rejects.toMatchObject({
      fault: 'timeout',
    })
    const left = AbortSignal.abort(new Error('Nobody waits any more.'))
    await expect(connect({ host: 'localhost', port, tls: true, signal: left })).rejects.toThrow('Nobody waits')
  })
})

describe('refuses', () => {
  it('private addresses that are not allowed, by name and by number', async () => {
    const strict = createPublicConnect({ allowed: [], resolve, ca: CERTIFICATE })
    for (const host of ['localhost', '127.0.0.1', '::1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
      await expect(strict({ host, port, tls: true })).rejects.toMatchObject({ fault: 'not_public' })
    }
    const mixed = createPublicConnect({ allowed: LOOPBACK, resolve: async () => ['127.0.0.1', '10.0.0.1'] })
    await expect(mixed({ host: 'localhost', port, tls: true })).rejects.toMatchObject({ fault: 'not_public' })
  })

  it('a second answer of the name server', async () => {
    let asked = 0
    const flighty = createPublicConnect({
      ...{ allowed: LOOPBACK, ca: CERTIFICATE },
      resolve: async () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']),
    })
    const connection = await flighty({ host: 'localhost', port, tls: true })
    connection.close()
    expect(asked).toBe(1)
  })

  it('certificates of other hosts or of nobody known, and servers that are away', async () => {
    const distrusting = createPublicConnect({ allowed: LOOPBACK, resolve })
    await expect(distrusting({ host: 'localhost', port, tls: true })).rejects.toMatchObject({ fault: 'certificate' })
    for (const host of ['other.example', '127.0.0.1']) {
      await expect(connect({ host, port, tls: true })).rejects.toMatchObject({ fault: 'certificate' })
    }
    await expect(connect({ host: 'localhost', port: 1, tls: true })).rejects.toMatchObject({ fault: 'unreachable' })
  })
})
