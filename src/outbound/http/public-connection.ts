/** Encrypted connections over TCP to servers that users configure. `checked-address.ts` checks their addresses. */
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectPublic, PublicConnection } from '../../core/public-connection.ts'
import {
  type AddressOptions,
  createAddressCheck,
  lookupPinned,
  rejectOnAbort,
  toFault,
  toPublicFetchError,
} from './checked-address.ts'

const TIMEOUT_MS = 10_000

export function createPublicConnect(options: AddressOptions): ConnectPublic {
  const checkAddress = createAddressCheck(options)
  const ca = options.ca === undefined ? {} : { ca: options.ca }

  return async ({ host, port, tls, signal, timeoutMs = TIMEOUT_MS }) => {
    const timer = AbortSignal.timeout(timeoutMs)
    const within = signal === undefined ? timer : AbortSignal.any([timer, signal])
    /** Server name for the certificate. Addresses have none (RFC 6066, section 3). */
    const named = isIP(host) === 0 ? { servername: host } : {}
    const secure = (socket: Socket, until: AbortSignal) =>
      opened(connectTls({ ...{ socket, host, ...named }, ...ca }), 'secureConnect', until)
    let tcp: Socket | undefined
    try {
      const pinned = await Promise.race([checkAddress(host, { encrypted: true }), rejectOnAbort(within)])
      tcp = await opened(connectTcp({ host, port, lookup: lookupPinned(pinned), noDelay: true }), 'connect', within)
      const first = tls ? await secure(tcp, within) : tcp
      return openConnection(first, secure)
    } catch (error) {
      tcp?.destroy()
      if (signal?.aborted) throw signal.reason
      throw timer.aborted ? toFault('timeout') : toPublicFetchError(error)
    }
  }
}

/** Waits for an event of a socket. A socket without it is destroyed. */
async function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  // Without a listener, a connection lost between two reads would end the process.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function openConnection(
  first: Socket,
  secure: (socket: Socket, until: AbortSignal) => Promise<Socket>,
): PublicConnection {
  let socket = first
  /** Runs a step until the signal ends it, which ends the connection too. */
  async function within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    try {
      if (signal.aborted) end()
      const result = await work()
      // A connection that the signal destroyed looks like one that the server ended.
      signal.throwIfAborted()
      return result
    } catch (error) {
      socket.destroy()
      if (signal.aborted) throw signal.reason
      throw toPublicFetchError(error)
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
  return {
    read: (signal) =>
      within(signal, async () => {
        for (;;) {
          const bytes: Buffer | null = socket.read()
          if (bytes !== null) return bytes
          if (socket.errored !== null) throw socket.errored
          if (socket.readableEnded || socket.destroyed) return undefined
          await changed(socket)
        }
      }),
    async write(bytes) {
      if (socket.destroyed) throw toFault('unreachable')
      await new Promise<void>((done, fail) => {
        socket.write(bytes, (error) => (error ? fail(toPublicFetchError(error)) : done()))
      })
    },
    encrypt: (signal) =>
      within(signal, async () => {
        socket = await secure(socket, signal)
      }),
    close: () => {
      socket.destroy()
    },
  }
}

/** Resolves when a socket has bytes, or has ended. */
function changed(socket: Socket): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      for (const event of ['readable', 'end', 'close']) socket.off(event, finish)
      done()
    }
    for (const event of ['readable', 'end', 'close']) socket.on(event, finish)
  })
}
