/** Protocol clients of the AI SDK. Retries, records and limits are implemented by Parley. */
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { ModelSettings } from '../../core/config.ts'
import type { ServerQuirks } from './transport.ts'

export type ModelClient = ReturnType<OpenAICompatibleProvider['languageModel']>
export type ModelRequest = Parameters<ModelClient['doGenerate']>[0]

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/**
 * Creates a client, loaded on demand. Key and URL are always set, because the SDK would otherwise read them from the
 * environment.
 */
export async function createClient(settings: ModelSettings, fetch: typeof globalThis.fetch): Promise<ModelClient> {
  const { name, url, key } = settings
  if (settings.provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: url ?? ANTHROPIC_URL, apiKey: key?.reveal() ?? '', fetch })(name)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'openai',
    baseURL: url ?? '',
    ...(key === undefined ? {} : { apiKey: key.reveal() }),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
  }).languageModel(name)
}

/**
 * Differences between servers: newer models use another name for the output limit, and older servers don't know
 * `stream_options`.
 */
export function createHabits(provider: ModelSettings['provider']): ServerQuirks {
  if (provider === 'anthropic') return { adaptBody: (body) => body, learnFromRefusal: () => false }
  let renamesLimit = false
  let withoutStreamOptions = false
  return {
    adaptBody(text) {
      if (!renamesLimit && !withoutStreamOptions) return text
      const { max_tokens, stream_options, ...body } = JSON.parse(text)
      return JSON.stringify({
        ...body,
        [renamesLimit ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
        ...(withoutStreamOptions ? {} : { stream_options }),
      })
    },
    // Compares with the request that was sent, because other requests may have changed the state since. Field names are
    // found in the JSON text; quotes in prompts are escaped, so prompts can't match.
    learnFromRefusal(refusal, sent) {
      if (refusal.includes('max_completion_tokens') && sent.includes('"max_tokens":')) {
        renamesLimit = true
        return true
      }
      if (refusal.includes('stream_options') && sent.includes('"stream_options":')) {
        withoutStreamOptions = true
        return true
      }
      return false
    },
  }
}
