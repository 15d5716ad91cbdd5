/**
 * Posts a form with one file (RFC 7578), which is streamed. `fetch` isn't used, because it waits at most five minutes
 * for a response, and transcriptions can take an hour. Redirects aren't followed.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serverRetryDelayMs } from '../../core/retry-delays.ts'
import { TranscriberFault } from '../../core/transcriber.ts'

export interface SentFile {
  readonly path: string
  /** File name in the form: letters, digits, dots and hyphens. */
  readonly name: string
}

export interface FormAnswer {
  readonly status: number
  readonly body: string
  /** Delay requested by the server in milliseconds. */
  readonly waitMs: number | undefined
}

interface MultipartForm {
  readonly headers: Readonly<Record<string, string>>
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: SentFile
  readonly signal: AbortSignal
}

/** Maximum size of a response. Ten hours of speech with word times need a tenth of it. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024

/** @throws TranscriberFault, or the reason of the signal */
export async function postForm(url: string, { headers, fields, file, signal }: MultipartForm): Promise<FormAnswer> {
  const boundary = `parley-${randomBytes(16).toString('hex')}`
  const opening = Buffer.from(
    fields
      .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const closing = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { size } = await stat(file.path)
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': opening.length + size + closing.length,
    },
    agent: false,
    signal,
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  // A server that rejects the request may respond without reading all of it.
  const sent = pipeline(body(opening, file.path, closing), request).catch((error: Error) => error)
  try {
    const answer = await answered
    return {
      status: answer.statusCode ?? 502,
      body: await readBody(answer),
      waitMs: serverRetryDelayMs(new Headers(pick(answer, ['retry-after', 'retry-after-ms']))),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TranscriberFault) throw error
    throw new TranscriberFault('unavailable', "it can't be reached, or doesn't respond")
  } finally {
    request.destroy()
    await sent
  }
}

const body = (opening: Buffer, path: string, closing: Buffer) =>
  Readable.from(
    (async function* () {
      yield opening
      yield* createReadStream(path)
      yield closing
    })(),
    { objectMode: false },
  )

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > ANSWER_BYTES_MAX) throw new TranscriberFault('wrong', 'its response is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function pick({ headers }: IncomingMessage, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
}
