/**
 * Stands between the service and a server, and can take the server away: connections end, and new ones are refused, or
 * all of them stay open and nothing arrives.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

export class Gate {
  readonly #to: NetConnectOpts
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isFrozen = false

  constructor(to: NetConnectOpts) {
    this.#to = to
  }

  get port(): number {
    return this.#port
  }

  async up(): Promise<void> {
    if (this.#server !== undefined) return
    const server = createServer((client) => {
      const behind = connect(this.#to)
      const pair = [client, behind] as const
      this.#pairs.add(pair)
      for (const socket of [client, behind]) {
        this.#sockets.add(socket)
        // What broke is what was wanted; the other half ends with it.
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          this.#sockets.delete(socket)
          this.#pairs.delete(pair)
          client.destroy()
          behind.destroy()
        })
      }
      if (!this.#isFrozen) client.pipe(behind).pipe(client)
    })
    this.#server = server
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
  }

  async down(): Promise<void> {
    const gone = this.#server === undefined ? undefined : once(this.#server, 'close')
    this.#server?.close()
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    await gone
  }

  /** As a network that drops packets does: connections stay open, and nothing arrives. */
  freeze(): void {
    this.#isFrozen = true
    for (const [client, behind] of this.#pairs) {
      client.unpipe(behind)
      behind.unpipe(client)
    }
  }

  thaw(): void {
    this.#isFrozen = false
    for (const [client, behind] of this.#pairs) client.pipe(behind).pipe(client)
  }
}
