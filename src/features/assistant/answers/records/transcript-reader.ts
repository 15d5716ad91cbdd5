/**
 * Reads the transcripts of calls for answers from records. Worker tasks do it, because an answer can read dozens of
 * transcripts, and requests of others must not wait (docs/decisions/0101).
 */
import type { WorkerTask } from '../../../../core/worker-pool.ts'
import { createSegmentsLoader, type SegmentsLoader } from '../../../conversations/records/index.ts'
import type { SegmentsInput } from '../../../text/transcripts/index.ts'
import type { Proof } from '../text.ts'
import { type NamedCall, toSource } from './call-text.ts'
import { quotesTask, type RecordedQuote } from './find-quotes.ts'
import type { CallRecord, RecordPorts } from './model.ts'
import { type Statement, type StatementFilter, statementsTask } from './statements.ts'

/** A statement and its call. */
export interface CallStatement extends Statement {
  readonly call: CallRecord
}

export class TranscriptReader {
  readonly #ports: RecordPorts
  readonly #segments: SegmentsLoader

  /** @param calls calls in the order in which they are read, so that one statement loads several transcripts */
  constructor(ports: RecordPorts, calls: readonly Pick<CallRecord, 'id'>[]) {
    this.#ports = ports
    this.#segments = createSegmentsLoader(
      ports.db,
      ports.org,
      calls.map(({ id }) => id),
    )
  }

  /** Runs a task with the segments of a call. */
  async run<Given extends readonly unknown[], Made>(
    task: WorkerTask<readonly [SegmentsInput, ...Given], Made>,
    { id }: Pick<CallRecord, 'id'>,
    ...given: Given
  ): Promise<Made> {
    const { requestWorkers, signal } = this.#ports
    signal.throwIfAborted()
    return requestWorkers.run(task, [await this.#segments.load(id), ...given], signal)
  }

  /** Returns the quotes that are found verbatim in their segments. */
  async findQuotes(call: NamedCall, quotes: readonly RecordedQuote[]): Promise<Proof[]> {
    if (quotes.length === 0) return []
    const wanted = quotes.map(({ segment, quote }) => ({ segment, quote }))
    const found = await this.run(quotesTask, call, wanted)
    const of = toSource(call)
    return found.map((quote) => ({ of, ...quote }))
  }

  /** Best statements of a call that meet the conditions, in the order of their scores. */
  async findStatements(call: CallRecord, filter: StatementFilter): Promise<CallStatement[]> {
    const { id, title, startedAt, people } = call
    const found = await this.run(statementsTask, call, { id, title, startedAt, people }, filter)
    return found.map((statement) => ({ ...statement, call }))
  }
}
