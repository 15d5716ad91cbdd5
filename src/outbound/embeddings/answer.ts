/** Worker thread of a model: runs embedding tasks, and runs queued queries between two passages. */
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { EmbeddingFault } from '../../core/embedding.ts'
import { lowerThreadPriority } from '../workers/thread-priority.ts'
import { QUERY_THREAD, type QueueLane } from './queue.ts'
import type { EmbeddingMessage, EmbeddingReply, EmbeddingTask } from './thread.ts'

/**
 * @param pause runs queued queries; the model awaits it after each run
 * @returns a vector for each text, in order
 */
export type EmbeddingModel = (
  texts: readonly string[],
  purpose: QueueLane,
  pause: () => Promise<void>,
) => Promise<Float32Array[]>

/** Runs tasks until the thread ends. */
export async function answerWith(load: () => Promise<EmbeddingModel>): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('This runs in a thread of its own.')
  const postReply = (told: EmbeddingReply) => port.postMessage(told)
  // Loading a model can start more threads, which inherit the priority. So this call comes first.
  if (!process.argv.includes(QUERY_THREAD)) lowerThreadPriority()

  const queries: EmbeddingTask[] = []
  const passages: EmbeddingTask[] = []
  let wake = () => {}
  port.on('message', (task: EmbeddingMessage) => {
    if (task === 'end') process.exit()
    const line = task.purpose === 'query' ? queries : passages
    line.push(task)
    wake()
  })

  let model: EmbeddingModel
  try {
    model = await load()
  } catch (error) {
    const { fault, reason } = error instanceof EmbeddingFault ? error : { fault: 'refused' as const, reason: 'model' }
    // The message can be logged: the thread hasn't received any text yet.
    return postReply({ fault, reason, detail: (error as Error).message })
  }

  async function answer({ id, texts, purpose }: EmbeddingTask): Promise<void> {
    try {
      postReply({ id, vectors: await model(texts, purpose, purpose === 'query' ? async () => {} : pause) })
    } catch (error) {
      const { fault, reason } = error instanceof EmbeddingFault ? error : { fault: 'wrong' as const, reason: 'failed' }
      postReply({ id, fault, reason })
    }
  }

  const answerQueries = async () => {
    for (let query = queries.shift(); query !== undefined; query = queries.shift()) await answer(query)
  }

  /** Runs queued queries. Messages arrive only between two turns of the event loop, so it waits for one turn. */
  const pause = async () => {
    await turn()
    await answerQueries()
  }

  for (;;) {
    await answerQueries()
    const passage = passages.shift()
    if (passage !== undefined) await answer(passage)
    else if (queries.length === 0) await new Promise<void>((resolve) => (wake = resolve))
  }
}
