/** Encrypted connections over TCP to servers that users configure. `checked-address.ts` checks their addresses. */
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectPublic } from '../../core/public-connection.ts'
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
    const secure = (socket: Socket) => withoutThrow(connectTls({ ...{ socket, host, ...named }, ...ca }))
    let tcp: Socket | undefined
    try {
      const pinned = await Promise.race([checkAddress(host, { encrypted: true }), rejectOnAbort(within)])
      const plain = withoutThrow(connectTcp({ host, port, lookup: lookupPinned(pinned), noDelay: true }))
      tcp = plain
      await once(plain, 'connect', { signal: within })
      const socket = tls ? secure(plain) : plain
      if (tls) await once(socket, 'secureConnect', { signal: within })
      return {
        socket,
        encrypt: (onSecure, onFault) =>
          secure(plain)
            .on('error', (error) => onFault(toPublicFetchError(error)))
            .once('secureConnect', onSecure),
      }
    } catch (error) {
      tcp?.destroy()
      if (signal?.aborted) throw signal.reason
      throw timer.aborted ? toFault('timeout') : toPublicFetchError(error)
    }
  }
}

/** Adds a listener, without which a connection that is lost while nobody reads would end the process. */
const withoutThrow = <S extends Socket>(socket: S): S => socket.on('error', () => {})
