/**
 * Every setting: environment name, rule, default and one sentence. Parsed once in `main.ts` and passed down; nothing
 * else reads the environment. `.env.example` is generated from this list.
 */
import { isIP } from 'node:net'
import { z } from 'zod'
import { LIMIT_MAX, LIMIT_MIN, type Limits } from './limits.ts'

/** A value that prints as `***` wherever it is logged or serialized. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '***'
  }
  toJSON(): string {
    return '***'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***'
  }
}

const optionalText = z.string().trim().min(1).optional()

/** `parley@example.com` or `Parley <parley@example.com>`; no control characters, so that it stays one header. */
const MAIL_FROM = /^(?:[^<>\p{Cc}]+ <[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+>|[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+)$/u

/** The address of a service. Credentials have settings of their own, and nothing may come behind the path. */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  }, 'must have no user, password, query or fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** What a header can carry. */
const serviceKey = z.string().regex(/^[\x21-\x7e]+$/, 'must be of visible ASCII characters')

/** Addresses, and networks in CIDR notation. */
const networks = z.string().transform((text, issues) => {
  const addresses = text.split(',').map((one) => one.trim())
  const wrong = addresses.some((one) => {
    const [address = '', bits] = one.split('/')
    const family = isIP(address)
    return (
      family === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    )
  })
  if (!wrong) return addresses
  issues.addIssue({ code: 'custom', message: 'must be addresses or networks such as 10.0.0.0/8, comma separated' })
  return z.NEVER
})

const price = z.coerce.number<string>().min(0).max(100_000)

const requests = z.coerce.number<string>().int().min(LIMIT_MIN).max(LIMIT_MAX)

function isLimitsStore(text: string): boolean {
  if (text === 'memory' || text === 'database') return true
  const url = URL.parse(text)
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^\/?\d*$/.test(url.pathname)
}

/** Who mail is from that no server sends. */
const NOBODY = 'Parley <parley@parley.invalid>'

export const settings = {
  PORT: {
    schema: z.coerce.number<string>().int().min(0).max(65_535),
    default: '8080',
    about: 'Port to listen on; 0 picks a free one.',
  },
  HOST: {
    schema: z.string().min(1),
    default: '127.0.0.1',
    about: 'Address to listen on. The default is reachable from this machine only.',
  },
  PUBLIC_URL: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    default: undefined,
    about: 'Address under which people and programs reach the service. Default: http://localhost:PORT.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    default: './data',
    about: 'Folder of the embedded database, the secret and all files. Readable by its owner only.',
  },
  DATABASE_URL: {
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    default: undefined,
    about: 'PostgreSQL 15 or later to use instead of the embedded database.',
  },
  DATABASE_POOL: {
    schema: z.coerce.number<string>().int().min(1).max(500),
    default: '20',
    about: 'Most connections this process opens to the database.',
  },
  SECRET: {
    schema: z.string().min(32, 'must have at least 32 characters'),
    default: undefined,
    about: 'Signs API keys, 32 characters or more. Default: made at the first start and kept in DATA_DIR/secret.',
  },
  SMTP_URL: {
    schema: z.string().regex(/^smtps?:\/\/[^/\s]+/, 'must begin with smtp:// or smtps://'),
    default: undefined,
    about:
      'Mail server, as smtp://user:password@host:587 or smtps://…:465. Default: mail becomes files in DATA_DIR/mail.',
  },
  MAIL_FROM: {
    schema: z.string().regex(MAIL_FROM, 'must be an address, or a name and an address in angle brackets'),
    default: undefined,
    about: 'Who mail is from, as parley@example.com or Parley <parley@example.com>; needed with SMTP_URL.',
  },
  FILES_URL: {
    schema: z.string().regex(/^s3:\/\/[^/\s]+/, 'must begin with s3://'),
    default: undefined,
    about:
      'Store of files, as s3://bucket/prefix?endpoint=https://…&region=…, credentials as user:password or in AWS_*. Default: DATA_DIR/files.',
  },
  MODEL_PROVIDER: {
    schema: z.enum(['none', 'openai', 'anthropic']),
    default: 'none',
    about: 'Language model: none, openai (any server that speaks its protocol, a local one too) or anthropic.',
  },
  MODEL_URL: {
    schema: serviceUrl,
    default: undefined,
    about: 'Base address of the model, such as http://localhost:11434/v1; needed with openai.',
  },
  MODEL_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'Key for the model; needed with anthropic, and by most others that are not local.',
  },
  MODEL_NAME: {
    schema: z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: undefined,
    about: 'Which model, as its provider calls it; needed with a provider.',
  },
  MODEL_CONTEXT: {
    schema: z.coerce.number<string>().int().min(2_000).max(100_000_000),
    default: '32000',
    about: 'Tokens the model takes in, its answer included.',
  },
  MODEL_CONCURRENCY: {
    schema: z.coerce.number<string>().int().min(1).max(1_000),
    default: '4',
    about: 'Questions this process asks the model at once; others wait.',
  },
  MODEL_TIMEOUT: {
    schema: z.coerce.number<string>().int().min(1).max(290),
    default: '120',
    about: 'Longest time for one answer of the model, in seconds, at most 290.',
  },
  MODEL_PRICE_INPUT: {
    schema: price,
    default: undefined,
    about: 'US dollars a million tokens sent to the model, for the usage report. Default: unknown.',
  },
  MODEL_PRICE_OUTPUT: {
    schema: price,
    default: undefined,
    about: 'US dollars a million tokens the model answers; needed with MODEL_PRICE_INPUT.',
  },
  EMBEDDING_PROVIDER: {
    schema: z.enum(['local', 'openai', 'folder', 'none']),
    default: 'local',
    about:
      'What search by meaning rests on: local (comes with it, English), openai (any server that speaks its protocol), folder (an ONNX model on this machine) or none.',
  },
  EMBEDDING_URL: {
    schema: serviceUrl,
    default: undefined,
    about: 'Base address of the embedding server, such as http://localhost:8080/v1; needed with openai.',
  },
  EMBEDDING_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'Key for the embedding server, if it wants one.',
  },
  EMBEDDING_MODEL: {
    schema: z
      .string()
      .max(500)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: undefined,
    about: 'Which embedding model: its name with openai, its folder with folder; needed with both.',
  },
  TRUSTED_PROXIES: {
    schema: networks,
    default: undefined,
    about:
      'Proxies whose X-Forwarded-For is believed, for the audit log and for limits by address; behind a proxy all come from one address without it. Default: none.',
  },
  ALLOWED_PRIVATE_TARGETS: {
    schema: networks,
    default: undefined,
    about:
      'Private addresses or networks, such as 10.0.0.0/8, that may be asked although a stranger names them. Default: none.',
  },
  LIMITS_STORE: {
    schema: z
      .string()
      .refine(isLimitsStore, 'must be memory, database, or an address such as redis://host:6379/0 or rediss://…'),
    default: undefined,
    about:
      'Where requests to the tool server are counted: memory (of this process), database, or redis://user:password@host:6379 (rediss:// with TLS). Default: database with DATABASE_URL, else memory.',
  },
  LIMIT_SECOND: {
    schema: requests,
    default: '20',
    about:
      'Requests to the tool server a second, for each user, or for the org-level keys of an organization together.',
  },
  LIMIT_HOUR: {
    schema: requests,
    default: '5000',
    about: 'The same an hour.',
  },
  LIMIT_DAY: {
    schema: requests,
    default: '50000',
    about: 'The same a day. One organization may be given limits of its own: parley limits set.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'What is written to the log: debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>

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

/** Where requests are counted, and how many pass of callers of whom nothing else was arranged. */
export interface LimitSettings {
  /** An address: that of Redis. */
  readonly store: 'memory' | 'database' | Secret
  readonly defaults: Limits
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
  readonly limits: LimitSettings
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** The same: what may be asked although it is not public. */
  readonly allowedPrivateTargets: readonly string[]
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
    limits: limitsOf(),
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    allowedPrivateTargets: value('ALLOWED_PRIVATE_TARGETS') ?? [],
    logLevel: value('LOG_LEVEL') ?? 'info',
  }
  if (config.smtpUrl !== undefined && config.mailFrom === NOBODY && faults.length === 0) missing('MAIL_FROM')
  if (faults.length > 0) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return config
}
