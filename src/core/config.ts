/** Settings of this process. `main.ts` parses them once and passes them down; no other module reads the environment. */
import { join } from 'node:path'
import { z } from 'zod'
import type { LanePlaces } from './job-lanes.ts'
import type { DeliveryLimits, Limits, OrganizationLimits } from './limits.ts'
import type { MailLimits } from './mail-limits.ts'
import { Secret } from './secret.ts'
import { NOBODY, optionalText, settings } from './settings.ts'

export { Secret } from './secret.ts'

/** Settings of language model calls that don't depend on the model. */
export interface ModelCallSettings {
  /** MODEL_CONTEXT, if it is set. */
  readonly contextTokens: number | undefined
  readonly concurrency: number
  readonly timeoutSeconds: number
  readonly prices: ModelSettings['prices']
}

/** Address and prices of the language model. */
export interface ModelSettings {
  readonly provider: 'openai' | 'anthropic'
  /** Base URL. Undefined for the default URL of the provider. */
  readonly url: string | undefined
  readonly key: Secret | undefined
  readonly name: string
  readonly contextTokens: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  /** Prices in US dollars per million tokens. Undefined if unknown. */
  readonly prices: { readonly input: number; readonly output: number } | undefined
}

/** A server with the protocol of OpenAI. */
export interface EmbeddingServer {
  readonly url: string
  readonly key: Secret | undefined
  readonly model: string
}

/** Source of embeddings. */
export type EmbeddingSettings =
  | { readonly provider: 'local' | 'none' }
  | { readonly provider: 'folder'; readonly folder: string }
  | ({ readonly provider: 'openai' } & EmbeddingServer)

/** Transcriber of recordings. */
export type TranscriberSettings =
  | {
      readonly provider: 'openai'
      readonly url: string
      readonly key: Secret | undefined
      readonly model: string
      readonly bytesMax: number
      readonly timeoutSeconds: number
      readonly speakersFolder: string | undefined
    }
  | {
      readonly provider: 'folder'
      readonly folder: string
      readonly timeoutSeconds: number
      /** Folder of the models of speaker detection. If undefined, only servers can detect speakers. */
      readonly speakersFolder: string | undefined
    }

/** Store of the rate limit counters, and the default limits. */
export interface LimitSettings {
  /** `Secret`: the URL of a Redis server. */
  readonly store: 'memory' | 'database' | Secret
  readonly defaults: OrganizationLimits
  /** Limits of a network address, which apply before authentication. */
  readonly address: Limits
  /** Limits of deliveries to one call source, and to all call sources of an organization. */
  readonly deliveries: DeliveryLimits
  /** Maximum number of requests that this process handles at the same time. */
  readonly concurrent: number
  /** Maximum number of OAuth clients that one network can register per hour. */
  readonly registrations: number
}

/** Limits of connections and of request bodies during transfer. */
export interface TransferSettings {
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly headersSeconds: number
  /** Minimum rate of a request body in bytes per second. 0 disables the check. */
  readonly bodyRate: number
  readonly uploads: number
  readonly uploadsPerOrganization: number
  readonly uploadsBytes: number
  readonly uploadsDir: string
}

/** Export of spans. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: ReadonlyMap<string, Secret>
}

export interface Config {
  readonly port: number
  /** Port of `parley worker`. */
  readonly workerPort: number
  /** Lanes of the job queue in which this process runs jobs. Undefined for all, with the default places. */
  readonly jobLanes: LanePlaces | undefined
  readonly host: string
  /** Public base URL. Undefined for `http://localhost:<port>`. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** Minimum free space on the disk of the data folder, in MB. 0 disables the check. */
  readonly diskReserveMegabytes: number
  readonly databaseUrl: Secret | undefined
  readonly databasePool: number
  /** Read replicas. Undefined if all reads use DATABASE_URL. */
  readonly databaseReads: { readonly urls: readonly Secret[]; readonly lagSecondsMax: number } | undefined
  readonly secret: Secret | undefined
  /** URL of the mail server. If undefined, email is written to the data folder. */
  readonly smtpUrl: Secret | undefined
  readonly mailFrom: string
  readonly mailLimits: MailLimits
  /** Encryption of backups. If both are undefined, backups are unencrypted unless the command sets a key. */
  readonly backup: { readonly passphrase: Secret | undefined; readonly keyFile: string | undefined }
  /** URL of the file store. If undefined, files are stored in the data folder. */
  readonly filesUrl: Secret | undefined
  /** Language model of the environment. If undefined, Parley uses the connected one, or works without one. */
  readonly model: ModelSettings | undefined
  /** Whether MODEL_PROVIDER is set, also to `none`. The environment then replaces a connected model. */
  readonly isModelInEnvironment: boolean
  readonly modelCalls: ModelCallSettings
  readonly embedding: EmbeddingSettings
  /** If undefined, recordings wait for a transcript. */
  readonly transcriber: TranscriberSettings | undefined
  readonly limits: LimitSettings
  /** Bearer token for `/metrics`. If undefined, only programs on this machine can read metrics. */
  readonly metricsToken: Secret | undefined
  readonly transfer: TransferSettings
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** Addresses and networks in CIDR notation to which Parley may send requests although they aren't public. */
  readonly allowedPrivateTargets: readonly string[]
  /** Folders in which admins may watch for calls. */
  readonly sourceFolders: readonly string[]
  /** If undefined, no spans are exported. */
  readonly tracing: TracingSettings | undefined
  readonly logLevel: z.infer<(typeof settings)['LOG_LEVEL']['schema']>
}

