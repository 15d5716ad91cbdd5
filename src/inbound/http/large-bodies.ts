/**
 * JSON bodies of more than 1 MiB (docs/decisions/0047). A worker thread parses them and separates their largest field,
 * which stays text until another worker task reads it. The total size in memory is limited, together with large lines
 * and forms; further bodies wait unread.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { HeldJson } from '../../core/held-json.ts'
import { defineWorkerTask, type WorkerPool } from '../../core/worker-pool.ts'

/** Size up to which a body is parsed in the main thread, which takes some milliseconds. */
export const LARGE_BYTES = 1024 * 1024
/** Maximum size of the body without the held field. */
const REST_BYTES_MAX = 8 * 1024 * 1024
/** Maximum total size of large bodies in memory, in bytes. A single body is always accepted. */
const BUDGET_BYTES = 64 * 1024 * 1024
/** Maximum wait of a large body, shorter than the timeouts of proxies. */
const PATIENCE_MS = 45_000
const RETRY_SECONDS = 30

/** An unparsed body. */
export class LargeJson {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/**
 * @returns the value, or the unparsed body if it is large
 * @throws SyntaxError
 */
export function parseUnlessLarge(body: Buffer): unknown {
  return body.length > LARGE_BYTES ? new LargeJson(body) : JSON.parse(body.toString())
}

type Split =
  | { readonly rest: unknown; readonly held?: Uint8Array; readonly sha256?: string }
  | { readonly fault: 'json' | 'rest' }

/** Splits a body into the text of one field and the value without that field. */
export function splitBody(bytes: Uint8Array, field: string): Split {
  let body: unknown
  try {
    body = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return { fault: 'json' }
  }
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const { [field]: value, ...others } = isObject ? (body as Record<string, unknown>) : {}
  const rest = isObject ? others : body
  if (JSON.stringify(rest).length > REST_BYTES_MAX) return { fault: 'rest' }
  if (value === undefined) return { rest }
  const text = JSON.stringify(value)
  // Shared, because the event loop and the thread of the next task would copy it.
  const held = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)))
  Buffer.from(held.buffer).write(text)
  return { rest, held, sha256: createHash('sha256').update(held).digest('hex') }
}

export const splitPiece = defineWorkerTask(import.meta.url, splitBody, () => false)

/**
 * @param field field that stays text; undefined if the operation has none and gets the whole value
 * @throws AppError `validation_failed`, `content_too_large`
 */
export async function readLarge(
  { bytes }: LargeJson,
  field: string | undefined,
  workers: WorkerPool,
  signal: AbortSignal,
): Promise<unknown> {
  if (field === undefined) {
    try {
      return JSON.parse(Buffer.from(bytes).toString())
    } catch {
      throw notJson()
    }
  }
  const split = await workers.run(splitPiece, [bytes, field], signal)
  if ('fault' in split) {
    if (split.fault === 'json') throw notJson()
    throw tooLarge(`The body without \`${field}\` must have at most ${REST_BYTES_MAX} bytes.`)
  }
  const { rest, held, sha256 = '' } = split
  return held === undefined ? rest : { ...(rest as object), [field]: new HeldJson({ bytes: held, sha256 }) }
}

const notJson = () => invalid({ pointer: '', detail: "The body isn't valid JSON." })

const busyError = () =>
  new AppError('unavailable', 'busy', 'Busy', [
    { pointer: '', detail: 'The service is receiving too many large bodies. Try again later.' },
  ])

declare module 'fastify' {
  interface FastifyInstance {
    /** Memory of large bodies. */
    largeBodies: LargeBodies
  }
}

/** Memory of one body, line or form. Nothing is held before `resize`. */
export interface BodyMemory {
  /**
   * Changes the number of bytes that are held; up to `LARGE_BYTES` count as none. Waits until there is memory for more.
   * @throws AppError `busy`
   */
  resize(bytes: number): Promise<void>
  release(): void
}

/** Large bodies of one server that are in memory. */
export class LargeBodies {
  readonly #limit: number
  readonly #patienceMs: number
  readonly #waiting = new Set<() => void>()
  #bytes = 0

  constructor(limit = BUDGET_BYTES, patienceMs = PATIENCE_MS) {
    this.#limit = limit
    this.#patienceMs = patienceMs
  }

  /**
   * Waits, before the body is read, until there is memory for it. The memory is held until the response ends.
   * @param bodyLimit limit of the operation, used as the size of a body of unknown length
   * @throws AppError `busy`
   */
  async admit(request: FastifyRequest, reply: FastifyReply, bodyLimit: number): Promise<void> {
    const announced = Number(request.headers['content-length'] ?? bodyLimit)
    if (!(announced > LARGE_BYTES)) return
    const memory = this.memoryFor(reply)
    await memory.resize(Math.min(announced, bodyLimit))
    reply.raw.once('close', () => memory.release())
  }

  /** Memory for a part of a request, such as a line. The caller releases it. */
  memoryFor(reply: FastifyReply): BodyMemory {
    let held = 0
    const set = (bytes: number) => {
      const isLess = bytes < held
      this.#bytes += bytes - held
      held = bytes
      if (isLess) for (const wake of [...this.#waiting]) wake()
    }
    return {
      resize: async (bytes) => {
        const wanted = bytes > LARGE_BYTES ? bytes : 0
        if (wanted > held) {
          // Nothing is held during the wait, so that two requests never wait for each other.
          set(0)
          await this.#waitFor(wanted, reply)
        }
        set(wanted)
      },
      release: () => set(0),
    }
  }

  async #waitFor(bytes: number, reply: FastifyReply): Promise<void> {
    const until = performance.now() + this.#patienceMs
    while (this.#bytes > 0 && this.#bytes + bytes > this.#limit) {
      const left = until - performance.now()
      if (left <= 0 || reply.raw.closed) {
        if (!reply.sent) reply.header('retry-after', RETRY_SECONDS)
        throw busyError()
      }
      await this.#change(left)
    }
  }

  #change(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, patienceMs)
      this.#waiting.add(wake)
    })
  }
}
