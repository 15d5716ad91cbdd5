/**
 * Recognizes model servers by their responses, not by their ports, and lists their models. Redirects aren't followed, and
 * the size and time of responses are limited.
 */
import type { z } from 'zod'
import type { Secret } from '../../core/config.ts'
import {
  type LocalPort,
  type ModelServer,
  ModelServerError,
  type OfferedModel,
  type ServerAddress,
} from '../../core/model-connection.ts'
import { ANTHROPIC_URL } from './clients.ts'
import {
  llamaLoadingForm,
  llamaPropsForm,
  lmStudioModelsForm,
  ollamaLoadedForm,
  ollamaTagsForm,
  openaiModelsForm,
  versionForm,
} from './server-forms.ts'

/**
 * Usual ports of model servers on this machine. llama.cpp listens on 9931 by default, and on 8080 in earlier versions and
 * in its container image.
 */
export const LOCAL_PORTS = [
  { title: 'Ollama', port: 11434 },
  { title: 'LM Studio', port: 1234 },
  { title: 'llama.cpp', port: 8080 },
  { title: 'llama.cpp', port: 9931 },
  { title: 'vLLM', port: 8000 },
] as const

/** Version of the API in the header that Anthropic requires. */
const ANTHROPIC_VERSION = '2023-06-01'

/** Maximum time for one response of a server on this machine, and of others. */
const LOCAL_MS = 3_000
const REMOTE_MS = 10_000
const LIST_BYTES_MAX = 1024 * 1024

/** Sends a request without following redirects. @throws ModelServerError `not_allowed`; other errors count as unreachable */
export type ServerFetch = (
  url: string,
  request: { headers: Record<string, string>; signal: AbortSignal; timeoutMs: number; maxBytes: number },
) => Promise<Response>

export const plainFetch: ServerFetch = (url, { headers, signal }) => fetch(url, { headers, signal, redirect: 'manual' })

/** Whether a URL is one of the usual local ports. */
export function isLocalPort(url: string): boolean {
  const { protocol, hostname, port } = new URL(url)
  return (
    protocol === 'http:' &&
    (hostname === '127.0.0.1' || hostname === 'localhost') &&
    LOCAL_PORTS.some((one) => String(one.port) === port)
  )
}

export async function findLocalServers(
  signal: AbortSignal,
  ports: readonly { readonly title: string; readonly port: number }[] = LOCAL_PORTS,
): Promise<LocalPort[]> {
  return Promise.all(
    ports.map(async ({ title, port }): Promise<LocalPort> => {
      const url = `http://127.0.0.1:${port}/v1`
      try {
        return { title, port, server: await inspectServer({ provider: 'openai', url }, { signal, ms: LOCAL_MS }) }
      } catch (error) {
        if (error instanceof ModelServerError) return { title, port, fault: error.fault }
        throw error
      }
    }),
  )
}

interface Inspection {
  readonly signal: AbortSignal
  readonly fetch?: ServerFetch
  readonly ms?: number
}

/** @throws ModelServerError, or the reason of the signal */
export async function inspectServer(address: ServerAddress, inspection: Inspection): Promise<ModelServer> {
  const base = toBaseUrl(address)
  const ask = createAsk(address, inspection)
  if (address.provider === 'anthropic') {
    const models = offered(await ask.required(`${base}/models?limit=1000`, openaiModelsForm))
    return { kind: 'anthropic', title: 'Anthropic', url: base, models }
  }
  // A server whose API has another path than /v1 isn't one of those that are recognized.
  const root = base.endsWith('/v1') ? base.slice(0, -'/v1'.length) : undefined
  if (root !== undefined) {
    const tags = await ask.optional(`${root}/api/tags`, ollamaTagsForm)
    const version = tags && (await ask.optional(`${root}/api/version`, versionForm))
    if (tags !== undefined && version !== undefined) {
      return { kind: 'ollama', title: 'Ollama', version: version.version, url: base, models: ofOllama(tags) }
    }
    if ((await ask.optional(`${root}/health`, llamaLoadingForm, 503)) !== undefined)
      throw new ModelServerError('loading')
  }
  const list = await ask.required(`${base}/models`, openaiModelsForm)
  const owners = new Set(list.data.map(({ owned_by }) => owned_by))
  if (root !== undefined && owners.has('llamacpp')) {
    const props = await ask.optional(`${root}/props`, llamaPropsForm)
    const models = offered(list).map((one) => ({ ...one, contextTokens: props?.default_generation_settings.n_ctx }))
    return { kind: 'llama_cpp', title: 'llama.cpp', url: base, models }
  }
  if (root !== undefined && owners.has('vllm')) {
    const version = await ask.optional(`${root}/version`, versionForm)
    return { kind: 'vllm', title: 'vLLM', version: version?.version, url: base, models: offered(list) }
  }
  const native = root && (await ask.optional(`${root}/api/v0/models`, lmStudioModelsForm))
  if (native) return { kind: 'lm_studio', title: 'LM Studio', url: base, models: ofLmStudio(native) }
  return { kind: 'other', title: 'Server with the protocol of OpenAI', url: base, models: offered(list) }
}

