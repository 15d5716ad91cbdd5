/**
 * Options of evaluations that compare language models: `--model NAME` with `--url URL`, which defaults to Ollama on this
 * machine. An API key stays in MODEL_API_KEY, because other users can read the arguments of a process.
 */

const OLLAMA = 'http://127.0.0.1:11434/v1'

export const modelOptions = { model: { type: 'string' }, url: { type: 'string' } } as const

/**
 * Settings of the service under evaluation. They replace those of the environment.
 * @throws Error for a URL without a model, or an invalid URL
 */
export function modelSettingsOf(given: {
  readonly model?: string | undefined
  readonly url?: string | undefined
}): Record<string, string> {
  if (given.model === undefined) {
    if (given.url !== undefined) throw new Error('--url requires --model')
    return {}
  }
  if (given.model.trim() === '') throw new Error('--model requires the name of a model')
  const url = URL.parse(given.url ?? OLLAMA)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('--url requires an http or https URL')
  return { MODEL_PROVIDER: 'openai', MODEL_NAME: given.model, MODEL_URL: url.href.replace(/\/+$/, '') }
}
