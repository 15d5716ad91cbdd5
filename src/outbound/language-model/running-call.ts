/**
 * Running call of a language model: waits for a slot of the organization, limits the time, and records the call once.
 * Prompts, outputs and the key are never logged.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import type { ModelSettings } from '../../core/config.ts'
import { type ModelCall, ModelFault, type ModelQuery } from '../../core/language-model.ts'
import type { Log } from '../../core/log.ts'
import type { Signals } from '../../core/signals.ts'
import { SpanKind, serializeSpan } from '../../core/tracing.ts'
import { createFairPlaces } from '../jobs/fair-places.ts'
import { createClient, createHabits, type ModelClient } from './clients.ts'
import { OfAsker } from './partial-json.ts'
import { Tally } from './tally.ts'
import { createTransport, type Fetch } from './transport.ts'

export interface RetryTimeouts {
  /** Delay before the second attempt of a request. */
  readonly firstWaitMs?: number
  /** Maximum wait for the record. A slower record is still written. */
  readonly recordMs?: number
  /** Maximum number of waiting requests per organization; more are rejected. */
  readonly waitingMax?: number
}

export interface ModelParts {
  readonly clock: Clock
  readonly log: Log
  readonly signals?: Pick<Signals, 'modelCall'> | undefined
  /** Sends the requests. Defaults to `fetch` without the checks of outbound requests. */
  readonly fetch?: Fetch | undefined
}

/** Properties of all kinds of calls. */
export type RequestOptions = Omit<ModelQuery, 'prompt'>

export type RecordCall = (call: ModelCall) => Promise<void>

/** A running call. */
export interface RunningCall {
  readonly signal: AbortSignal
  readonly tally: Tally
  client(streams: boolean): Promise<ModelClient>
  /**
   * Ends the call on the first invocation: releases the slot, stops the timer, aborts open requests, and writes the
   * record.
   */
  complete(failure: unknown): Promise<void>
}

export interface CallStarter {
  startCall(ask: RequestOptions, record: RecordCall): Promise<RunningCall>
  /** Runs the work in a call, and completes the call. @throws the error for the caller */
  withCall<T>(ask: RequestOptions, record: RecordCall, work: (running: RunningCall) => Promise<T>): Promise<T>
  /**
   * Error for the caller: the abort reason or a fault. Other errors aren't passed on, because they can contain
   * confidential text.
   */
  toCallerError(error: unknown, running: RunningCall): unknown
  /** Waits for the records that are being written. */
  close(): Promise<void>
}

const PURPOSE = /^[a-z][a-z0-9_]{0,62}$/

