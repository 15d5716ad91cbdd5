/**
 * A server of OpenAI's transcription protocol for tests, behind a real address on the loopback: a script answers each
 * recording, and it can be slow, broken, busy or wrong.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeAfterTests } from './close-after-tests.ts'

export interface TranscriberRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Name and value of each text field, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: { readonly name: string; readonly content: Buffer }
  /** From 1. */
  readonly number: number
}

export interface TranscriberReply {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: unknown
  readonly afterMs?: number
  /** The connection ends before there is an answer. */
  readonly drops?: true
}

type Script = (request: TranscriberRequest) => TranscriberReply | Promise<TranscriberReply>

export interface TranscriberServer {
  /** What `TRANSCRIBER_URL` is to be. */
  readonly url: string
  readonly requests: TranscriberRequest[]
  script: Script
  /** Of a request; larger ones are refused before they are read. */
  bytesMax: number
}

/** What Whisper says of two sentences. */
export const heardOf = (...sentences: readonly (readonly [start: number, end: number, text: string])[]) => ({
  task: 'transcribe',
  language: 'english',
  duration: sentences.at(-1)?.[1] ?? 0,
  text: sentences.map(([, , text]) => text).join(' '),
  segments: sentences.map(([start, end, text], id) => ({
    id,
    start,
    end,
    text: ` ${text}`,
    tokens: [],
    temperature: 0,
  })),
  words: sentences.flatMap(([start, end, text]) => {
    const words = text.split(' ')
    const each = (end - start) / words.length
    return words.map((word, i) => ({
      word: word.replaceAll(/[.,?!]/g, ''),
      start: start + i * each,
      end: start + (i + 1) * each,
    }))
  }),
})

/** Closed by itself after the test file. */
export async function createTranscriberServer(
  script: Script = () => ({ body: heardOf([0, 1, 'Good morning.']) }),
): Promise<TranscriberServer> {
  const requests: TranscriberRequest[] = []
  const http = createServer((incoming, outgoing) => {
    const serve = async () => {
      if (served.bytesMax < Number(incoming.headers['content-length'])) {
        // As proxies do it: answered before it is read, and read no further.
        outgoing.writeHead(413, { connection: 'close' }).end('Request Entity Too Large')
        return
      }
      const request = await read(incoming, requests.length + 1)
      requests.push(request)
      const { status = 200, headers = {}, body = '', afterMs = 0, drops } = await served.script(request)
      if (afterMs > 0) await pause(afterMs)
      if (drops) return void outgoing.destroy()
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    serve().catch(() => outgoing.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const served = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests,
    script,
    bytesMax: Number.POSITIVE_INFINITY,
  }
  closeAfterTests(async () => {
    http.closeAllConnections()
    await new Promise((done) => http.close(done))
  })
  return served
}

async function read(incoming: IncomingMessage, number: number): Promise<TranscriberRequest> {
  const parts: Buffer[] = []
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part)
  // Latin-1 keeps every byte as one character.
  const text = Buffer.concat(parts).toString('latin1')
  const boundary = /boundary=(.+)$/.exec(incoming.headers['content-type'] ?? '')?.[1] ?? ''
  const fields: [string, string][] = []
  let file = { name: '', content: Buffer.alloc(0) }
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    if (fileName === undefined) fields.push([name, Buffer.from(content, 'latin1').toString('utf8')])
    else file = { name: fileName, content: Buffer.from(content, 'latin1') }
  }
  return { path: incoming.url ?? '', headers: incoming.headers, fields, file, number }
}
