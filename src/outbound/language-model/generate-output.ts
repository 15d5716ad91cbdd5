/** Requests one output of a language model, streamed or complete, and with a schema in the form that the server accepts. */
import type { z } from 'zod'
import type { ModelSettings } from '../../core/config.ts'
import { type FaultDetail, ModelFault, type ModelQuery } from '../../core/language-model.ts'
import { ANSWER_MAX, withoutThinking } from './answers.ts'
import { createClient, type ModelRequest } from './clients.ts'
import { dress, type SchemaFormat } from './format.ts'
import type { Writing } from './partial-json.ts'
import type { CallStarter, RequestOptions, RunningCall } from './running-call.ts'
import { openStream, readChunks } from './stream.ts'
import { AnsweredWhole } from './transport.ts'

/** Faults that interrupt a stream and aren't caused by the prompt. */
const BROKEN: ReadonlySet<FaultDetail> = new Set(['dropped', 'server_error', 'not_understood'])

type QuestionAttempts = Pick<ModelRequest, 'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'providerOptions'>

export type OutputGenerator = ReturnType<typeof createGenerator>

export function createGenerator(settings: ModelSettings, toCallerError: CallStarter['toCallerError']) {
  /** Schemas that the server rejected. They are sent as text only. */
  const inWords = new WeakSet<z.ZodType>()
  /** Whether the server doesn't support streaming of objects. */
  let neverStreams = false

  /** Generates an output for the messages. @param given response that has already arrived */
  async function answerTo(
    { maxOutputTokens }: RequestOptions,
    running: RunningCall,
    question: QuestionAttempts,
    given?: Response,
  ) {
    const client = await (given === undefined ? running.client(false) : createClient(settings, async () => given))
    const abortSignal = running.signal
    const { content, finishReason, usage } = await client.doGenerate({ ...question, maxOutputTokens, abortSignal })
    running.tally.answered(usage.inputTokens.total, usage.outputTokens.total)
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    if (text.length > ANSWER_MAX) throw new ModelFault('too_much')
    return { content, text: withoutThinking(text), detail: describeIncomplete(finishReason.unified, text) }
  }

  /**
   * Generates an output and reports partial objects. An interrupted stream is requested again without streaming,
   * unless a part was used.
   */
  async function streamOutput<S>(
    ask: RequestOptions,
    running: RunningCall,
    question: QuestionAttempts,
    writing: Writing<S>,
  ) {
    const { maxOutputTokens } = ask
    const stream = await openStream(running, { ...question, maxOutputTokens }).catch((error) =>
      toCallerError(error, running),
    )
    if (stream instanceof AnsweredWhole) return answerTo(ask, running, question, stream.response)
    if (isRefusal(stream)) {
      const answer = await answerTo(ask, running, question)
      neverStreams = true
      return answer
    }
    if (!(stream instanceof ReadableStream)) throw stream
    let text = ''
    let finish = ''
    try {
      for await (const part of readChunks(stream, running)) {
        text += part.delta
        finish = part.finish
        await writing.push(part.delta)
      }
    } catch (error) {
      const failure = toCallerError(error, running)
      if (writing.used !== undefined || !(failure instanceof ModelFault && BROKEN.has(failure.detail))) throw failure
      running.tally.close()
      return answerTo(ask, running, question)
    }
    return { text: withoutThinking(text), detail: describeIncomplete(finish, text) }
  }

  /** Generates one output, whatever its finish reason. */
  function generate<S>(
    ask: ModelQuery,
    running: RunningCall,
    prompt: ModelRequest['prompt'],
    format?: SchemaFormat,
    writing?: Writing<S>,
  ) {
    const question = { prompt, ...dress(format) }
    return writing === undefined || neverStreams
      ? answerTo(ask, running, question)
      : streamOutput(ask, running, question, writing)
  }

  /** If the server rejects the schema, tries again with the schema as text. */
  async function requestWithFallback<S>(
    ask: ModelQuery,
    running: RunningCall,
    prompt: ModelRequest['prompt'],
    format: SchemaFormat,
    writing: Writing<S> | undefined,
  ) {
    if (inWords.has(format.schema)) return generate(ask, running, prompt, undefined, writing)
    try {
      return await generate(ask, running, prompt, format, writing)
    } catch (error) {
      const failure = toCallerError(error, running)
      if (!isRefusal(failure)) throw failure
    }
    const answer = await generate(ask, running, prompt, undefined, writing)
    inWords.add(format.schema)
    return answer
  }

  return { answerTo, generate, requestWithFallback }
}

const isRefusal = (failure: unknown): boolean => failure instanceof ModelFault && failure.detail === 'request'

/** Reason why an output is incomplete. */
export function describeIncomplete(
  finish: string,
  text: string,
): Extract<FaultDetail, 'content_filter' | 'cut_off' | 'empty'> | undefined {
  if (finish === 'content-filter') return 'content_filter'
  if (finish === 'length') return 'cut_off'
  return text.trim() === '' ? 'empty' : undefined
}
