/** The settings of this process: parsed once in `main.ts` and passed down; nothing else reads the environment. */
import type { z } from 'zod'
import type { Limits } from './limits.ts'
import { Secret } from './secret.ts'
import { NOBODY, optionalText, settings } from './settings.ts'

export { Secret } from './secret.ts'

/** Where the language model is, and what it costs. */
export interface ModelSettings {
  readonly provider: 'openai' | 'anthropic'
  /** Undefined: where the provider itself serves it. */
  readonly url: string | undefined
  readonly key: Secret | undefined
  readonly name: string
  readonly contextTokens: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  /** US dollars a million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | undefined
}

/** A server that speaks OpenAI's protocol. */
export interface EmbeddingServer {
  readonly url: string
  readonly key: Secret | undefined
  readonly model: string
}

/** Where embeddings come from. */
export type EmbeddingSettings =
  | { readonly provider: 'local' | 'none' }
  | { readonly provider: 'folder'; readonly folder: string }
  | ({ readonly provider: 'openai' } & EmbeddingServer)

/** What transcribes recordings. */
export type TranscriberSettings =
  | {
      readonly provider: 'openai'
      readonly url: string
      readonly key: Secret | undefined
      readonly model: string
      readonly bytesMax: number
      readonly timeoutSeconds: number
    }
  | { readonly provider: 'folder'; readonly folder: string; readonly timeoutSeconds: number }

/** Where requests are counted, and how many pass of callers of whom nothing else was arranged. */
export interface LimitSettings {
  /** An address: that of Redis. */
  readonly store: 'memory' | 'database' | Secret
  readonly defaults: Limits
}

/** Where spans go. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: ReadonlyMap<string, Secret>
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined: `http://localhost:<the port listened on>`. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: Secret | undefined
  readonly databasePool: number
  readonly secret: Secret | undefined
  /** Undefined: mail goes to the data folder. */
  readonly smtpUrl: Secret | undefined
  readonly mailFrom: string
  /** Undefined: files lie in the data folder. */
  readonly filesUrl: Secret | undefined
  /** Undefined: everything is done without a language model. */
  readonly model: ModelSettings | undefined
  readonly embedding: EmbeddingSettings
  /** Undefined: recordings wait for a transcript. */
  readonly transcriber: TranscriberSettings | undefined
  readonly limits: LimitSettings
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** The same: what may be asked although it is not public. */
  readonly allowedPrivateTargets: readonly string[]
  /** Undefined: no spans. */
  readonly tracing: TracingSettings | undefined
  readonly logLevel: z.infer<(typeof settings)['LOG_LEVEL']['schema']>
}

