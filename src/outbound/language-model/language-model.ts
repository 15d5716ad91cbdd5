/**
 * Language model on a server. Adds to the clients of the AI SDK: fair queues with a limited number of requests, a time
 * limit per call, schema validation, and one record per call. Prompts, outputs and the key are never logged.
 */
import type { z } from 'zod'
import type { ModelSettings } from '../../core/config.ts'
import {
  type LanguageModel,
  type LanguageModelPort,
  ModelFault,
  type ModelQuery,
  type ModelTurn,
  type PartialOutput,
  type TurnAsk,
} from '../../core/language-model.ts'
import { ANSWER_MAX, answerSchema, createThinkingFilter, readAnswer, readWhole, storable } from './answers.ts'
import { formatPrompt, formatRepairPrompt, type SchemaFormat } from './format.ts'
import { createGenerator, describeIncomplete, type OutputGenerator } from './generate-output.ts'
import { Writing } from './partial-json.ts'
import {
  type CallStarter,
  createCallStarter,
  type ModelParts,
  type RecordCall,
  type RetryTimeouts,
  type RunningCall,
} from './running-call.ts'
import { openStream, readChunks } from './stream.ts'
import { callsIn, promptOfTurn, toToolOptions } from './tools.ts'

export type { ModelParts, RetryTimeouts } from './running-call.ts'

export function createLanguageModel(
  settings: ModelSettings,
  parts: ModelParts,
  timeouts: RetryTimeouts = {},
): LanguageModelPort {
  const calls = createCallStarter(settings, parts, timeouts)
  const generator = createGenerator(settings, calls.toCallerError)
  return {
    of: (record): LanguageModel => ({
      name: settings.name,
      contextTokens: settings.contextTokens,
      object: (query) => calls.withCall(query, record, (running) => generateObject(generator, query, running)),
      text: (query) => calls.withCall(query, record, (running) => generateText(generator, query, running)),
      turn: (query) => calls.withCall(query, record, (running) => generateTurn(generator, query, running)),
      stream: (query) => streamText(calls, query, record),
    }),
    close: calls.close,
  }
}

/** Requests a second output, with the problems of the first one, if the first one doesn't match the schema. */
async function generateObject<T, S>(
  { requestWithFallback }: OutputGenerator,
  ask: ModelQuery & { readonly schema: z.ZodType<T>; readonly soFar?: PartialOutput<S> | undefined },
  running: RunningCall,
): Promise<T> {
  const { schema, soFar } = ask
  const format: SchemaFormat = { schema, ...answerSchema(schema) }
  let prompt = formatPrompt(ask, format)
  for (let tries = 1; ; tries++) {
    const writing = soFar && new Writing(soFar)
    const { text, detail } = await requestWithFallback(ask, running, prompt, format, writing)
    const used = writing?.used
    const read = await (used === undefined ? readAnswer(text, schema) : readWhole(used, schema))
    if ('value' in read && detail !== 'content_filter') return read.value
    const fault = detail ?? ('detail' in read ? read.detail : 'not_schema')
    const isLast = tries === 2 || used !== undefined || fault === 'cut_off' || fault === 'content_filter'
    if (isLast) throw new ModelFault(fault)
    if (fault !== 'empty' && 'problems' in read) prompt = [...prompt, ...formatRepairPrompt(text, read.problems)]
  }
}

async function generateText({ generate }: OutputGenerator, ask: ModelQuery, running: RunningCall): Promise<string> {
  const { text, detail } = await generate(ask, running, formatPrompt(ask))
  if (detail !== undefined) throw new ModelFault(detail)
  if (text.trim() === '') throw new ModelFault('empty')
  return storable(text)
}

async function generateTurn({ answerTo }: OutputGenerator, ask: TurnAsk, running: RunningCall): Promise<ModelTurn> {
  const { messages, tools } = ask
  const question = { prompt: promptOfTurn(ask.system, messages), ...toToolOptions(tools) }
  const { content, text, detail } = await answerTo(ask, running, question)
  const { calls, leftOut, length } = callsIn(content, tools)
  if (length > ANSWER_MAX) throw new ModelFault('too_much')
  // Calls without text are valid. If the output was cut off, the readable calls count, and errors of the others are
  // returned to the model.
  const fault = calls.length > 0 && detail !== 'content_filter' ? undefined : detail
  if (fault !== undefined) throw new ModelFault(fault)
  if (calls.length === 0 && text.trim() === '') throw new ModelFault('empty')
  return { text: storable(text), calls, leftOut }
}

/** Marks the end of a call whose stream reader stopped. */
const STOPPED = Symbol('stopped')

async function* streamText(calls: CallStarter, ask: ModelQuery, record: RecordCall): AsyncGenerator<string> {
  const running = await calls.startCall(ask, record)
  const pieces = createThinkingFilter()
  let failure: unknown = STOPPED
  let hasText = false
  try {
    const { maxOutputTokens } = ask
    const stream = await openStream(running, { prompt: formatPrompt(ask), maxOutputTokens })
    for await (const { delta, finish } of readChunks(stream, running)) {
      const piece = pieces.push(delta)
      hasText ||= piece.trim() !== ''
      if (piece !== '') yield piece
      const detail = describeIncomplete(finish, 'some')
      if (detail !== undefined) throw new ModelFault(detail)
    }
    const rest = pieces.rest()
    if (rest !== '') yield rest
    if (!hasText && rest.trim() === '') throw new ModelFault('empty')
    failure = undefined
  } catch (error) {
    failure = calls.toCallerError(error, running)
    throw failure
  } finally {
    await running.complete(failure)
  }
}
