/**
 * `application/x-ndjson`: every line of the body runs down the whole road as a request of its own, and gets its own
 * line in the answer, in the same order: `{"line":1, …the answer}` or `{"line":2,"error":{…}}`.
 *
 * The answer begins when the body has ended: proxies such as nginx stop sending a body once an answer to it begins
 * (docs/decisions/0046). Until then the lines of the answer are spooled, so memory holds a few lines whatever the file is.
 * When the body can't be read to its end, the last line of the answer says where.
 */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { stringify } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import { AnswerSpool } from './answer-spool.ts'
import { errorAnswer } from './error-bodies.ts'
import { LARGE_BYTES, LargeJson } from './large-bodies.ts'
import { logInternal } from './log-internal.ts'

/** Lines on the road at the same time. */
const AT_ONCE = 4
/** How long lines are taken: less than the server lets a body go on (`server.ts`), so that the answer can say where it ended. */
const TAKEN_FOR_MS = 3_540_000

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
  readonly #log: Pick<Log, 'error' | 'warn'>
  readonly #spool = new AnswerSpool()

  /** @param limit of one line, in bytes; the whole may be of any length */
  constructor(
    request: FastifyRequest,
    limit: number,
    log: Pick<Log, 'error' | 'warn'>,
    run: (body: unknown, line: number) => Promise<unknown>,
  ) {
    this.#log = log
    this.#request = request
    this.#limit = limit
    this.#run = run
  }

  /**
   * Takes all lines of the body.
   * @param signal ends it early
   * @returns the whole answer with its length, by which the caller sees whether all of it arrived
   * @throws Error when the caller has gone; the lines that were taken stay stored
   */
  async answer(signal: AbortSignal, takenForMs = TAKEN_FOR_MS): Promise<{ stream: Readable; bytes: number }> {
    const body = this.#request.body as Readable
    const ends = AbortSignal.any([signal, AbortSignal.timeout(takenForMs)])
    const lines = linesOf(untilAborted(body, ends), this.#limit)
    const onTheRoad: Promise<void>[] = []
    let kept: Promise<void> = Promise.resolve()
    let begun = 0
    let fault: unknown
    try {
      for await (const line of lines) {
        begun = line.number
        const answer = this.#answer(line)
        const before = kept
        kept = answer.then(async (text) => {
          await before
          await this.#spool.add(text)
        })
        // Heard when its turn comes.
        kept.catch(() => {})
        onTheRoad.push(kept)
        if (onTheRoad.length >= AT_ONCE) await onTheRoad.shift()
      }
    } catch (error) {
      fault = error
    }
    await kept.catch((error: unknown) => {
      fault ??= error
    })
    if (fault !== undefined) await this.#breakOff(begun + 1, fault, body)
    return { stream: this.#spool.read(), bytes: this.#spool.bytes }
  }

  /** @throws the fault when nobody is there any more to be told */
  async #breakOff(line: number, fault: unknown, body: Readable): Promise<void> {
    const { message } = fault as Error
    this.#log.warn({ request: this.#request.id, line, error: message }, 'an import broke off')
    if (body.destroyed && !body.readableEnded) {
      await this.#spool.discard()
      throw fault
    }
    // The rest is read and dropped: whoever still sends does not listen before it is sent.
    body.resume()
    const { body: error } = errorAnswer(brokenOff(line, fault), undefined, this.#request.id)
    await this.#spool.add(`${stringify({ line, error })}\n`).catch(() => {
      // It stays in memory, from which it is sent.
    })
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

function brokenOff(line: number, fault: unknown): AppError {
  const why =
    fault instanceof AppError
      ? fault.message
      : (fault as Error).name === 'TimeoutError'
        ? 'It took longer than a request may.'
        : "The results can't be kept at the moment."
  return new AppError('unavailable', 'import_interrupted', 'Import interrupted', [
    {
      pointer: '',
      detail: `${why} Line ${line} and later lines were not taken. The lines before have their results above; send the rest again from line ${line}.`,
    },
  ])
}

/** The body, which stays open when reading it ends early. @throws the reason of the signal */
async function* untilAborted(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  let end = (): void => {}
  signal.addEventListener('abort', () => end(), { once: true })
  while (true) {
    signal.throwIfAborted()
    const next = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      end = () => reject(signal.reason as Error)
      chunks.next().then(resolve, reject)
    })
    if (next.done === true) return
    yield next.value
  }
}

function parse(text: string): unknown {
  if (text.length > LARGE_BYTES) return new LargeJson(Buffer.from(text))
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
