/** Settings: environment name, validation rule, default and description. `.env.example` is generated from this list. */
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { parseLanes } from './job-lanes.ts'
import { Secret } from './secret.ts'
import { limitSettings } from './settings-limits.ts'

export const optionalText = z.string().trim().min(1).optional()

/** `parley@example.com` or `Parley <parley@example.com>`. Without control characters, which could add headers. */
const MAIL_FROM = /^(?:[^<>\p{Cc}]+ <[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+>|[^\s<>@,\p{Cc}]+@[^\s<>@,\p{Cc}]+)$/u

/** Base URL of a service. Credentials have separate settings, and the URL has no query or fragment. */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  }, 'must have no user, password, query or fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** Characters that HTTP headers allow. */
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

const jobLanes = z.string().transform((text, issues) => {
  const places = parseLanes(text)
  if (places !== undefined) return places
  issues.addIssue({ code: 'custom', message: 'must be lanes such as inside=8,outside,long=1, comma separated' })
  return z.NEVER
})

/** The driver rejects other addresses with a message that doesn't name the setting. */
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(
    // The driver accepts addresses without a host, which mean a socket.
    (text) => URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/')),
    'must be an address such as postgres://user:password@host:5432/database, with a port up to 65535 and percent-encoded special characters in user and password, such as %2F for /',
  )

const REPLICAS_MAX = 16

/** Addresses of read replicas. A comma in a password must be percent-encoded. */
const replicaUrls = z.string().transform((text, issues) => {
  const urls = text.split(',').map((one) => one.trim())
  const isUrl = (one: string) => /^postgres(ql)?:$/.test(URL.parse(one)?.protocol ?? '') && URL.parse(one)?.host !== ''
  if (urls.length <= REPLICAS_MAX && urls.every(isUrl) && new Set(urls).size === urls.length) return urls
  issues.addIssue({
    code: 'custom',
    message: `must be 1 to ${REPLICAS_MAX} different addresses that begin with postgres://, comma separated`,
  })
  return z.NEVER
})

/** Absolute paths. */
const folders = z.string().transform((text, issues) => {
  const paths = text.split(',').map((one) => one.trim())
  if (paths.every((path) => isAbsolute(path))) return paths
  issues.addIssue({ code: 'custom', message: 'must be absolute paths such as /srv/recordings, comma separated' })
  return z.NEVER
})

const notThere = (): never => {
  throw new Error('Not there.')
}

/** Format of the OpenTelemetry specification: W3C Baggage without properties. */
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

/** Default sender of email that is stored instead of sent. */
export const NOBODY = 'Parley <parley@parley.invalid>'

