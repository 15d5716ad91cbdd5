/** Components of an installation: state, configuration, consequences and settings. */
import type { Config } from './config.ts'
import type { InstallationPart, PartState } from './installation.ts'
import type { Limits } from './limits.ts'
import { limitSettings } from './settings-limits.ts'

/** Facts that aren't in the settings. */
export interface PartFacts {
  readonly publicUrl: string
  /** Number of identity providers. */
  readonly signInProviders: number
}

export function describeInstallation(config: Config, facts: PartFacts): readonly InstallationPart[] {
  return [
    publicAddress(config, facts),
    secret(config),
    database(config),
    files(config),
    mail(config),
    model(config),
    embedding(config),
    transcriber(config),
    signIn(config, facts),
    limits(config),
    proxies(config),
    privateTargets(config),
    tracing(config),
  ]
}

type PartSummary = readonly [state: PartState, is: string, means: string]

const part = (
  id: string,
  title: string,
  settings: readonly string[],
  [state, is, means]: PartSummary,
): InstallationPart => ({
  ...{ id, title, state, is, means, settings },
})

function publicAddress({ publicUrl }: Config, facts: PartFacts): InstallationPart {
  const describePart = (told: PartSummary) => part('public_address', 'Public URL', ['PUBLIC_URL'], told)
  const is = `Browsers and programs use ${facts.publicUrl}.`
  if (publicUrl === undefined) {
    const means =
      'Suitable for tests on this computer. Cloud assistants, links in emails and single sign-on require an HTTPS URL.'
    return describePart(['built_in', is, means])
  }
  if (!publicUrl.startsWith('https:')) {
    return describePart([
      'set',
      is,
      'The URL is not HTTPS, so cookies and API keys are sent unencrypted, and cloud assistants reject it.',
    ])
  }
  return describePart(['set', is, 'Links in emails, share links and assistants use this URL.'])
}

const secret = (config: Config): InstallationPart =>
  part(
    'secret',
    'Secret',
    ['SECRET'],
    config.secret === undefined
      ? [
          'built_in',
          'Parley created it at the first start and stores it in the data folder.',
          'API keys, sessions and encrypted credentials depend on the secret. Keep it with your backups. Processes on several servers require the same secret.',
        ]
      : [
          'set',
          'Set in the environment.',
          'API keys, sessions and encrypted credentials depend on the secret. Without it, you have to create them again.',
        ],
  )

const database = (config: Config): InstallationPart =>
  part(
    'database',
    'Database',
    ['DATABASE_URL', 'DATABASE_POOL'],
    config.databaseUrl === undefined
      ? [
          'built_in',
          'Embedded database in the data folder.',
          'It supports one process. Use a PostgreSQL server for many users, several workers or your own backup tools.',
        ]
      : [
          'set',
          `PostgreSQL server with up to ${config.databasePool} connections.`,
          'Back it up with PostgreSQL tools.',
        ],
  )

const files = (config: Config): InstallationPart =>
  part(
    'files',
    'Files',
    ['FILES_URL'],
    config.filesUrl === undefined
      ? [
          'built_in',
          'Stored in the data folder.',
          'The data folder contains recordings and presentations. `parley backup` includes them.',
        ]
      : ['set', 'Stored in an S3 bucket.', 'The bucket contains recordings and presentations. Back it up separately.'],
  )

const mail = (config: Config): InstallationPart =>
  part(
    'mail',
    'Email',
    ['SMTP_URL', 'MAIL_FROM'],
    config.smtpUrl === undefined
      ? [
          'built_in',
          'Parley stores emails as files in the data folder and sends none.',
          'Configure a mail server to send invitations, sign-in links and shared presentations.',
        ]
      : [
          'set',
          `A mail server sends emails from ${config.mailFrom}.`,
          'Parley sends invitations, sign-in links and shared presentations.',
        ],
  )

function model({ model, isModelInEnvironment }: Config): InstallationPart {
  const describePart = (told: PartSummary) =>
    part('language_model', 'Language model', ['MODEL_PROVIDER', 'MODEL_URL', 'MODEL_NAME', 'MODEL_API_KEY'], told)
  if (model === undefined) {
    return describePart([
      'off',
      'None.',
      `Summaries, answers, field values and presentations consist of quotes. Many scorecard questions, expert insights and the super agent require a model, which can run on your own server. ${isModelInEnvironment ? 'MODEL_PROVIDER=none disables models.' : 'Connect one in the app or with `parley model connect`.'}`,
    ])
  }
  const priced = model.prices === undefined ? 'Set MODEL_PRICE_INPUT to see the cost in the usage report.' : ''
  const where = isModelInEnvironment ? '' : 'Connected without settings.'
  return describePart([
    'set',
    `${model.name} with the ${model.provider === 'openai' ? 'OpenAI' : 'Anthropic'} API, ${model.contextTokens} tokens of context. ${where}`.trim(),
    `Parley sends transcripts to the model, redacted according to the redaction settings. ${priced}`.trim(),
  ])
}

