/**
 * Every setting: environment name, rule, default and one sentence. Parsed once in `main.ts` and passed down; nothing
 * else reads the environment. `.env.example` is generated from this list.
 */
import { isIP } from 'node:net'
import { z } from 'zod'

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
  TRUSTED_PROXIES: {
    schema: z.string().transform((text, issues) => {
      const addresses = text.split(',').map((one) => one.trim())
      const wrong = addresses.some(
        (one) => !/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(one) || isIP(one.split('/')[0] ?? '') === 0,
      )
      if (!wrong) return addresses
      issues.addIssue({ code: 'custom', message: 'must be addresses or networks such as 10.0.0.0/8, comma separated' })
      return z.NEVER
    }),
    default: undefined,
    about:
      'Proxies whose X-Forwarded-For is believed when the audit log tells where a request came from. Default: none.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'What is written to the log: debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>

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
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[]
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
  const hidden = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))
  const config = {
    port: value('PORT') ?? 0,
    host: value('HOST') ?? '',
    publicUrl: value('PUBLIC_URL'),
    dataDir: value('DATA_DIR') ?? '',
    databaseUrl: hidden(value('DATABASE_URL')),
    databasePool: value('DATABASE_POOL') ?? 1,
    secret: hidden(value('SECRET')),
    smtpUrl: hidden(value('SMTP_URL')),
    mailFrom: value('MAIL_FROM') ?? NOBODY,
    filesUrl: hidden(value('FILES_URL')),
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    logLevel: value('LOG_LEVEL') ?? 'info',
  }
  if (config.smtpUrl !== undefined && config.mailFrom === NOBODY && faults.length === 0) {
    faults.push(`MAIL_FROM: is missing. ${settings.MAIL_FROM.about}`)
  }
  if (faults.length > 0) throw new Error(`These settings are wrong:\n  ${faults.join('\n  ')}`)
  return config
}