/** URL of the API. Servers on this machine have it at /v1, which users often omit. */
function toBaseUrl({ provider, url }: ServerAddress): string {
  if (provider === 'anthropic') return url ?? ANTHROPIC_URL
  return new URL(url ?? '').pathname === '/' ? `${new URL(url ?? '').origin}/v1` : (url ?? '')
}

/** Context length with which Ollama loaded a model, which can be less than the model supports. */
export async function readLoadedContext(
  url: string,
  model: string,
  inspection: Inspection & { readonly key?: Secret | undefined },
): Promise<number | undefined> {
  const ask = createAsk({ provider: 'openai', url, key: inspection.key }, inspection)
  const loaded = await ask.optional(`${url.replace(/\/v1$/, '')}/api/ps`, ollamaLoadedForm)
  // Ollama adds `:latest` to a name without a tag.
  return loaded?.models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length ?? undefined
}

const EMBEDDING = /embed|(?:^|[-/])(?:bge|gte|e5|minilm)[-/]|bert/i

function ofOllama({ models }: z.output<typeof ollamaTagsForm>): OfferedModel[] {
  return models.map(({ name, size, details }) => ({
    name,
    bytes: size ?? undefined,
    details: [details?.parameter_size, details?.quantization_level].filter(Boolean).join(' ') || undefined,
    isEmbedding: EMBEDDING.test(name) || /bert/i.test(details?.family ?? ''),
  }))
}

function ofLmStudio({ data }: z.output<typeof lmStudioModelsForm>): OfferedModel[] {
  return data.map(({ id, type, quantization, loaded_context_length }) => ({
    name: id,
    details: quantization ?? undefined,
    contextTokens: loaded_context_length ?? undefined,
    isEmbedding: type === 'embeddings',
  }))
}

function offered({ data }: z.output<typeof openaiModelsForm>): OfferedModel[] {
  return data.map(({ id, max_model_len, meta }) => ({
    name: id,
    bytes: meta?.size ?? undefined,
    contextTokens: max_model_len ?? undefined,
    isEmbedding: EMBEDDING.test(id),
  }))
}

interface AskServer {
  /** Undefined if the response has another form or status. @throws ModelServerError if there is no usable response */
  optional<T>(url: string, form: z.ZodType<T>, status?: number): Promise<T | undefined>
  /** @throws ModelServerError also if the response has another form */
  required<T>(url: string, form: z.ZodType<T>): Promise<T>
}

function createAsk(
  { provider, key }: ServerAddress,
  { signal, fetch = plainFetch, ms = REMOTE_MS }: Inspection,
): AskServer {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (provider === 'anthropic') {
    headers['anthropic-version'] = ANTHROPIC_VERSION
    if (key !== undefined) headers['x-api-key'] = key.reveal()
  } else if (key !== undefined) headers.authorization = `Bearer ${key.reveal()}`

  async function get(url: string): Promise<{ status: number; value: unknown }> {
    const timer = AbortSignal.timeout(ms)
    const within = AbortSignal.any([signal, timer])
    try {
      const response = await fetch(url, { headers, signal: within, timeoutMs: ms, maxBytes: LIST_BYTES_MAX })
      return { status: response.status, value: parse(await readLimited(response)) }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ModelServerError) throw error
      throw new ModelServerError(timer.aborted ? 'timeout' : 'unreachable')
    }
  }

  return {
    async optional(url, form, wanted = 200) {
      const { status, value } = await get(url)
      if (status !== wanted) return undefined
      const read = form.safeParse(value)
      return read.success ? read.data : undefined
    },
    async required(url, form) {
      const { status, value } = await get(url)
      if (status >= 300 && status < 400) throw new ModelServerError('redirected')
      if (status === 401 || status === 403) throw new ModelServerError('key')
      const read = form.safeParse(value)
      if (status !== 200 || !read.success) throw new ModelServerError('not_a_model_server')
      return read.data
    },
  }
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > LIST_BYTES_MAX) throw new ModelServerError('too_large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no form accepts it.
    return undefined
  }
}
