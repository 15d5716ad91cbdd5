/**
 * Embeddings from a server with OpenAI's protocol (`POST /embeddings`).
 *
 * Responses are validated before use, and temporary failures are retried until a deadline. Redirects aren't followed,
 * because they would send texts and the key to another server. Texts, responses and the key are never logged.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { EmbeddingServer } from '../../core/config.ts'
import { type Embedding, EmbeddingFault } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { retryDelayMs, serverRetryDelayMs } from '../../core/retry-delays.ts'
import { createEmbeddingQueue, type QueueLane, type QueueLimits } from './queue.ts'

export interface ServerPatience {
  /** Delay before the first retry in milliseconds. It doubles with each retry. */
  readonly firstWaitMs: number
  /** Timeout of a batch with all retries, in milliseconds. Users wait for queries, so their timeout is shorter. */
  readonly limitMs: Readonly<Record<QueueLane, number>>
}

const PATIENCE: ServerPatience = { firstWaitMs: 500, limitMs: { query: 15_000, passage: 60_000 } }

/** Limits of the queue. Some servers accept at most 32 texts. Queries have their own slots. */
const LIMITS: QueueLimits = { atOnce: { query: 4, passage: 2 }, texts: 32, characters: 32_000, callers: 256 }

/** Maximum number of attempts, the first one included. */
const TRIES_MAX = 5
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** Temporary failure, for which a retry can succeed. */
class Passing {
  readonly reason: string
  /** Retry delay that the server requested, in milliseconds. */
  readonly waitMs: number | undefined
  constructor(reason: string, waitMs?: number) {
    this.reason = reason
    this.waitMs = waitMs
  }
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
})

/** @param patience other timeouts, for tests */
export function createServerEmbedding(
  { url, key, model }: EmbeddingServer,
  log: Pick<Log, 'warn'>,
  { firstWaitMs, limitMs }: ServerPatience = PATIENCE,
): Embedding {
  const closing = new AbortController()
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` }),
  }

  async function send(texts: readonly string[], signal: AbortSignal): Promise<number[][] | Passing> {
    let response: Response
    let body: string
    try {
      response = await fetch(`${url}/embeddings`, {
        ...{ method: 'POST', headers, redirect: 'manual', signal },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      })
      if (!response.ok) {
        await response.body?.cancel()
        return refusal(response)
      }
      body = await wholeBody(response)
    } catch (error) {
      if (error instanceof EmbeddingFault) throw error
      return new Passing(signal.aborted ? 'timeout' : 'unreachable')
    }
    return parseVectors(body, texts.length)
  }

  async function run(texts: readonly string[], purpose: QueueLane): Promise<number[][]> {
    const deadline = performance.now() + limitMs[purpose]
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs[purpose])])
    for (let tries = 1; ; tries++) {
      const answer = await send(texts, signal)
      if (!(answer instanceof Passing)) return answer
      const wait = retryDelayMs(tries, firstWaitMs, answer.waitMs)
      if (signal.aborted || tries === TRIES_MAX || performance.now() + wait >= deadline) {
        throw new EmbeddingFault('unavailable', answer.reason)
      }
      // An abort ends the delay early. The next request then fails without being sent.
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }

  const queue = createEmbeddingQueue(LIMITS, async (texts, purpose) => {
    try {
      return await run(texts, purpose)
    } catch (error) {
      const { fault, reason } = error as EmbeddingFault
      if (!closing.signal.aborted) log.warn({ model, fault, reason, texts: texts.length }, 'no embeddings')
      throw error
    }
  })
  return {
    model: `openai/${model}`,
    embed: queue.embed,
    async close() {
      closing.abort()
      await queue.close()
    },
  }
}

/** Converts the status to a temporary failure. @throws EmbeddingFault if a retry can't succeed */
function refusal({ status, headers }: Response): Passing {
  if (status === 429) return new Passing('rate_limited', serverRetryDelayMs(headers))
  if (status === 408 || status >= 500) return new Passing('server_error', serverRetryDelayMs(headers))
  const reasons: Record<number, string> = { 401: 'key', 403: 'key', 404: 'address_or_model', 413: 'too_long' }
  throw new EmbeddingFault('refused', reasons[status] ?? (status < 400 ? 'redirected' : 'request'))
}

async function wholeBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > ANSWER_BYTES_MAX) throw new EmbeddingFault('wrong', 'too_much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Parses the vectors and sorts them in the order of the texts. @throws EmbeddingFault if the response is invalid */
function parseVectors(body: string, wanted: number): number[][] {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    throw new EmbeddingFault('wrong', 'not_json')
  }
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) throw new EmbeddingFault('wrong', 'not_schema')
  const { data } = parsed.data
  const vectors = Array.from({ length: wanted }, (_, place) => data.find(({ index }) => index === place)?.embedding)
  if (data.length !== wanted || !vectors.every((vector) => vector !== undefined)) {
    throw new EmbeddingFault('wrong', 'number_of_vectors')
  }
  return vectors
}
