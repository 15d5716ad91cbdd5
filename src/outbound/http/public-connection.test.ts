import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
/** Accepts connections, and never answers. */
const mute = createTcpServer(keep)
let port = 0
let plainPort = 0
let mutePort = 0
beforeAll(async () => {
  for (const server of [encrypted, plain, mute]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  port = (encrypted.address() as AddressInfo).port
  plainPort = (plain.address() as AddressInfo).port
  mutePort = (mute.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of [encrypted, plain, mute]) server.close()
})

const LOOPBACK = ['127.0.0.0/8']
const resolve = async () => ['127.0.0.1']
const connect = createPublicConnect({ allowed: LOOPBACK, resolve, ca: CERTIFICATE })
const readText = async (socket: Socket) => {
  const [bytes] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })
  return String(bytes)
}

describe('a connection', () => {
  it('carries bytes both ways over TLS, and ends without an error that ends the process', async () => {
    const { socket } = await connect({ host: 'localhost', port, tls: true })
    socket.write('Hello')
    expect(await readText(socket)).toBe('Hello')
    socket.write('end')
    await once(socket, 'close')
    socket.write('more')
    expect(socket.destroyed).toBe(true)
  })

  it('can start TLS later, and checks the certificate then', async () => {
    const open = async (ask: typeof connect) => {
      const connection = await ask({ host: 'localhost', port: plainPort, tls: false })
      connection.socket.write('STARTTLS')
      expect(await readText(connection.socket)).toBe('begin')
      return connection
    }
    const connection = await open(connect)
    const secure = connection.encrypt(
      () => secure.write('secret'),
      () => expect.unreachable(),
    )
    expect(await readText(secure)).toBe('secret')
    secure.destroy()
    const distrusting = await open(createPublicConnect({ allowed: LOOPBACK, resolve }))
    const fault = await new Promise((onFault) => distrusting.encrypt(() => expect.unreachable(), onFault))
    expect(fault).toMatchObject({ fault: 'certificate' })
  })

  it('waits no longer than the signal', async () => {
    const nameless = createPublicConnect({ allowed: [], resolve: () => new Promise(() => {}) })
    await expect(nameless({ host: 'a.example', port, tls: true, timeoutMs: 30 })).rejects.toMatchObject({
      fault: 'timeout',
    })
    await expect(connect({ host: 'localhost', port: mutePort, tls: true, timeoutMs: 100 })).rejects.toMatchObject({
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
    connection.socket.destroy()
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
