/** Requests over a socket of their own, byte by byte: for what no client library does, such as a body that never ends. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** From the first byte that was sent to the last of the answer, in milliseconds. */
  readonly ms: number
}

export interface RawRequest {
  readonly socket: Socket
  send(text: string | Buffer): void
  /** The answer, as soon as it is whole. @throws Error when the connection ends before, or after ten seconds */
  answer(): Promise<RawAnswer>
  /** Waits until the other end has closed or reset the connection. @throws Error after so many milliseconds */
  closed(ms: number): Promise<void>
}

/**
 * @param head request line and headers without the empty line, which is added
 * @param body what is sent of the body at once
 */
export async function sendRaw(url: string, head: readonly string[], body: string | Buffer = ''): Promise<RawRequest> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  const began = performance.now()
  await once(socket, 'connect')
  if (head.length > 0) socket.write(`${head.join('\r\n')}\r\n\r\n`)
  if (body.length > 0) socket.write(body)
  return {
    socket,
    send: (more) => void socket.write(more),
    async answer() {
      while (performance.now() - began < 10_000) {
        const found = parse(text)
        if (found !== undefined) return { ...found, ms: performance.now() - began }
        if (socket.destroyed) throw new Error(`The connection ended after ${JSON.stringify(text.slice(0, 200))}`)
        await pause(5)
      }
      throw new Error(`No answer within ten seconds: ${JSON.stringify(text.slice(0, 200))}`)
    },
    async closed(ms) {
      const began = performance.now()
      // `once` would fail on a reset, which is an end of the connection as well.
      while (!socket.destroyed) {
        if (performance.now() - began > ms) throw new Error(`The connection is still open after ${ms} ms.`)
        await pause(5)
      }
    },
  }
}

function parse(text: string): Omit<RawAnswer, 'ms'> | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...fields] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  const body = text.slice(end + 4)
  const length = headers.get('content-length')
  if (length !== undefined && body.length < Number(length)) return undefined
  return { status: Number(line.split(' ')[1]), headers, body }
}