/** @throws Error naming each wrong setting and its rule, never its value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const value = <Name extends keyof typeof settings>(name: Name) => {
    const setting = settings[name]
    const given = optionalText.parse(environment[name]?.trim() || undefined) ?? setting.default
    if (given === undefined) return undefined
    const parsed = setting.schema.safeParse(given)
    if (parsed.success) return parsed.data as z.output<(typeof settings)[Name]['schema']>
    faults.push(`${name}: ${parsed.error.issues[0]?.message}. ${setting.about}`)
    return undefined
  }
  const missing = (name: keyof typeof settings) => void faults.push(`${name}: is missing. ${settings[name].about}`)
  const modelOf = (): ModelSettings | undefined => {
    const [provider, url, key, name] = [
      value('MODEL_PROVIDER'),
      value('MODEL_URL'),
      value('MODEL_API_KEY'),
      value('MODEL_NAME'),
    ]
    const [contextTokens, concurrency, timeoutSeconds] = [
      value('MODEL_CONTEXT'),
      value('MODEL_CONCURRENCY'),
      value('MODEL_TIMEOUT'),
    ]
    const [input, output] = [value('MODEL_PRICE_INPUT'), value('MODEL_PRICE_OUTPUT')]
    if (provider === undefined || provider === 'none' || faults.length > 0) return undefined
    if (name === undefined) missing('MODEL_NAME')
    if (provider === 'openai' && url === undefined) missing('MODEL_URL')
    if (provider === 'anthropic' && key === undefined) missing('MODEL_API_KEY')
    if (input === undefined && output !== undefined) missing('MODEL_PRICE_INPUT')
    if (input !== undefined && output === undefined) missing('MODEL_PRICE_OUTPUT')
    return {
      ...{ provider, url, key: hidden(key), name: name ?? '' },
      contextTokens: contextTokens ?? 0,
      concurrency: concurrency ?? 1,
      timeoutSeconds: timeoutSeconds ?? 1,
      prices: input === undefined || output === undefined ? undefined : { input, output },
    }
  }
  const embeddingOf = (): EmbeddingSettings => {
    const [provider, url, key, model] = [
      value('EMBEDDING_PROVIDER') ?? 'none',
      value('EMBEDDING_URL'),
      value('EMBEDDING_API_KEY'),
      value('EMBEDDING_MODEL'),
    ]
    if (provider === 'local' || provider === 'none') return { provider }
    if (faults.length > 0) return { provider: 'none' }
    if (model === undefined) missing('EMBEDDING_MODEL')
    if (provider === 'folder') return { provider, folder: model ?? '' }
    if (url === undefined) missing('EMBEDDING_URL')
    return { provider, url: url ?? '', key: hidden(key), model: model ?? '' }
  }
  const transcriberOf = (): TranscriberSettings | undefined => {
    const [url, key, model, megabytes, timeoutSeconds = 1, folder] = [
      value('TRANSCRIBER_URL'),
      value('TRANSCRIBER_API_KEY'),
      value('TRANSCRIBER_MODEL') ?? '',
      value('TRANSCRIBER_MAX_MB') ?? 1,
      value('TRANSCRIBER_TIMEOUT'),
      value('TRANSCRIBER_FOLDER'),
    ]
    if (url !== undefined && folder !== undefined) {
      faults.push(`TRANSCRIBER_FOLDER: there is a TRANSCRIBER_URL too. ${settings.TRANSCRIBER_FOLDER.about}`)
    }
    if (folder !== undefined) return { provider: 'folder', folder, timeoutSeconds }
    if (url === undefined) return undefined
    return { provider: 'openai', url, key: hidden(key), model, bytesMax: megabytes * 1024 * 1024, timeoutSeconds }
  }
  const tracingOf = (): TracingSettings | undefined => {
    const [endpoint, headers] = [value('OTEL_EXPORTER_OTLP_ENDPOINT'), value('OTEL_EXPORTER_OTLP_HEADERS')]
    return endpoint === undefined ? undefined : { endpoint, headers: headers ?? new Map() }
  }
  const databaseUrl = value('DATABASE_URL')
  const limitsOf = (): LimitSettings => {
    const store = value('LIMITS_STORE') ?? (databaseUrl === undefined ? 'memory' : 'database')
    const [second, hour, day] = [value('LIMIT_SECOND') ?? 1, value('LIMIT_HOUR') ?? 1, value('LIMIT_DAY') ?? 1]
    return {
      store: store === 'memory' || store === 'database' ? store : new Secret(store),
      defaults: { second, hour, day },
    }
  }
  const hidden = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))
  const config = {
    port: value('PORT') ?? 0,
    host: value('HOST') ?? '',
    publicUrl: value('PUBLIC_URL'),
    dataDir: value('DATA_DIR') ?? '',
    databaseUrl: hidden(databaseUrl),
    databasePool: value('DATABASE_POOL') ?? 1,
    secret: hidden(value('SECRET')),
    smtpUrl: hidden(value('SMTP_URL')),
    mailFrom: value('MAIL_FROM') ?? NOBODY,
    filesUrl: hidden(value('FILES_URL')),
    model: modelOf(),
    embedding: embeddingOf(),
    transcriber: transcriberOf(),
    limits: limitsOf(),
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    allowedPrivateTargets: value('ALLOWED_PRIVATE_TARGETS') ?? [],
    tracing: tracingOf(),
    logLevel: value('LOG_LEVEL') ?? 'info',
  }
  if (config.smtpUrl !== undefined && config.mailFrom === NOBODY && faults.length === 0) missing('MAIL_FROM')
  if (faults.length > 0) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return config
}