export function createCallStarter(
  settings: ModelSettings,
  { clock, log, signals, fetch = globalThis.fetch }: ModelParts,
  { firstWaitMs = 250, recordMs = 1_000, waitingMax = 200 }: RetryTimeouts = {},
): CallStarter {
  const { name } = settings
  const limitMs = settings.timeoutSeconds * 1_000
  const turns = createFairPlaces({ places: settings.concurrency, waitingMax })
  const habits = createHabits(settings.provider)
  const recorder = createCallRecorder(log, recordMs)

  async function waitForTurn(ask: RequestOptions, wanted: AbortSignal): Promise<() => void> {
    const end = await turns.take(AbortSignal.any([wanted, AbortSignal.timeout(limitMs)])).catch(() => {
      wanted.throwIfAborted()
      return undefined
    })
    if (end !== undefined) return end
    log.warn({ model: name, purpose: ask.purpose, detail: 'busy' }, 'model call')
    throw new ModelFault('busy')
  }

  function report(call: ModelCall): void {
    const { startedAt, prices: _, ...line } = call
    const span = { name: `chat ${name}`, kind: SpanKind.CLIENT, attributes: toSpanAttributes(call) }
    serializeSpan(span, startedAt, call.detail)
    signals?.modelCall(call)
    log[call.outcome === 'ok' || call.outcome === 'aborted' ? 'info' : 'warn'](line, 'model call')
  }

  async function startCall(ask: RequestOptions, record: RecordCall): Promise<RunningCall> {
    if (!PURPOSE.test(ask.purpose)) throw new Error('A purpose must be in snake_case.')
    const wanted = ask.signal ?? new AbortController().signal
    const endTurn = await waitForTurn(ask, wanted)
    const startedAt = clock.now()
    const began = performance.now()
    const tally = new Tally(ask.maxOutputTokens)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new ModelFault('timeout')), limitMs)
    const signal = AbortSignal.any([wanted, limit.signal])
    let settled: Promise<void> | undefined

    const finish = async (failure: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      tally.close()
      endTurn()
      limit.abort()
      if (tally.requests === 0) return
      const call = toModelCall({ purpose: ask.purpose, startedAt, began, tally, failure })
      report(call)
      await recorder.awaitRecord(call, record)
    }
    const completeCall = (failure: unknown) => {
      settled ??= finish(failure)
      return settled
    }
    // Immediately, also if a stream's reader doesn't request the next chunk.
    const onAbort = () => void completeCall(signal.reason)
    signal.addEventListener('abort', onAbort)

    return {
      signal,
      tally,
      complete: completeCall,
      client: (streams) =>
        createClient(
          settings,
          createTransport({ tally, signal, streams, firstWaitMs, habits, fetch, deadline: began + limitMs }),
        ),
    }
  }

  async function withCall<T>(ask: RequestOptions, record: RecordCall, work: (running: RunningCall) => Promise<T>) {
    const running = await startCall(ask, record)
    let failure: unknown
    try {
      return await work(running)
    } catch (error) {
      failure = toCallerError(error, running)
      throw failure instanceof OfAsker ? failure.cause : failure
    } finally {
      await running.complete(failure)
    }
  }

  function toCallerError(error: unknown, { signal }: RunningCall): unknown {
    if (signal.aborted) return signal.reason
    if (error instanceof OfAsker) return error
    for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ModelFault) return one
    const kind = error instanceof Error ? error.name : undefined
    // Errors within a stream aren't instances of `Error`.
    if (kind === undefined || kind === 'AI_APICallError') {
      return new ModelFault(kind === undefined ? 'server_error' : 'not_understood')
    }
    // The stream ended early.
    if (kind === 'AI_InvalidResponseDataError') return new ModelFault('dropped')
    if (!kind.startsWith('AI_')) log.error({ model: name, error: kind }, 'a model client failed')
    return new ModelFault('not_understood')
  }

  function toModelCall({ purpose, startedAt, began, tally, failure }: EndedCall): ModelCall {
    const fault = failure instanceof ModelFault ? failure : undefined
    const { requests, inputTokens, outputTokens, estimated } = tally
    return {
      ...{ purpose, model: name, startedAt, prices: settings.prices },
      ...{ requests, inputTokens, outputTokens, estimated },
      ms: Math.round(performance.now() - began),
      outcome: failure === undefined ? 'ok' : (fault?.fault ?? 'aborted'),
      detail: fault?.detail,
    }
  }

  return {
    startCall,
    withCall,
    toCallerError,
    close: recorder.close,
  }
}

/** Writes records of calls, and waits for them. */
function createCallRecorder(log: Log, recordMs: number) {
  const recording = new Set<Promise<void>>()

  /**
   * Waits a limited time for the record. If the caller is in a transaction, the record could wait for that transaction.
   */
  async function awaitRecord(call: ModelCall, record: (call: ModelCall) => Promise<void>): Promise<void> {
    const done = (async () => record(call))()
      .catch((error: Error) => {
        const { purpose, inputTokens, outputTokens } = call
        log.error({ purpose, inputTokens, outputTokens, error: error.message }, 'a model call could not be recorded')
      })
      .finally(() => recording.delete(done))
    recording.add(done)
    if (call.outcome === 'aborted') return
    const late = new AbortController()
    await Promise.race([done, pause(recordMs, undefined, { signal: late.signal }).catch(() => undefined)])
    late.abort()
  }

  return {
    awaitRecord,
    async close() {
      await Promise.all(recording)
    },
  }
}

/** A call that has ended, with the time of its start by the clock and by `performance`. */
interface EndedCall {
  readonly purpose: string
  readonly startedAt: Date
  readonly began: number
  readonly tally: Tally
  readonly failure: unknown
}

/** Attributes of the OpenTelemetry conventions for generative AI. */
const toSpanAttributes = ({ purpose, model, inputTokens, outputTokens, requests }: ModelCall) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': inputTokens,
  'gen_ai.usage.output_tokens': outputTokens,
  'parley.purpose': purpose,
  'parley.requests': requests,
})