export const settings = {
  PORT: {
    schema: z.coerce.number<string>().int().min(0).max(65_535),
    default: '8080',
    about: 'Port of the HTTP server. 0 selects a free port.',
  },
  WORKER_PORT: {
    schema: z.coerce.number<string>().int().min(0).max(65_535),
    default: '0',
    about: 'Port of `parley worker` for /healthz, /readyz and /metrics. 0 selects a free port.',
  },
  JOB_LANES: {
    schema: jobLanes,
    default: undefined,
    about:
      'Lanes of the job queue in which this process runs jobs, with places: inside=4,outside=16,long=2, which is the default. Omitted lanes run in other processes (docs/queue.md).',
  },
  HOST: {
    schema: z.string().min(1),
    default: '127.0.0.1',
    about: 'Address to listen on. The default accepts connections from this machine only.',
  },
  PUBLIC_URL: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    default: undefined,
    about: 'URL at which people and programs reach the service. Defaults to http://localhost:PORT.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    default: './data',
    about: 'Folder of the embedded database, the secret and all files. Only its owner can read it.',
  },
  DISK_RESERVE_MB: {
    schema: z.coerce.number<string>().int().min(0).max(1_000_000),
    default: '64',
    about:
      'Minimum free space on the disk of DATA_DIR, in MB. Below it, writes fail with 507 disk_full and reads continue. 0 disables the check.',
  },
  DATABASE_URL: {
    schema: databaseUrl,
    default: undefined,
    about: 'Address of a PostgreSQL server, version 15 or later, to use instead of the embedded database.',
  },
  DATABASE_POOL: {
    schema: z.coerce.number<string>().int().min(1).max(500),
    default: '20',
    about: 'Maximum number of connections of this process to the database, and to each replica in DATABASE_READ_URL.',
  },
  DATABASE_READ_URL: {
    schema: replicaUrls,
    default: undefined,
    about:
      'Addresses of streaming replicas of DATABASE_URL for lists, searches and other reads, comma separated. Set it for all servers, workers and commands.',
  },
  DATABASE_READ_LAG_MAX: {
    schema: z.coerce.number<string>().int().min(1).max(3_600),
    default: '30',
    about: 'Maximum seconds by which a replica in use may be behind. Parley leaves out slower replicas.',
  },
  SECRET: {
    schema: z.string().min(32, 'must have at least 32 characters'),
    default: undefined,
    about: 'Key that signs API keys, 32 characters or more. Defaults to a generated key in DATA_DIR/secret.',
  },
  SMTP_URL: {
    schema: z.string().regex(/^smtps?:\/\/[^/\s]+/, 'must begin with smtp:// or smtps://'),
    default: undefined,
    about:
      'Email server, as smtp://user:password@host:587 or smtps://…:465. By default, email is written to files in DATA_DIR/mail.',
  },
  MAIL_FROM: {
    schema: z.string().regex(MAIL_FROM, 'must be an address, or a name and an address in angle brackets'),
    default: undefined,
    about: 'Sender of email, as parley@example.com or Parley <parley@example.com>. Required with SMTP_URL.',
  },
  BACKUP_PASSPHRASE: {
    schema: z.string().min(16, 'must have at least 16 characters'),
    default: undefined,
    about:
      'Passphrase that encrypts and decrypts backups, 16 characters or more. By default, backups are not encrypted.',
  },
  BACKUP_KEY_FILE: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about:
      'File with the key that encrypts and decrypts backups, instead of BACKUP_PASSPHRASE. It must be outside DATA_DIR.',
  },
  MAIL_LIMIT_USER: {
    schema: emails,
    default: '250',
    about: 'Maximum number of emails per day that one user can cause, such as invitations and shared presentations.',
  },
  MAIL_LIMIT_RECIPIENT: {
    schema: emails,
    default: '20',
    about: 'Maximum number of emails per day that one address can receive from one organization.',
  },
  MAIL_LIMIT_ORGANIZATION: {
    schema: emails,
    default: '2500',
    about: 'Maximum number of emails per day that one organization can cause.',
  },
  FILES_URL: {
    schema: z.string().regex(/^s3:\/\/[^/\s]+/, 'must begin with s3://'),
    default: undefined,
    about:
      'File store, as s3://bucket/prefix?endpoint=https://…&region=…, with credentials as user:password or in AWS_*. Defaults to DATA_DIR/files.',
  },
  MODEL_PROVIDER: {
    schema: z.enum(['none', 'openai', 'anthropic']),
    default: 'none',
    about: 'Language model: none, openai (any server with the protocol of OpenAI, local or remote) or anthropic.',
  },
  MODEL_URL: {
    schema: serviceUrl,
    default: undefined,
    about: 'Base URL of the language model, such as http://localhost:11434/v1. Required with openai.',
  },
  MODEL_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'API key of the language model. Required with anthropic, and by most remote servers.',
  },
  MODEL_NAME: {
    schema: z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: undefined,
    about: 'Name of the language model at its provider. Required unless MODEL_PROVIDER is none.',
  },
  MODEL_CONTEXT: {
    schema: z.coerce.number<string>().int().min(2_000).max(100_000_000),
    default: '32000',
    about: 'Context length of the language model in tokens, output included.',
  },
  MODEL_CONCURRENCY: {
    schema: z.coerce.number<string>().int().min(1).max(1_000),
    default: '4',
    about: 'Maximum number of simultaneous language model calls of this process. Further calls wait.',
  },
  MODEL_TIMEOUT: {
    schema: z.coerce.number<string>().int().min(1).max(290),
    default: '120',
    about: 'Maximum duration of one language model call, in seconds, 1 to 290.',
  },
  MODEL_PRICE_INPUT: {
    schema: price,
    default: undefined,
    about: 'Price of a million input tokens in US dollars, for the usage report. By default, the price is unknown.',
  },
  MODEL_PRICE_OUTPUT: {
    schema: price,
    default: undefined,
    about: 'Price of a million output tokens in US dollars. Required with MODEL_PRICE_INPUT.',
  },
  EMBEDDING_PROVIDER: {
    schema: z.enum(['local', 'openai', 'folder', 'none']),
    default: 'local',
    about:
      'Model for search by meaning: local (included, English), openai (any server with the protocol of OpenAI), folder (an ONNX model on this machine, requires npx parley models add) or none.',
  },
  EMBEDDING_URL: {
    schema: serviceUrl,
    default: undefined,
    about: 'Base URL of the embedding server, such as http://localhost:8080/v1. Required with openai.',
  },
  EMBEDDING_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'API key of the embedding server, if it requires one.',
  },
  EMBEDDING_MODEL: {
    schema: z
      .string()
      .max(500)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: undefined,
    about: 'Embedding model: its name with openai, its folder with folder. Required with both.',
  },
  TRANSCRIBER_URL: {
    schema: serviceUrl,
    default: undefined,
    about:
      'Base URL of a transcription server with the protocol of OpenAI, such as http://localhost:8000/v1. By default, recordings wait for a transcript.',
  },
  TRANSCRIBER_API_KEY: {
    schema: serviceKey,
    default: undefined,
    about: 'API key of the transcription server, if it requires one.',
  },
  TRANSCRIBER_MODEL: {
    schema: z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'must be one line'),
    default: 'whisper-1',
    about: 'Name of the transcription model.',
  },
  TRANSCRIBER_MAX_MB: {
    schema: z.coerce.number<string>().int().min(1).max(2_048),
    default: '25',
    about:
      'Maximum size of a file that the transcription server accepts, in MiB. If ffmpeg is installed, Parley compresses or splits larger files.',
  },
  TRANSCRIBER_TIMEOUT: {
    schema: z.coerce.number<string>().int().min(1).max(14_400),
    default: '3600',
    about: 'Maximum duration of the transcription of one recording, in seconds.',
  },
  TRANSCRIBER_FOLDER: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about:
      'Folder of a speech model in ONNX format, to transcribe on this machine instead of a server: a model for sherpa-onnx, or a Whisper model for transformers.js. Requires npx parley models add.',
  },
  TRANSCRIBER_SPEAKERS_FOLDER: {
    schema: z.string().min(1).max(4_096),
    default: undefined,
    about:
      'Folder of the two models that detect speakers on this machine, segmentation and embedding, exported for sherpa-onnx. Requires npx parley models add.',
  },
  METRICS_TOKEN: {
    schema: serviceKey.min(16, 'must have at least 16 characters'),
    default: undefined,
    about:
      'Bearer token for /metrics, 16 characters or more. By default, only programs on this machine can read metrics.',
  },
  TRUSTED_PROXIES: {
    schema: networks,
    default: undefined,
    about:
      'Addresses or networks of proxies whose X-Forwarded-For header is trusted. Without it, all clients behind a proxy share one address in rate limits and the audit log.',
  },
  ALLOWED_PRIVATE_TARGETS: {
    schema: networks,
    default: undefined,
    about:
      'Private addresses or networks, such as 10.0.0.0/8, to which Parley may send requests that users configure, over http too. Defaults to none.',
  },
  SOURCE_FOLDERS: {
    schema: folders,
    default: undefined,
    about:
      'Folders, comma separated, in which admins may watch for recordings. {organization} is replaced by the ID of the organization. Defaults to none.',
  },
  ...limitSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: serviceUrl,
    default: undefined,
    about: 'Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as http://localhost:4318.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headerPairs,
    default: undefined,
    about: 'Headers for the collector, as name=value,name=value, with percent-encoded values.',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    about: 'Log level: debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string | undefined; about: string }>