/** Rule that a setting breaks. */
function describeRule(schema: z.ZodType, message = 'is invalid'): string {
  if (!(schema instanceof z.ZodNumber)) return message
  const { minValue, maxValue, format } = schema
  return `must be a ${format === 'safeint' ? 'whole ' : ''}number from ${minValue} to ${maxValue}`
}

type SettingName = keyof typeof settings
type SettingValue<Name extends SettingName> = z.output<(typeof settings)[Name]['schema']>

/** Reads settings, and collects all faults. */
interface SettingsReader {
  /** Valid value or default of a setting. Undefined if it has neither, or is invalid. */
  value<Name extends SettingName>(this: void, name: Name): SettingValue<Name> | undefined
  /** Whether the environment has the setting. */
  isSet(this: void, name: SettingName): boolean
  /** Adds a fault: another setting requires this one. */
  missing(this: void, name: SettingName): void
  readonly faults: string[]
}

function createSettingsReader(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string>>,
): SettingsReader {
  const faults: string[] = []
  return {
    faults,
    isSet: (name) => Boolean(environment[name]?.trim()),
    missing: (name) => void faults.push(`${name}: is required. ${settings[name].about}`),
    value(name) {
      const setting = settings[name]
      const given = optionalText.parse(environment[name]?.trim() || undefined) ?? setting.default
      if (given === undefined) return undefined
      const parsed = setting.schema.safeParse(given)
      if (parsed.success) return parsed.data as SettingValue<typeof name>
      const rule = describeRule(setting.schema, parsed.error.issues[0]?.message)
      const option = options[name]
      faults.push(`${option === undefined ? name : `${option} '${given}'`}: ${rule}. ${setting.about}`)
      return undefined
    },
  }
}

const toSecret = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))

function readModelSettings({ value, missing, faults }: SettingsReader): ModelSettings | undefined {
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
    ...{ provider, url, key: toSecret(key), name: name ?? '' },
    contextTokens: contextTokens ?? 0,
    concurrency: concurrency ?? 1,
    timeoutSeconds: timeoutSeconds ?? 1,
    prices: input === undefined || output === undefined ? undefined : { input, output },
  }
}

function readModelCalls({ value, isSet }: SettingsReader): ModelCallSettings {
  const [input, output] = [value('MODEL_PRICE_INPUT'), value('MODEL_PRICE_OUTPUT')]
  return {
    contextTokens: isSet('MODEL_CONTEXT') ? value('MODEL_CONTEXT') : undefined,
    concurrency: value('MODEL_CONCURRENCY') ?? 1,
    timeoutSeconds: value('MODEL_TIMEOUT') ?? 1,
    prices: input === undefined || output === undefined ? undefined : { input, output },
  }
}

function readEmbeddingSettings({ value, missing, faults }: SettingsReader): EmbeddingSettings {
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
  return { provider, url: url ?? '', key: toSecret(key), model: model ?? '' }
}

function readTranscriberSettings({ value, faults }: SettingsReader): TranscriberSettings | undefined {
  const [url, key, model, megabytes, timeoutSeconds = 1, folder, speakersFolder] = [
    value('TRANSCRIBER_URL'),
    value('TRANSCRIBER_API_KEY'),
    value('TRANSCRIBER_MODEL') ?? '',
    value('TRANSCRIBER_MAX_MB') ?? 1,
    value('TRANSCRIBER_TIMEOUT'),
    value('TRANSCRIBER_FOLDER'),
    value('TRANSCRIBER_SPEAKERS_FOLDER'),
  ]
  if (url !== undefined && folder !== undefined) {
    faults.push(`TRANSCRIBER_FOLDER: can't be combined with TRANSCRIBER_URL. ${settings.TRANSCRIBER_FOLDER.about}`)
  }
  if (folder !== undefined) return { provider: 'folder', folder, timeoutSeconds, speakersFolder }
  if (url === undefined) {
    if (speakersFolder !== undefined) {
      faults.push('TRANSCRIBER_SPEAKERS_FOLDER: requires TRANSCRIBER_URL or TRANSCRIBER_FOLDER.')
    }
    return undefined
  }
  const bytesMax = megabytes * 1024 * 1024
  return { provider: 'openai', url, key: toSecret(key), model, bytesMax, timeoutSeconds, speakersFolder }
}

