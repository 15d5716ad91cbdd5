/** What webhooks lead to, as the outermost edge: a server on this machine that keeps what it is sent and answers as told. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { closeAfterTests } from './close-after-tests.ts'

/** What lets Parley ask a receiver: it is on this machine. */
export const RECEIVERS = '127.0.0.0/8'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Nothing is answered, or nothing more: until the other side gives up. */
  readonly hangs?: 'at once' | 'after its headers'
  /** Waited for before the answer. */
  readonly after?: Promise<unknown>
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How many requests were under way at once, at most. */
  readonly most: () => number
  answer: (request: Received) => Reply
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** Closed by itself after a test file. */
export async function startReceiver(answer: Receiver['answer'] = () => ({})): Promise<Receiver> {
  const received: Received[] = []
  let [underWay, most] = [0, 0]
  const server: Server = createServer(async (request, response) => {
    underWay += 1
    most = Math.max(most, underWay)
    response.on('close', () => {
      underWay -= 1
    })
    const body = await text(request)
    const one = { path: request.url ?? '', headers: single(request.headers), body }
    received.push(one)
    await reply(receiver.answer(one), response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    most: () => most,
    answer,
    async until(count) {
      for (let i = 0; i < 800 && received.length < count; i++) await pause(25)
      if (received.length < count) throw new Error(`Only ${received.length} of ${count} came within twenty seconds.`)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  closeAfterTests(() => receiver.close())
  return receiver
}

const single = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function reply({ status = 200, headers, body, hangs, after }: Reply, response: ServerResponse): Promise<void> {
  await after
  if (hangs === 'at once' || response.destroyed) return
  response.writeHead(status, headers)
  if (hangs === 'after its headers') response.write(body ?? '')
  else response.end(body)
}
