/**
 * `application/x-ndjson`: each line of the body runs as a separate request and gets its own line in the response, in
 * the same order. A line is `{"line":1, …result}` or `{"line":2,"error":{…}}`.
 *
 * The response starts after the body has ended, because proxies such as nginx stop sending the body when the response
 * starts (docs/decisions/0046). Until then, response lines are stored in a temporary file, so memory use doesn't depend
 * on the size of the body. If the body can't be read completely, the last line of the response contains the position.
 */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { stringify } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import { AnswerSpool } from './answer-spool.ts'
import { errorAnswer } from './error-bodies.ts'
import { type BodyMemory, LARGE_BYTES, LargeJson } from './large-bodies.ts'
import { logInternal } from './log-internal.ts'

/** Maximum number of lines processed at the same time. */
const AT_ONCE = 4
/**
 * Maximum duration of the import. Shorter than the server's limit for a body (`server.ts`), so that the response can
 * still report the last line.
 */
const TAKEN_FOR_MS = 3_540_000

interface NdjsonLine {
  readonly number: number
  readonly text: string
  /** Memory of a large line, to be released after the line was processed. */
  readonly memory: BodyMemory | undefined
}

interface TooLong {
  readonly number: number
  readonly error: AppError
}

export class AnswerLines {
  readonly #request: FastifyRequest
  readonly #limit: number
  readonly #newMemory: () => BodyMemory
  readonly #run: (body: unknown, line: number) => Promise<unknown>
  readonly #log: Pick<Log, 'error' | 'warn'>
  readonly #spool = new AnswerSpool()

  /**
   * @param limit maximum size of a line in bytes; the size of the body is unlimited
   * @param newMemory memory of one large line, from the budget for large bodies
   */
  constructor(
    request: FastifyRequest,
    limit: number,
    log: Pick<Log, 'error' | 'warn'>,
    newMemory: () => BodyMemory,
    run: (body: unknown, line: number) => Promise<unknown>,
  ) {
    this.#log = log
    this.#request = request
    this.#limit = limit
    this.#newMemory = newMemory
    this.#run = run
  }

  /**
   * Processes all lines of the body.
   * @param signal aborts early
   * @returns the response with its length, so that clients detect a truncated response
   * @throws Error if the client disconnected; lines that were processed stay stored
   */
  async answer(signal: AbortSignal, takenForMs = TAKEN_FOR_MS): Promise<{ stream: Readable; bytes: number }> {
    const body = this.#request.body as Readable
    const ends = AbortSignal.any([signal, AbortSignal.timeout(takenForMs)])
    const lines = readLines(untilAborted(body, ends), this.#limit, this.#newMemory)
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
        // Errors are handled when the line's turn comes.
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

  /** @throws the fault if the client has disconnected */
  async #breakOff(line: number, fault: unknown, body: Readable): Promise<void> {
    const { message } = fault as Error
    this.#log.warn({ request: this.#request.id, line, error: message }, 'an import broke off')
    if (body.destroyed && !body.readableEnded) {
      await this.#spool.discard()
      throw fault
    }
    // The rest of the body is discarded, because clients read the response only after sending the whole body.
    body.resume()
    const { body: error } = errorAnswer(toInterruptedError(line, fault), undefined, this.#request.id)
    await this.#spool.add(`${stringify({ line, error })}\n`).catch(() => {
      // On failure, the line stays in memory and is sent from there.
    })
  }

  async #answer(line: NdjsonLine | TooLong): Promise<string> {
    const { number } = line
    try {
      if ('error' in line) throw line.error
      return `${stringify({ line: number, ...((await this.#run(parse(line.text), number)) as object) })}\n`
    } catch (error) {
      const { status, body } = errorAnswer(error, undefined, this.#request.id)
      if (status === 500) logInternal(this.#log, this.#request.id, error, { line: number })
      return `${stringify({ line: number, error: body })}\n`
    } finally {
      if ('memory' in line) line.memory?.release()
    }
  }
}

function toInterruptedError(line: number, fault: unknown): AppError {
  const why =
    fault instanceof AppError
      ? fault.message
      : (fault as Error).name === 'TimeoutError'
        ? 'The request exceeded the maximum duration.'
        : "The service can't store the results at the moment."
  return new AppError('unavailable', 'import_interrupted', 'Import interrupted', [
    {
      pointer: '',
      detail: `${why} Line ${line} and later lines were not processed. The results of the lines before are above. Send the rest again from line ${line}.`,
    },
  ])
}

/** Yields the body, which stays open if reading stops early. @throws the reason of the signal */
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
    throw invalid({ pointer: '', detail: "The line isn't valid JSON." })
  }
}

/**
 * Yields non-empty lines, numbered from 1. A line over the limit yields an error and isn't stored. The body isn't read
 * while there is no memory for a large line. Its size is unknown until it ends, so it first counts as the limit.
 * @throws AppError `busy`
 */
async function* readLines(
  body: AsyncIterable<Buffer>,
  limit: number,
  newMemory: () => BodyMemory,
): AsyncGenerator<NdjsonLine | TooLong> {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let bytes = 0
  let number = 1
  let memory: BodyMemory | undefined
  const endLine = async (): Promise<NdjsonLine | TooLong | undefined> => {
    const [text, held] = [pieces.join(''), memory]
    const isLong = bytes > limit
    pieces = []
    bytes = 0
    memory = undefined
    if (!isLong && text.trim() !== '') {
      await held?.resize(Buffer.byteLength(text))
      return { number, text, memory: held }
    }
    held?.release()
    return isLong ? { number, error: tooLarge(`A line must have at most ${limit} bytes.`) } : undefined
  }
  try {
    for await (const chunk of body) {
      for (const [index, part] of decoder.write(chunk).split('\n').entries()) {
        if (index > 0) {
          const line = await endLine()
          if (line !== undefined) yield line
          number++
        }
        bytes += Buffer.byteLength(part)
        if (bytes > LARGE_BYTES && bytes <= limit && memory === undefined) {
          memory = newMemory()
          await memory.resize(limit)
        }
        if (bytes <= limit) pieces.push(part)
        else pieces = []
      }
    }
    pieces.push(decoder.end())
    const last = await endLine()
    if (last !== undefined) yield last
  } finally {
    memory?.release()
  }
}
