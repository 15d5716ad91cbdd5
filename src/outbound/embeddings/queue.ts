/**
 * Queue of a model: collects the texts of all callers in batches, with separate batches for queries and passages.
 *
 * Organizations take turns when batches are filled, and so do the callers of each organization. So a caller never waits
 * for ten thousand texts of another one. The queue is bounded, and calls fail when it is full.
 */
import { currentAsker } from '../../core/asker.ts'
import {
  DIMENSION_MAX,
  EMBEDDED_MAX,
  type Embedding,
  EmbeddingFault,
  type EmbeddingPurpose,
} from '../../core/embedding.ts'
import { createLastTurns } from '../jobs/fair-places.ts'

/** Argument of a thread that is only for queries. */
export const QUERY_THREAD = 'queries'

/** Lane of the queue. Questions use the lane of queries; most models handle both in the same way. */
export type QueueLane = Exclude<EmbeddingPurpose, 'question'>

export interface QueueLimits {
  /** Maximum number of concurrent batches. */
  readonly atOnce: Readonly<Record<QueueLane, number>>
  /** Maximum number of texts in a batch. */
  readonly texts: number
  /** Maximum number of UTF-16 units in a batch. A single longer text is a batch of its own. */
  readonly characters: number
  /** Maximum number of queued calls of an organization in each lane. */
  readonly callers: number
}

/** Runs the model on a batch. @returns a vector of any length for each text, in order @throws EmbeddingFault */
type Run = (texts: readonly string[], purpose: QueueLane) => Promise<readonly ArrayLike<number>[]>

/** Number of organizations that can fill their share of a lane. A lane with so many calls rejects all callers. */
const ASKERS_THAT_FILL_THE_LINE = 10

/** Queued calls by organization. */
type WaitingCall = Map<string, Call[]>

/** State of one call of `embed`. */
interface Call {
  readonly asker: string
  readonly texts: readonly string[]
  readonly vectors: Float32Array[]
  /** Index of the first text that isn't in a batch yet. */
  next: number
  /** Number of texts without a vector. */
  missing: number
  complete(failure?: { reason: unknown }): void
}

interface Item {
  readonly call: Call
  readonly index: number
  readonly text: string
}

export function createEmbeddingQueue(limits: QueueLimits, run: Run): Pick<Embedding, 'embed' | 'close'> {
  const lines: Record<QueueLane, WaitingCall> = { query: new Map(), passage: new Map() }
  const running: Record<QueueLane, number> = { query: 0, passage: 0 }
  const open = new Set<Call>()
  const lastTurns = createLastTurns()
  const toUnit = createUnits()
  let closed = false

  /** Gets the calls of the organization with the least recent turn. */
  function nextAsker(line: WaitingCall): Call[] {
    let next: string | undefined
    for (const asker of line.keys()) {
      if (next === undefined || lastTurns.of(asker) < lastTurns.of(next)) next = asker
    }
    return (next === undefined ? undefined : line.get(next)) ?? []
  }

  function take(line: WaitingCall): Item[] {
    const batch: Item[] = []
    let characters = 0
    for (let calls = nextAsker(line); batch.length < limits.texts; ) {
      const [call] = calls
      if (call === undefined) {
        calls = nextAsker(line)
        if (calls.length === 0) break
        continue
      }
      const text = legible(call.texts[call.next] ?? '')
      if (batch.length > 0 && characters + text.length > limits.characters) break
      characters += text.length
      batch.push({ call, index: call.next++, text })
      lastTurns.note(call.asker)
      if (call.next === call.texts.length) remove(line, call)
    }
    // A call with more texts moves behind the other calls of its organization.
    const last = batch.at(-1)?.call
    const calls = last === undefined ? undefined : line.get(last.asker)
    if (calls !== undefined && calls[0] === last) calls.push(...calls.splice(0, 1))
    return batch
  }

  function remove(line: WaitingCall, call: Call): void {
    const calls = line.get(call.asker) ?? []
    const place = calls.indexOf(call)
    if (place >= 0) calls.splice(place, 1)
    if (calls.length === 0) line.delete(call.asker)
  }

  function startRuns(purpose: QueueLane): void {
    while (running[purpose] < limits.atOnce[purpose] && lines[purpose].size > 0) {
      running[purpose]++
      void answer(take(lines[purpose]), purpose)
    }
  }

  /** Runs a batch. Never throws: a failure rejects the calls whose texts are in the batch. */
  async function answer(batch: readonly Item[], purpose: QueueLane): Promise<void> {
    try {
      const vectors = toUnit(
        await run(
          batch.map(({ text }) => text),
          purpose,
        ),
        batch.length,
      )
      for (const [place, { call, index }] of batch.entries()) {
        const vector = vectors[place]
        if (vector !== undefined) call.vectors[index] = vector
        if (--call.missing === 0) call.complete()
      }
    } catch (reason) {
      for (const { call } of batch) call.complete({ reason })
    }
    running[purpose]--
    startRuns(purpose)
  }

  return {
    async embed(texts, purpose, signal) {
      signal?.throwIfAborted()
      if (closed) throw new EmbeddingFault('unavailable', 'closed')
      if (texts.length === 0) return []
      const way = purpose === 'question' ? 'query' : purpose
      const line = lines[way]
      const asker = currentAsker()
      const own = line.get(asker) ?? []
      let all = 0
      for (const calls of line.values()) all += calls.length
      if (own.length >= limits.callers || all >= ASKERS_THAT_FILL_THE_LINE * limits.callers) {
        throw new EmbeddingFault('unavailable', 'busy')
      }
      return new Promise((resolve, reject) => {
        const abandonCall = () => call.complete({ reason: signal?.reason })
        const call: Call = {
          ...{ asker, texts, vectors: [], next: 0, missing: texts.length },
          complete(failure) {
            if (!open.delete(call)) return
            signal?.removeEventListener('abort', abandonCall)
            remove(line, call)
            if (failure === undefined) resolve(call.vectors)
            else reject(failure.reason)
          },
        }
        open.add(call)
        signal?.addEventListener('abort', abandonCall, { once: true })
        const calls = line.get(asker)
        if (calls === undefined) line.set(asker, [call])
        else calls.push(call)
        startRuns(way)
      })
    },
    async close() {
      closed = true
      for (const call of [...open]) call.complete({ reason: new EmbeddingFault('unavailable', 'closed') })
    },
  }
}

/** Shortens a text to the maximum length, and replaces incomplete surrogate pairs. */
const legible = (text: string) => text.slice(0, EMBEDDED_MAX).toWellFormed()

/**
 * Creates a function that scales vectors to length 1. It requires one vector for each text, finite numbers, and the
 * same dimension in all calls.
 */
function createUnits() {
  let known: number | undefined
  return (vectors: readonly ArrayLike<number>[], wanted: number): Float32Array[] => {
    if (vectors.length !== wanted) throw new EmbeddingFault('wrong', 'number_of_vectors')
    const dimension = known ?? vectors[0]?.length ?? 0
    if (dimension === 0 || dimension > DIMENSION_MAX) throw new EmbeddingFault('wrong', 'dimension')
    const units = vectors.map((vector) => {
      if (vector.length !== dimension) throw new EmbeddingFault('wrong', 'dimensions_differ')
      let square = 0
      for (let place = 0; place < dimension; place++) square += (vector[place] ?? 0) ** 2
      if (!Number.isFinite(square) || square === 0) throw new EmbeddingFault('wrong', 'no_direction')
      const length = Math.sqrt(square)
      return Float32Array.from(vector, (part) => part / length)
    })
    known = dimension
    return units
  }
}