function readTracingSettings({ value }: SettingsReader): TracingSettings | undefined {
  const [endpoint, headers] = [value('OTEL_EXPORTER_OTLP_ENDPOINT'), value('OTEL_EXPORTER_OTLP_HEADERS')]
  return endpoint === undefined ? undefined : { endpoint, headers: headers ?? new Map() }
}

function readReplicaSettings({ value, missing }: SettingsReader): Config['databaseReads'] {
  const [urls, lagSecondsMax = 1] = [value('DATABASE_READ_URL'), value('DATABASE_READ_LAG_MAX')]
  if (urls === undefined) return undefined
  if (value('DATABASE_URL') === undefined) missing('DATABASE_URL')
  return { urls: urls.map((url) => new Secret(url)), lagSecondsMax }
}

function readLimitSettings({ value }: SettingsReader): LimitSettings {
  const store = value('LIMITS_STORE') ?? (value('DATABASE_URL') === undefined ? 'memory' : 'database')
  const windows = (kind: '' | 'KEY_' | 'USER_' | 'ORGANIZATION_' | 'ADDRESS_' | 'SOURCE_' | 'SOURCES_'): Limits => ({
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
    deliveries: { source: windows('SOURCE_'), organization: windows('SOURCES_') },
    concurrent: value('LIMIT_CONCURRENT') ?? 1,
    registrations: value('LIMIT_REGISTRATIONS') ?? 1,
  }
}

const readTransferSettings = ({ value }: SettingsReader, dataDir: string): TransferSettings => ({
  connections: value('CONNECTIONS') ?? 1,
  connectionsPerAddress: value('CONNECTIONS_PER_ADDRESS') ?? 1,
  headersSeconds: value('HEADERS_TIMEOUT') ?? 1,
  bodyRate: value('BODY_MIN_RATE') ?? 0,
  uploads: value('UPLOADS') ?? 1,
  uploadsPerOrganization: value('UPLOADS_PER_ORGANIZATION') ?? 1,
  uploadsBytes: (value('UPLOADS_MB') ?? 1) * 1024 * 1024,
  uploadsDir: value('UPLOADS_DIR') ?? join(dataDir, 'uploads'),
})

/**
 * @param options options of a command by the settings that they replace, for error messages
 * @throws Error that lists each invalid setting and its rule. It names the value of an option, which the user entered,
 * and never that of a setting, which can be secret.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string>> = {},
): Config {
  const reader = createSettingsReader(environment, options)
  const { value, missing, faults } = reader
  const config = {
    port: value('PORT') ?? 0,
    workerPort: value('WORKER_PORT') ?? 0,
    jobLanes: value('JOB_LANES'),
    host: value('HOST') ?? '',
    publicUrl: value('PUBLIC_URL'),
    dataDir: value('DATA_DIR') ?? '',
    diskReserveMegabytes: value('DISK_RESERVE_MB') ?? 0,
    databaseUrl: toSecret(value('DATABASE_URL')),
    databasePool: value('DATABASE_POOL') ?? 1,
    databaseReads: readReplicaSettings(reader),
    secret: toSecret(value('SECRET')),
    smtpUrl: toSecret(value('SMTP_URL')),
    mailFrom: value('MAIL_FROM') ?? NOBODY,
    mailLimits: {
      user: value('MAIL_LIMIT_USER') ?? 0,
      recipient: value('MAIL_LIMIT_RECIPIENT') ?? 0,
      organization: value('MAIL_LIMIT_ORGANIZATION') ?? 0,
    },
    backup: { passphrase: toSecret(value('BACKUP_PASSPHRASE')), keyFile: value('BACKUP_KEY_FILE') },
    filesUrl: toSecret(value('FILES_URL')),
    model: readModelSettings(reader),
    isModelInEnvironment: reader.isSet('MODEL_PROVIDER'),
    modelCalls: readModelCalls(reader),
    embedding: readEmbeddingSettings(reader),
    transcriber: readTranscriberSettings(reader),
    limits: readLimitSettings(reader),
    metricsToken: toSecret(value('METRICS_TOKEN')),
    transfer: readTransferSettings(reader, value('DATA_DIR') ?? ''),
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    allowedPrivateTargets: value('ALLOWED_PRIVATE_TARGETS') ?? [],
    sourceFolders: value('SOURCE_FOLDERS') ?? [],
    tracing: readTracingSettings(reader),
    logLevel: value('LOG_LEVEL') ?? 'info',
  }
  if (config.smtpUrl !== undefined && config.mailFrom === NOBODY && faults.length === 0) missing('MAIL_FROM')
  if (faults.length > 0) throw new Error(`These settings are invalid:\n  ${[...new Set(faults)].join('\n  ')}`)
  return config
}
