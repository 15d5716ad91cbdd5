/**
 * `application/x-ndjson`: every line of the body runs down the whole road as a request of its own, and gets its own
 * line in the answer, in the same order: `{"line":1, …the answer}` or `{"line":2,"error":{…}}`. A line is told only after
 * it is committed, while later ones are still on their way, so memory holds a few lines whatever the file is.
 */
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { FastifyRequest } from 'fastify'
import { type AppError, invalid, tooLarge } from '../../core/errors.ts'
import { stringify } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import { errorAnswer } from './error-bodies.ts'
import { logInternal } from './log-internal.ts'

/** Lines on the road at the same time. */
const AT_ONCE = 4

interface Line {
  readonly number: number
  readonly text: string
}

interface TooLong {
  readonly number: number
  readonly error: AppError
}

export class AnswerLines {
  readonly #request: FastifyRequest
  readonly #limit: number
  readonly #run: (body: unknown, line: number) => Promise<unknown>
  readonly #log: Pick<Log, 'error'>

  /** @param limit of one line, in bytes; the whole may be of any length */
  constructor(
    request: FastifyRequest,
    limit: number,
    log: Pick<Log, 'error'>,
    run: (body: unknown, line: number) => Promise<unknown>,
  ) {
    this.#log = log
    this.#request = request
    this.#limit = limit
    this.#run = run
  }

  stream(): Readable {
    return Readable.from(this.#answers(), { objectMode: false, encoding: 'utf8' })
  }

  async *#answers(): AsyncGenerator<string> {
    const running: Promise<string>[] = []
    for await (const line of linesOf(this.#request.body as Readable, this.#limit)) {
      running.push(this.#answer(line))
      if (running.length >= AT_ONCE) yield await (running.shift() as Promise<string>)
    }
    for (const answer of running) yield await answer
  }

  async #answer(line: Line | TooLong): Promise<string> {
    const { number } = line
    try {
      if ('error' in line) throw line.error
      return `${stringify({ line: number, ...((await this.#run(parse(line.text), number)) as object) })}\n`
    } catch (error) {
      const { status, body } = errorAnswer(error, undefined, this.#request.id)
      if (status === 500) logInternal(this.#log, this.#request.id, error, { line: number })
      return `${stringify({ line: number, error: body })}\n`
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ pointer: '', detail: 'This line is not JSON.' })
  }
}

/** Lines that hold something, numbered from 1. One that is too long gives an error in its place, and is not kept. */
async function* linesOf(body: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line | TooLong> {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let bytes = 0
  let number = 1
  const lineSoFar = (): Line | TooLong | undefined => {
    if (bytes > limit) return { number, error: tooLarge(`A line may have at most ${limit} bytes.`) }
    const text = pieces.join('')
    return text.trim() === '' ? undefined : { number, text }
  }
  for await (const chunk of body) {
    for (const [index, part] of decoder.write(chunk).split('\n').entries()) {
      if (index > 0) {
        const line = lineSoFar()
        if (line !== undefined) yield line
        pieces = []
        bytes = 0
        number++
      }
      bytes += Buffer.byteLength(part)
      if (bytes <= limit) pieces.push(part)
      else pieces = []
    }
  }
  pieces.push(decoder.end())
  const last = lineSoFar()
  if (last !== undefined) yield last
}
