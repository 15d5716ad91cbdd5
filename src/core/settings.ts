/** Every setting: environment name, rule, default and one sentence. `.env.example` is generated from this list. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { Secret } from './secret.ts'
import { limitSettings } from './settings-limits.ts'

export const optionalText = z.string().trim().min(1).optional()

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

const notThere = (): never => {
  throw new Error('Not there.')
}

/** As the OpenTelemetry specification has them: W3C Baggage, without properties. */
const headerPairs = z.string().transform((text, issues) => {
  const pairs = text.split(',').map((pair) => /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(pair))
  try {
    return new Map(
      pairs.map((pair) => [pair?.[1] ?? notThere(), new Secret(decodeURIComponent(pair?.[2] ?? notThere()))]),
    )
  } catch {
    issues.addIssue({ code: 'custom', message: 'must be pairs such as name=value, comma separated' })
    return z.NEVER
  }
})

/** Maximum number of emails in a day. */
const emails = z.coerce.number<string>().int().min(1).max(1_000_000_000)

const price = z.coerce.number<string>().min(0).max(100_000)

/** Who mail is from that no server sends. */
export const NOBODY = 'Parley <parley@parley.invalid>'

export const settings = {
  PORT: {
    schema: z.coerce.number<string>().int().min(0).max(65_535),
    default: '8080',
    about: 'Port to listen on; 0 picks a free one.',
  },
  WORKER_PORT: {
    schema: z.coerce.number<string>().int().min(0).max(65_535),
    default: '0',
    about: 'Port of `parley worker` for /healthz, /readyz and /metrics; 0 picks a free one.',
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
  DISK_RESERVE_MB: {
    schema: z.coerce.number<string>().int().min(0).max(1_000_000),
    default: '64',
    about:
      'Free space in megabytes on the disk of DATA_DIR below which nothing is written any longer (507 disk_full) and reading goes on. 0 turns this off.',
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
  BACKUP_PASSPHRASE: {
    schema: z.string().min(16, 'must have at least 16 characters'),
    default: undefined,
    about: 'Encrypts backups, and reads encrypted ones; 16 characters or more. Default: backups are not encrypted.',
  },
  BACKUP_KEY_FILE: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about: 'File with the key that encrypts backups, outside DATA_DIR, instead of BACKUP_PASSPHRASE.',
  },
  MAIL_LIMIT_USER: {
    schema: emails,
    default: '250',
    about: 'Maximum number of emails that one user can have sent in a day: invitations, shared presentations.',
  },
  MAIL_LIMIT_RECIPIENT: {
    schema: emails,
    default: '20',
    about: 'Maximum number of emails that one address can receive in a day from one organization.',
  },
  MAIL_LIMIT_ORGANIZATION: {
    schema: emails,
    default: '2500',
    about: 'Maximum number of emails that an organization can have sent in a day.',
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
  TRANSCRIBER_URL: {
    schema: serviceUrl,
    default: undefined,
    about:
      'Base address of a server that transcribes recordings by the protocol of OpenAI, such as http://localhost:8000/v1. Default: recordings wait for a transcript.',
  },
  TRANSCRIBER_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'Key for the transcriber, if it wants one.',
  },
  TRANSCRIBER_MODEL: {
    schema: z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: 'whisper-1',
    about: 'Which model of the transcriber.',
  },
  TRANSCRIBER_MAX_MB: {
    schema: z.coerce.number<string>().int().min(1).max(2_048),
    default: '25',
    about: 'Largest file the transcriber takes, in MiB. With ffmpeg on this machine larger ones are made smaller.',
  },
  TRANSCRIBER_TIMEOUT: {
    schema: z.coerce.number<string>().int().min(1).max(14_400),
    default: '3600',
    about: 'Longest time for one recording, in seconds.',
  },
  TRANSCRIBER_FOLDER: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about: 'Folder of a Whisper model in ONNX, as transformers.js has it, to transcribe on this machine instead.',
  },
  METRICS_TOKEN: {
    schema: serviceKey.min(16, 'must have at least 16 characters'),
    default: undefined,
    about: 'Bearer token for /metrics; 16 characters or more. Default: only programs on this machine read them.',
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
      'Private addresses or networks, such as 10.0.0.0/8, that may be asked, over plain http too, although a stranger names them. Default: none.',
  },
  ...limitSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: serviceUrl,
    default: undefined,
    about:
      'Base address of an OpenTelemetry collector that takes spans by OTLP over HTTP, such as http://localhost:4318.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headerPairs,
    default: undefined,
    about: 'Headers for the collector, as name=value,name=value; values percent-encoded.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'What is written to the log: debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>