function embedding({ embedding }: Config): InstallationPart {
  const describePart = (told: PartSummary) =>
    part('embedding', 'Semantic search', ['EMBEDDING_PROVIDER', 'EMBEDDING_URL', 'EMBEDDING_MODEL'], told)
  switch (embedding.provider) {
    case 'none':
      return describePart(['off', 'None.', 'Search finds only words, not similar meanings.'])
    case 'local':
      return describePart([
        'built_in',
        'Model included in Parley.',
        'It supports English. Search in other languages finds only words.',
      ])
    case 'folder':
      return describePart(['set', 'Model in a folder on this server.', 'No data leaves the server.'])
    case 'openai':
      return describePart([
        'set',
        `${embedding.model} on another server.`,
        'Parley sends transcript texts to that server.',
      ])
  }
}

function transcriber({ transcriber }: Config): InstallationPart {
  const describePart = (told: PartSummary) =>
    part(
      'transcriber',
      'Transcription',
      ['TRANSCRIBER_URL', 'TRANSCRIBER_MODEL', 'TRANSCRIBER_FOLDER', 'TRANSCRIBER_SPEAKERS_FOLDER'],
      told,
    )
  if (transcriber === undefined) {
    return describePart([
      'off',
      'None.',
      'You can import transcripts. Recordings without a transcript can be played, but not analyzed.',
    ])
  }
  if (transcriber.provider === 'folder') {
    return describePart([
      'set',
      'Speech model in a folder on this server.',
      'Parley transcribes recordings on this server.',
    ])
  }
  return describePart(['set', `${transcriber.model} on another server.`, 'Parley sends recordings to that server.'])
}

function signIn(config: Config, { signInProviders }: PartFacts): InstallationPart {
  const single =
    signInProviders === 0
      ? ''
      : signInProviders === 1
        ? ' Single sign-on with 1 identity provider.'
        : ` Single sign-on with ${signInProviders} identity providers.`
  const ways =
    config.smtpUrl === undefined
      ? 'Passwords, and sign-in links from the command line.'
      : 'Passwords, and links in emails.'
  const means =
    signInProviders > 0
      ? 'Admins can require an identity provider for its email domains.'
      : 'Admins can add identity providers (OpenID Connect) in the app, under Sign-in.'
  return part('sign_in', 'Sign-in', [], [signInProviders > 0 ? 'set' : 'built_in', `${ways}${single}`, means])
}

function limits({ limits: { store, defaults } }: Config): InstallationPart {
  const { tools, user } = defaults
  const formatLimits = ({ second, hour, day }: Limits) =>
    [second, hour, day].map((count) => count.toLocaleString('en')).join(' / ')
  const where =
    store === 'memory'
      ? 'Counted in this process.'
      : store === 'database'
        ? 'Counted in the database.'
        : 'Counted in Redis.'
  return part(
    'limits',
    'Rate limits',
    Object.keys(limitSettings).filter((name) => name.startsWith('LIMIT')) as (keyof typeof limitSettings)[],
    [
      store === 'memory' ? 'built_in' : 'set',
      `${where} Requests per second / hour / day: ${formatLimits(tools)} for MCP, ${formatLimits(user)} per user for REST and the web app.`,
      store === 'memory'
        ? 'Suitable for one process. Several processes count separately, so they allow more requests.'
        : 'All processes share the counts.',
    ],
  )
}

const proxies = ({ trustedProxies }: Config): InstallationPart =>
  part(
    'proxies',
    'Proxies',
    ['TRUSTED_PROXIES'],
    trustedProxies.length === 0
      ? [
          'built_in',
          'No trusted proxies.',
          'Behind a proxy, the audit log and the sign-in limits use the address of the proxy instead of the client.',
        ]
      : [
          'set',
          `Parley trusts the forwarded client address of ${formatCount(trustedProxies.length)}.`,
          'The audit log contains the address of the client.',
        ],
  )

const privateTargets = ({ allowedPrivateTargets }: Config): InstallationPart =>
  part(
    'private_targets',
    'Private targets',
    ['ALLOWED_PRIVATE_TARGETS'],
    allowedPrivateTargets.length === 0
      ? [
          'built_in',
          'None.',
          'Parley connects to webhooks, CRMs, recordings and identity providers only at public addresses.',
        ]
      : [
          'set',
          `${allowedPrivateTargets.length} allowed.`,
          'Webhooks, CRMs, recordings and identity providers can be in these networks, also without TLS.',
        ],
  )

const tracing = ({ tracing }: Config): InstallationPart =>
  part(
    'tracing',
    'Tracing',
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'],
    tracing === undefined
      ? ['off', 'Parley sends no spans.', 'The log and /metrics are still available.']
      : ['set', 'Parley sends spans to an OpenTelemetry collector.', 'Requests, jobs and model calls are spans.'],
  )

const formatCount = (addresses: number) =>
  addresses === 1 ? '1 address or network' : `${addresses} addresses or networks`
