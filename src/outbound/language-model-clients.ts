/** The AI SDK's clients, one protocol each. Of the SDK we use these alone: retries, records and limits are our own. */
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { ModelSettings } from '../core/config.ts'
import type { Habits } from './language-model-transport.ts'

export type Client = ReturnType<OpenAICompatibleProvider['languageModel']>
export type Question = Parameters<Client['doGenerate']>[0]

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** Loaded by those who use it. Key and address are always told, or the SDK would look for them in the environment. */
export async function createClient(settings: ModelSettings, fetch: typeof globalThis.fetch): Promise<Client> {
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

/** Newer models take the limit of an answer under another name; older servers do not know `stream_options`. */
export function createHabits(provider: ModelSettings['provider']): Habits {
  if (provider === 'anthropic') return { shape: (body) => body, learn: () => false }
  let renamesLimit = false
  let withoutStreamOptions = false
  return {
    shape(text) {
      if (!renamesLimit && !withoutStreamOptions) return text
      const { max_tokens, stream_options, ...body } = JSON.parse(text)
      return JSON.stringify({
        ...body,
        [renamesLimit ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
        ...(withoutStreamOptions ? {} : { stream_options }),
      })
    },
    // Others may have been on their way while the first one was refused: what counts is how this one was sent. Words of a
    // prompt look otherwise, since their quotes are escaped.
    learn(refusal, sent) {
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
