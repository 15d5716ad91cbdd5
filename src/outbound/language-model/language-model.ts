/**
 * Language model on a server. Adds to the clients of the AI SDK: fair queues with a limited number of requests, a time
 * limit per call, schema validation, and one record per call. Prompts, outputs and the key are never logged.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { ModelSettings } from '../../core/config.ts'
import {
  type FaultDetail,
  type LanguageModel,
  type LanguageModelPort,
  type ModelCall,
  ModelFault,
  type ModelQuery,
} from '../../core/language-model.ts'
import type { Log } from '../../core/log.ts'
import type { Signals } from '../../core/signals.ts'
import { SpanKind, serializeSpan } from '../../core/tracing.ts'
import { createFairPlaces } from '../jobs/fair-places.ts'
import {
  ANSWER_MAX,
  answerSchema,
  createThinkingFilter,
  readAnswer,
  readWhole,
  storable,
  withoutThinking,
} from './answers.ts'
import { createClient, createHabits, type ModelClient, type ModelRequest } from './clients.ts'
import { dress, formatPrompt, formatRepairPrompt, type SchemaFormat } from './format.ts'
import { OfAsker, Writing } from './partial-json.ts'
import { openStream, readChunks } from './stream.ts'
import { Tally } from './tally.ts'
import { callsIn, promptOfTurn, toToolOptions } from './tools.ts'
import { AnsweredWhole, createTransport, type Fetch } from './transport.ts'

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
type RequestOptions = Omit<ModelQuery, 'prompt'>

/** A running call. */
interface RunningCall {
  readonly signal: AbortSignal
  readonly tally: Tally
  client(streams: boolean): Promise<ModelClient>
  /**
   * Ends the call on the first invocation: releases the slot, stops the timer, aborts open requests, and writes the
   * record.
   */
  complete(failure: unknown): Promise<void>
}

const PURPOSE = /^[a-z][a-z0-9_]{0,62}$/

/** Marks the end of a call whose stream reader stopped. */
const STOPPED = Symbol('stopped')

/** Faults that interrupt a stream and aren't caused by the prompt. */
const BROKEN: ReadonlySet<FaultDetail> = new Set(['dropped', 'server_error', 'not_understood'])

