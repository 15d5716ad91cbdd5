/** The settings of this process: parsed once in `main.ts` and passed down; nothing else reads the environment. */
import { join } from 'node:path'
import type { z } from 'zod'
import type { Limits, OrganizationLimits } from './limits.ts'
import type { MailLimits } from './mail-limits.ts'
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
  readonly defaults: OrganizationLimits
  /** Limits of a network address, before anything is known of the caller. */
  readonly address: Limits
  /** Requests that this process works on at the same time. */
  readonly concurrent: number
  /** OAuth clients that a network may register in an hour. */
  readonly registrations: number
}

/** Limits of connections, and of bodies while they arrive. */
export interface TransferSettings {
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly headersSeconds: number
  /** Bytes a second; 0 for no minimum. */
  readonly bodyRate: number
  readonly uploads: number
  readonly uploadsPerOrganization: number
  readonly uploadsBytes: number
  readonly uploadsDir: string
}

/** Where spans go. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: ReadonlyMap<string, Secret>
}

export interface Config {
  readonly port: number
  /** Of `parley worker`. */
  readonly workerPort: number
  readonly host: string
  /** Undefined: `http://localhost:<the port listened on>`. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** Kept free on the disk of the data folder; 0: nothing is. */
  readonly diskReserveMegabytes: number
  readonly databaseUrl: Secret | undefined
  readonly databasePool: number
  readonly secret: Secret | undefined
  /** Undefined: mail goes to the data folder. */
  readonly smtpUrl: Secret | undefined
  readonly mailFrom: string
  readonly mailLimits: MailLimits
  /** Encrypts backups. Undefined: they are not encrypted, unless the command names a key. */
  readonly backup: { readonly passphrase: Secret | undefined; readonly keyFile: string | undefined }
  /** Undefined: files lie in the data folder. */
  readonly filesUrl: Secret | undefined
  /** Undefined: everything is done without a language model. */
  readonly model: ModelSettings | undefined
  readonly embedding: EmbeddingSettings
  /** Undefined: recordings wait for a transcript. */
  readonly transcriber: TranscriberSettings | undefined
  readonly limits: LimitSettings
  /** Lets programs on other machines read `/metrics`. Undefined: only those on this one do. */
  readonly metricsToken: Secret | undefined
  readonly transfer: TransferSettings
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
    const windows = (kind: '' | 'KEY_' | 'USER_' | 'ORGANIZATION_' | 'ADDRESS_'): Limits => ({
      second: value(`LIMIT_${kind}SECOND`) ?? 1,
      hour: value(`LIMIT_${kind}HOUR`) ?? 1,
      day: value(`LIMIT_${kind}DAY`) ?? 1,
    })
    return {
      store: store === 'memory' || store === 'database' ? store : new Secret(store),
      defaults: {
        tools: windows(''),
        key: windows('KEY_'),
        user: windows('USER_'),
        organization: windows('ORGANIZATION_'),
      },
      address: windows('ADDRESS_'),
      concurrent: value('LIMIT_CONCURRENT') ?? 1,
      registrations: value('LIMIT_REGISTRATIONS') ?? 1,
    }
  }
  const transferOf = (dataDir: string): TransferSettings => ({
    connections: value('CONNECTIONS') ?? 1,
    connectionsPerAddress: value('CONNECTIONS_PER_ADDRESS') ?? 1,
    headersSeconds: value('HEADERS_TIMEOUT') ?? 1,
    bodyRate: value('BODY_MIN_RATE') ?? 0,
    uploads: value('UPLOADS') ?? 1,
    uploadsPerOrganization: value('UPLOADS_PER_ORGANIZATION') ?? 1,
    uploadsBytes: (value('UPLOADS_MB') ?? 1) * 1024 * 1024,
    uploadsDir: value('UPLOADS_DIR') ?? join(dataDir, 'uploads'),
  })
  const hidden = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))
  const config = {
    port: value('PORT') ?? 0,
    workerPort: value('WORKER_PORT') ?? 0,
    host: value('HOST') ?? '',
    publicUrl: value('PUBLIC_URL'),
    dataDir: value('DATA_DIR') ?? '',
    diskReserveMegabytes: value('DISK_RESERVE_MB') ?? 0,
    databaseUrl: hidden(databaseUrl),
    databasePool: value('DATABASE_POOL') ?? 1,
    secret: hidden(value('SECRET')),
    smtpUrl: hidden(value('SMTP_URL')),
    mailFrom: value('MAIL_FROM') ?? NOBODY,
    mailLimits: {
      user: value('MAIL_LIMIT_USER') ?? 0,
      recipient: value('MAIL_LIMIT_RECIPIENT') ?? 0,
      organization: value('MAIL_LIMIT_ORGANIZATION') ?? 0,
    },
    backup: { passphrase: hidden(value('BACKUP_PASSPHRASE')), keyFile: value('BACKUP_KEY_FILE') },
    filesUrl: hidden(value('FILES_URL')),
    model: modelOf(),
    embedding: embeddingOf(),
    transcriber: transcriberOf(),
    limits: limitsOf(),
    metricsToken: hidden(value('METRICS_TOKEN')),
    transfer: transferOf(value('DATA_DIR') ?? ''),
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    allowedPrivateTargets: value('ALLOWED_PRIVATE_TARGETS') ?? [],
    tracing: tracingOf(),
    logLevel: value('LOG_LEVEL') ?? 'info',
  }
  if (config.smtpUrl !== undefined && config.mailFrom === NOBODY && faults.length === 0) missing('MAIL_FROM')
  if (faults.length > 0) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return config
}
