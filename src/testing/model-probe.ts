/** Language models on a stand-in of a model server, with their records and logs. */
import { type ModelSettings, Secret } from '../core/config.ts'
import type { LanguageModel, ModelCall, ModelFault, ModelQuery } from '../core/language-model.ts'
import { createLanguageModel, type RetryTimeouts } from '../outbound/language-model/language-model.ts'
import { MODEL_NAME, type ModelServer } from './model-server.ts'

/**
 * A model for tests of other modules, without logs.
 * @param settings replace the ones of a server that answers four requests at once
 */
export function probeModel(
  url: string,
  settings: Partial<ModelSettings> = {},
): { model: LanguageModel; calls: ModelCall[] } {
  const calls: ModelCall[] = []
  const quiet = () => {}
  const port = createLanguageModel(
    {
      ...{ provider: 'openai', url, key: new Secret('sk-key'), name: MODEL_NAME, contextTokens: 32_000 },
      ...{ concurrency: 4, timeoutSeconds: 30, prices: undefined, ...settings },
    },
    { clock: { now: () => new Date() }, log: { info: quiet, warn: quiet, error: quiet, debug: quiet } },
    { firstWaitMs: 1 },
  )
  return { model: port.of(async (call) => void calls.push(call)), calls }
}

export const MODEL_NOW = new Date('2026-03-10T10:00:00.000Z')
export const MODEL_KEY = 'sk-the-key-that-nobody-sees'

export interface ModelUnderTest {
  readonly model: LanguageModel
  readonly calls: ModelCall[]
  /** All log output as text. */
  readonly logged: () => string
  readonly close: () => Promise<void>
}

/** @param record stores the record of a call */
export function openModelUnderTest(
  server: Pick<ModelServer, 'url'>,
  settings: Partial<ModelSettings> = {},
  patience: RetryTimeouts = {},
  record?: () => Promise<void>,
): ModelUnderTest {
  const calls: ModelCall[] = []
  const lines: unknown[][] = []
  const line = (...parts: unknown[]) => void lines.push(parts)
  const port = createLanguageModel(
    {
      provider: 'openai',
      url: server.url,
      key: new Secret(MODEL_KEY),
      name: MODEL_NAME,
      contextTokens: 32_000,
      concurrency: 4,
      timeoutSeconds: 5,
      prices: { input: 3, output: 15 },
      ...settings,
    },
    { clock: { now: () => MODEL_NOW }, log: { info: line, warn: line, error: line, debug: line } },
    { firstWaitMs: 10, ...patience },
  )
  const model = port.of(async (call) => {
    calls.push(call)
    await record?.()
  })
  return { model, calls, logged: () => JSON.stringify(lines), close: () => port.close() }
}

export const MODEL_QUERY: ModelQuery = {
  purpose: 'answer',
  system: 'Be brief.',
  prompt: 'Who said hello?',
  maxOutputTokens: 200,
}

/** Fault of a call. A text if the call succeeded or failed otherwise. */
export const findFault = async (answer: Promise<unknown>): Promise<Pick<ModelFault, 'fault' | 'detail'> | string> =>
  answer.then(
    () => 'an answer',
    ({ name, fault, detail, kind, message }: ModelFault) =>
      kind === 'unavailable' ? { fault, detail } : `${name}: ${message}`,
  )

export async function collectPieces(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

/** Parts of records that tests compare. */
export const summarizeCalls = (calls: readonly ModelCall[]) =>
  calls.map(({ outcome, detail, requests, estimated }) => ({ outcome, detail, requests, estimated }))