export function createLanguageModel(
  settings: ModelSettings,
  { clock, log, signals, fetch = globalThis.fetch }: ModelParts,
  { firstWaitMs = 250, recordMs = 1_000, waitingMax = 200 }: RetryTimeouts = {},
): LanguageModelPort {
  const { name, contextTokens } = settings
  const limitMs = settings.timeoutSeconds * 1_000
  const turns = createFairPlaces({ places: settings.concurrency, waitingMax })
  const habits = createHabits(settings.provider)
  /** Schemas that the server rejected. They are sent as text only. */
  const inWords = new WeakSet<z.ZodType>()
  /** Whether the server doesn't support streaming of objects. */
  let neverStreams = false
  const recording = new Set<Promise<void>>()

  async function waitForTurn(ask: RequestOptions, wanted: AbortSignal): Promise<() => void> {
    const end = await turns.take(AbortSignal.any([wanted, AbortSignal.timeout(limitMs)])).catch(() => {
      wanted.throwIfAborted()
      return undefined
    })
    if (end !== undefined) return end
    log.warn({ model: name, purpose: ask.purpose, detail: 'busy' }, 'model call')
    throw new ModelFault('busy')
  }

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

  const createBoundModel = (record: (call: ModelCall) => Promise<void>): LanguageModel => {
    async function startCall(ask: RequestOptions): Promise<RunningCall> {
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
        const fault = failure instanceof ModelFault ? failure : undefined
        const call: ModelCall = {
          ...{ purpose: ask.purpose, model: name, startedAt, prices: settings.prices },
          ms: Math.round(performance.now() - began),
          requests: tally.requests,
          inputTokens: tally.inputTokens,
          outputTokens: tally.outputTokens,
          estimated: tally.estimated,
          outcome: failure === undefined ? 'ok' : (fault?.fault ?? 'aborted'),
          detail: fault?.detail,
        }
        serializeSpan(
          { name: `chat ${name}`, kind: SpanKind.CLIENT, attributes: toSpanAttributes(call) },
          startedAt,
          call.detail,
        )
        signals?.modelCall(call)
        const { startedAt: _, prices: __, ...line } = call
        log[fault === undefined ? 'info' : 'warn'](line, 'model call')
        await awaitRecord(call, record)
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

    /**
     * Error for the caller: the abort reason or a fault. Other errors aren't passed on, because they can contain
     * confidential text.
     */
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

    async function withCall<T>(ask: RequestOptions, work: (asking: RunningCall) => Promise<T>): Promise<T> {
      const asking = await startCall(ask)
      let failure: unknown
      try {
        return await work(asking)
      } catch (error) {
        failure = toCallerError(error, asking)
        throw failure instanceof OfAsker ? failure.cause : failure
      } finally {
        await asking.complete(failure)
      }
    }

    type QuestionAttempts = Pick<ModelRequest, 'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'providerOptions'>

    /** Generates an output for the messages. @param given response that has already arrived */
    async function answerTo(
      { maxOutputTokens }: RequestOptions,
      asking: RunningCall,
      question: QuestionAttempts,
      given?: Response,
    ) {
      const client = await (given === undefined ? asking.client(false) : createClient(settings, async () => given))
      const abortSignal = asking.signal
      const { content, finishReason, usage } = await client.doGenerate({ ...question, maxOutputTokens, abortSignal })
      asking.tally.answered(usage.inputTokens.total, usage.outputTokens.total)
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      if (text.length > ANSWER_MAX) throw new ModelFault('too_much')
      return { content, text: withoutThinking(text), detail: lacking(finishReason.unified, text) }
    }

    /**
     * Generates an output and reports partial objects. An interrupted stream is requested again without streaming,
     * unless a part was used.
     */
    async function streamOutput<S>(
      ask: RequestOptions,
      asking: RunningCall,
      question: QuestionAttempts,
      writing: Writing<S>,
    ) {
      const { maxOutputTokens } = ask
      const stream = await openStream(asking, { ...question, maxOutputTokens }).catch((error) =>
        toCallerError(error, asking),
      )
      if (stream instanceof AnsweredWhole) return answerTo(ask, asking, question, stream.response)
      if (isRefusal(stream)) {
        const answer = await answerTo(ask, asking, question)
        neverStreams = true
        return answer
      }
      if (!(stream instanceof ReadableStream)) throw stream
      let text = ''
      let finish = ''
      try {
        for await (const part of readChunks(stream, asking)) {
          text += part.delta
          finish = part.finish
          await writing.push(part.delta)
        }
      } catch (error) {
        const failure = toCallerError(error, asking)
        if (writing.used !== undefined || !(failure instanceof ModelFault && BROKEN.has(failure.detail))) throw failure
        asking.tally.close()
        return answerTo(ask, asking, question)
      }
      return { text: withoutThinking(text), detail: lacking(finish, text) }
    }

    /** Generates one output, whatever its finish reason. */
    function generate<S>(
      ask: ModelQuery,
      asking: RunningCall,
      prompt: ModelRequest['prompt'],
      format?: SchemaFormat,
      writing?: Writing<S>,
    ) {
      const question = { prompt, ...dress(format) }
      return writing === undefined || neverStreams
        ? answerTo(ask, asking, question)
        : streamOutput(ask, asking, question, writing)
    }

    /** If the server rejects the schema, tries again with the schema as text. */
    async function requestWithFallback<S>(
      ask: ModelQuery,
      asking: RunningCall,
      prompt: ModelRequest['prompt'],
      format: SchemaFormat,
      writing: Writing<S> | undefined,
    ) {
      if (inWords.has(format.schema)) return generate(ask, asking, prompt, undefined, writing)
      try {
        return await generate(ask, asking, prompt, format, writing)
      } catch (error) {
        const failure = toCallerError(error, asking)
        if (!isRefusal(failure)) throw failure
      }
      const answer = await generate(ask, asking, prompt, undefined, writing)
      inWords.add(format.schema)
      return answer
    }

    return {
      name,
      contextTokens,
      object: ({ schema, soFar, ...ask }) =>
        withCall(ask, async (asking) => {
          const format: SchemaFormat = { schema, ...answerSchema(schema) }
          let prompt = formatPrompt(ask, format)
          for (let tries = 1; ; tries++) {
            const writing = soFar && new Writing(soFar)
            const { text, detail } = await requestWithFallback(ask, asking, prompt, format, writing)
            const used = writing?.used
            const read = await (used === undefined ? readAnswer(text, schema) : readWhole(used, schema))
            if ('value' in read && detail !== 'content_filter') return read.value
            const fault = detail ?? ('detail' in read ? read.detail : 'not_schema')
            const isLast = tries === 2 || used !== undefined || fault === 'cut_off' || fault === 'content_filter'
            if (isLast) throw new ModelFault(fault)
            if (fault !== 'empty' && 'problems' in read)
              prompt = [...prompt, ...formatRepairPrompt(text, read.problems)]
          }
        }),
      text: (ask) =>
        withCall(ask, async (asking) => {
          const { text, detail } = await generate(ask, asking, formatPrompt(ask))
          if (detail !== undefined) throw new ModelFault(detail)
          if (text.trim() === '') throw new ModelFault('empty')
          return storable(text)
        }),
      turn: ({ messages, tools, ...ask }) =>
        withCall(ask, async (asking) => {
          const question = { prompt: promptOfTurn(ask.system, messages), ...toToolOptions(tools) }
          const { content, text, detail } = await answerTo(ask, asking, question)
          const { calls, leftOut, length } = callsIn(content, tools)
          if (length > ANSWER_MAX) throw new ModelFault('too_much')
          // Calls without text are valid. If the output was cut off, the readable calls count, and errors of the others
          // are returned to the model.
          const fault = calls.length > 0 && detail !== 'content_filter' ? undefined : detail
          if (fault !== undefined) throw new ModelFault(fault)
          if (calls.length === 0 && text.trim() === '') throw new ModelFault('empty')
          return { text: storable(text), calls, leftOut }
        }),
      async *stream(ask) {
        const asking = await startCall(ask)
        const pieces = createThinkingFilter()
        let failure: unknown = STOPPED
        let told = false
        try {
          const { maxOutputTokens } = ask
          const stream = await openStream(asking, { prompt: formatPrompt(ask), maxOutputTokens })
          for await (const { delta, finish } of readChunks(stream, asking)) {
            const piece = pieces.push(delta)
            told ||= piece.trim() !== ''
            if (piece !== '') yield piece
            const detail = lacking(finish, 'some')
            if (detail !== undefined) throw new ModelFault(detail)
          }
          const rest = pieces.rest()
          if (rest !== '') yield rest
          if (!told && rest.trim() === '') throw new ModelFault('empty')
          failure = undefined
        } catch (error) {
          failure = toCallerError(error, asking)
          throw failure
        } finally {
          await asking.complete(failure)
        }
      },
    }
  }

  return {
    of: createBoundModel,
    async close() {
      await Promise.all(recording)
    },
  }
}

const isRefusal = (failure: unknown): boolean => failure instanceof ModelFault && failure.detail === 'request'

/** Reason why an output is incomplete. */
function lacking(
  finish: string,
  text: string,
): Extract<FaultDetail, 'content_filter' | 'cut_off' | 'empty'> | undefined {
  if (finish === 'content-filter') return 'content_filter'
  if (finish === 'length') return 'cut_off'
  return text.trim() === '' ? 'empty' : undefined
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
