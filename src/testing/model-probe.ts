/** A language model behind the tests' own server, with a record of what was asked of it. */
import { type ModelSettings, Secret } from '../core/config.ts'
import type { LanguageModel, ModelCall } from '../core/language-model.ts'
import { createLanguageModel } from '../outbound/language-model/language-model.ts'
import { MODEL_NAME } from './model-server.ts'

/** @param settings over those of a server nearby that is asked four things at once */
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
