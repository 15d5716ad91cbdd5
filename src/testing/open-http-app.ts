/**
 * Operations of a test's own behind the real door, on a socket: for what an operation may ask of the door and none of the
 * catalog asks yet, or could be held at the right moment.
 */
import type { AddressInfo } from 'node:net'
import type { App } from '../app.ts'
import type { Log } from '../core/log.ts'
import type { AnyOperation } from '../core/operation.ts'
import { createAuthenticator } from '../features/accounts/api-keys/index.ts'
import { BASE_PATH } from '../inbound/http/addresses.ts'
import type { LargeBodies } from '../inbound/http/large-bodies.ts'
import { createServer } from '../inbound/http/server.ts'
import { createSpools } from '../inbound/http/spools.ts'

export interface HttpAppOptions {
  readonly log: Log
  readonly stopSeconds?: number
  readonly bodyGraceSeconds?: number
  readonly largeBodies?: LargeBodies
}

/** @returns the address operations are below, what ends it, and what hangs up on whoever still listens or asks */
export async function openDoor(
  app: App,
  operations: readonly AnyOperation[],
  options: HttpAppOptions,
): Promise<{ url: string; close: () => Promise<void>; hangUp: () => void }> {
  const server = createServer({
    ...app,
    ...options,
    operations,
    authenticate: createAuthenticator(app),
    spools: createSpools(app.transfer, options.log),
    contextFor: (principal, source) => ({ ...app.contextFor(principal, source), log: options.log }),
    health: app.health,
    version: '0.0.0',
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${BASE_PATH}`,
    close: () => server.close(),
    hangUp: () => server.server.closeAllConnections(),
  }
}
