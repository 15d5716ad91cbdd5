/** A service of somebody else's on the loopback: it remembers what it was asked, and can fail as it is told to. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAfterTests } from './close-after-tests.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what was sent is asserted on, field by field
  readonly body: any
}

export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What it answers instead, once; `hang`: nothing, until whoever asked has gone. `drop`: the connection ends. */
export type Failure = Reply | 'hang' | 'drop'

export interface StandIn {
  readonly url: string
  readonly asked: Asked[]
  /**
   * Answered instead of what it would, each once and in order, by those requests they are meant for.
   * @param meant default: every one
   */
  fail(failures: readonly Failure[], meant?: (asked: Asked) => boolean): void
  /** Has the next request that is meant answered only when this has come about. */
  hold(until: Promise<unknown>, meant: (asked: Asked) => boolean): void
  /** Forgets what it was asked, and what it is to fail with. */
  reset(): void
  /** From now on it fails so, until it is undefined. */
  always: Failure | undefined
  close(): Promise<void>
}

/** Closed by itself after a test file. */
export async function createStandIn(answer: (asked: Asked) => Reply | Promise<Reply>): Promise<StandIn> {
  const asked: Asked[] = []
  const planned: { failure: Failure; meant: (asked: Asked) => boolean }[] = []

  const holds: { until: Promise<unknown>; meant: (asked: Asked) => boolean }[] = []

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://stand.in')
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      text,
      body: parsed(text),
    }
    asked.push(one)
    const held = holds.findIndex(({ meant }) => meant(one))
    if (held !== -1) await holds.splice(held, 1)[0]?.until
    const at = planned.findIndex(({ meant }) => meant(one))
    const failure = at === -1 ? standIn.always : planned.splice(at, 1)[0]?.failure
    if (failure === 'hang') return
    if (failure === 'drop') {
      request.socket.destroy()
      return
    }
    write(response, failure ?? (await answer(one)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (failures, meant = () => true) => void planned.push(...failures.map((failure) => ({ failure, meant }))),
    hold: (until, meant) => void holds.push({ until, meant }),
    reset() {
      asked.length = 0
      holds.length = 0
      planned.length = 0
      standIn.always = undefined
    },
    always: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  closeAfterTests(() => standIn.close())
  return standIn
}

function write(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const isReady = typeof body === 'string' || Buffer.isBuffer(body)
  const text = body === undefined ? '' : isReady ? body : JSON.stringify(body)
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': 'application/json' }), ...headers }).end(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
