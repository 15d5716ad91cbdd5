/** Address that the service listens on: a check before anything is created, and clear errors. */
import { once } from 'node:events'
import { createServer } from 'node:net'

export interface ListenAddress {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
}

const REASONS: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is in use. Stop the other program, or choose another port with --port (0 selects a free one).`,
  EACCES: ({ port }) =>
    `This user must not listen on port ${port}. Choose a port from 1024 on with --port, and use a reverse proxy for lower ones.`,
  EADDRNOTAVAIL: ({ host }) =>
    `This machine doesn't have the address ${host}. Choose one of its addresses with --host, or 0.0.0.0 for all.`,
  ENOTFOUND: ({ host }) => `The name ${host} has no address. Choose an address of this machine with --host.`,
}

/** Error for a person. Unknown errors stay as they are. */
export function describeListenFault(error: unknown, address: ListenAddress): unknown {
  const describe = REASONS[(error as { code?: string }).code ?? '']
  return describe === undefined ? error : new Error(describe(address), { cause: error })
}

/**
 * Listens once, then releases the port. The first start creates an API key that is shown only once, so it must not fail after that.
 * @throws Error if the address can't be used
 */
export async function checkListenAddress(address: ListenAddress): Promise<void> {
  const server = createServer()
  try {
    server.listen(address.port, address.host)
    await once(server, 'listening')
  } catch (error) {
    throw describeListenFault(error, address)
  }
  server.close()
  await once(server, 'close')
}
