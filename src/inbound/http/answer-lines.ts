/**
 * `application/x-ndjson`: every line of the body runs down the whole road as a request of its own, and gets its own
 * line in the answer, in the same order: `{"line":1, …the answer}` or `{"line":2,"error":{…}}`. A line is told only after
 * it is committed, while later ones are still on their way, so memory holds a few lines whatever the file is.
 */
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge } from '../../core/errors.ts'
import { stringify } from '../../core/json.ts'
import { errorAnswer } from './error-bodies.ts'

/** Lines on the road at the same time. */
const AT_ONCE = 4

interface Line {
  readonly number: number
  readonly text: string
}

export class AnswerLines {
  readonly #request: FastifyRequest
  readonly #limit: number
  readonly #run: (body: unknown) => Promise<unknown>

  /** @param limit of one line, in bytes; the whole may be of any length */
  constructor(request: FastifyRequest, limit: number, run: (body: unknown) => Promise<unknown>) {
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

  async #answer(line: Line | Error): Promise<string> {
    const number = line instanceof Error ? Number(line.cause) : line.number
    try {
      if (line instanceof Error) throw line
      return `${stringify({ line: number, ...((await this.#run(parse(line.text))) as object) })}\n`
    } catch (error) {
      const { body } = errorAnswer(error, undefined, this.#request.id)
      if (errorAnswer(error, undefined, '').status === 500) this.#request.log.error(error)
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

/** Lines that hold something, numbered from 1. One that is too long gives an error that names it, and ends the reading. */
async function* linesOf(body: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line | Error> {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  let number = 0
  for await (const chunk of body) {
    const parts = decoder.write(chunk).split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        number++
        const text = pieces.join('')
        pieces = []
        length = 0
        if (text.trim() !== '') yield { number, text }
      }
      pieces.push(part)
      length += Buffer.byteLength(part)
      if (length > limit) {
        const error = tooLarge(`A line may have at most ${limit} bytes; reading ended here.`)
        error.cause = number + 1
        yield error
        return
      }
    }
  }
  const text = pieces.join('') + decoder.end()
  if (text.trim() !== '') yield { number: number + 1, text }
}
