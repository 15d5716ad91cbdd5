/** The parts of an installation as its settings have them: what is there, what follows, what it is set by. */
import type { Config } from './config.ts'
import type { Part, PartState } from './installation.ts'
import type { Limits } from './limits.ts'
import { limitSettings } from './settings-limits.ts'

/** What settings alone do not tell. */
export interface PartFacts {
  readonly publicUrl: string
  /** Providers that people sign in by. */
  readonly signInProviders: number
}

export function partsOf(config: Config, facts: PartFacts): readonly Part[] {
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

type Told = readonly [state: PartState, is: string, means: string]

const part = (id: string, title: string, settings: readonly string[], [state, is, means]: Told): Part => ({
  ...{ id, title, state, is, means, settings },
})

function publicAddress({ publicUrl }: Config, facts: PartFacts): Part {
  const of = (told: Told) => part('public_address', 'Public address', ['PUBLIC_URL'], told)
  const is = `People and programs come to ${facts.publicUrl}.`
  if (publicUrl === undefined) {
    const means =
      'Good for trying it on this machine. Assistants in the cloud, links in mail and single sign-on need an https address.'
    return of(['built_in', is, means])
  }
  if (!publicUrl.startsWith('https:')) {
    return of([
      'set',
      is,
      'It is not https: cookies and keys travel in the open, and assistants in the cloud refuse it.',
    ])
  }
  return of(['set', is, 'Links in mail, share links and assistants use it.'])
}

const secret = (config: Config): Part =>
  part(
    'secret',
    'Secret',
    ['SECRET'],
    config.secret === undefined
      ? [
          'built_in',
          'It was made at the first start, and lies in the data folder.',
          'Keys, sessions and sealed credentials rest on it: keep it with the backups. Several processes on several machines need the same one.',
        ]
      : [
          'set',
          'It comes from the environment.',
          'Keys, sessions and sealed credentials rest on it: whoever loses it issues them anew.',
        ],
  )

const database = (config: Config): Part =>
  part(
    'database',
    'Database',
    ['DATABASE_URL', 'DATABASE_POOL'],
    config.databaseUrl === undefined
      ? [
          'built_in',
          'The embedded one, in the data folder.',
          'One process serves it. For many people at once, more workers or backups of your own, use a PostgreSQL server.',
        ]
      : [
          'set',
          `A PostgreSQL server, with up to ${config.databasePool} connections.`,
          'Back it up with the tools of PostgreSQL.',
        ],
  )

const files = (config: Config): Part =>
  part(
    'files',
    'Files',
    ['FILES_URL'],
    config.filesUrl === undefined
      ? [
          'built_in',
          'They lie in the data folder.',
          'Recordings and decks are kept there; “parley backup” takes them along.',
        ]
      : ['set', 'They are kept in an S3 store.', 'Recordings and decks are kept there, and are backed up there.'],
  )

const mail = (config: Config): Part =>
  part(
    'mail',
    'Mail',
    ['SMTP_URL', 'MAIL_FROM'],
    config.smtpUrl === undefined
      ? [
          'built_in',
          'Mail becomes files in the data folder; nobody receives it.',
          'Invitations, sign-in links and shared decks reach people once there is a mail server.',
        ]
      : [
          'set',
          `A mail server sends it, from ${config.mailFrom}.`,
          'Invitations, sign-in links and shared decks go out by it.',
        ],
  )

function model({ model }: Config): Part {
  const of = (told: Told) =>
    part('language_model', 'Language model', ['MODEL_PROVIDER', 'MODEL_URL', 'MODEL_NAME', 'MODEL_API_KEY'], told)
  if (model === undefined) {
    return of([
      'off',
      'None.',
      'Summaries, answers, fields and decks are put together from what was said, word for word. Scoring by scorecards, expert insights and the super agent need a model; one on a machine of yours will do.',
    ])
  }
  const priced = model.prices === undefined ? ' Without MODEL_PRICE_INPUT the usage report knows no cost.' : ''
  return of([
    'set',
    `${model.name}, by the protocol of ${model.provider === 'openai' ? 'OpenAI' : 'Anthropic'}, ${model.contextTokens} tokens.`,
    `Transcripts are sent to it, masked where redaction says so.${priced}`,
  ])
}

function embedding({ embedding }: Config): Part {
  const of = (told: Told) =>
    part('embedding', 'Search by meaning', ['EMBEDDING_PROVIDER', 'EMBEDDING_URL', 'EMBEDDING_MODEL'], told)
  switch (embedding.provider) {
    case 'none':
      return of(['off', 'None.', 'Only words are found, not what they mean.'])
    case 'local':
      return of([
        'built_in',
        'The model that comes with Parley.',
        'It knows English; other languages are found by their words.',
      ])
    case 'folder':
      return of(['set', 'A model in a folder of this machine.', 'Nothing leaves the machine for it.'])
    case 'openai':
      return of(['set', `${embedding.model}, asked of a server.`, 'The words of transcripts are sent to that server.'])
  }
}

function transcriber({ transcriber }: Config): Part {
  const of = (told: Told) =>
    part('transcriber', 'Transcriber', ['TRANSCRIBER_URL', 'TRANSCRIBER_MODEL', 'TRANSCRIBER_FOLDER'], told)
  if (transcriber === undefined) {
    return of([
      'off',
      'None.',
      'Transcripts can be imported. Recordings play, and wait for a transcript until there is one.',
    ])
  }
  if (transcriber.provider === 'folder') {
    return of([
      'set',
      'A Whisper model in a folder of this machine.',
      'Recordings are transcribed here, and do not leave it.',
    ])
  }
  return of(['set', `${transcriber.model}, asked of a server.`, 'Recordings are sent to that server.'])
}

function signIn(config: Config, { signInProviders }: PartFacts): Part {
  const single =
    signInProviders === 0
      ? ''
      : `, and single sign-on by ${signInProviders === 1 ? 'one provider' : `${signInProviders} providers`}`
  const links = config.smtpUrl === undefined ? 'links that an operator hands out' : 'links by mail'
  const means =
    signInProviders > 0
      ? 'A provider may be made the only way in for its domains.'
      : 'Single sign-on by OpenID Connect is set up under Administration; nothing in the environment is needed for it.'
  return part(
    'sign_in',
    'Sign-in',
    [],
    [signInProviders > 0 ? 'set' : 'built_in', `By password, by ${links}${single}.`, means],
  )
}

function limits({ limits: { store, defaults } }: Config): Part {
  const { tools, user } = defaults
  const told = ({ second, hour, day }: Limits) =>
    [second, hour, day].map((count) => count.toLocaleString('en')).join(' / ')
  const where = store === 'memory' ? 'in this process' : store === 'database' ? 'in the database' : 'in Redis'
  return part(
    'limits',
    'Rate limits',
    Object.keys(limitSettings).filter((name) => name.startsWith('LIMIT')) as (keyof typeof limitSettings)[],
    [
      store === 'memory' ? 'built_in' : 'set',
      `Counted ${where}. Requests per second / hour / day: ${told(tools)} at the tool server, ${told(user)} per user elsewhere.`,
      store === 'memory'
        ? 'Right for one process. Several processes that count for themselves let more through.'
        : 'All processes count together.',
    ],
  )
}

const proxies = ({ trustedProxies }: Config): Part =>
  part(
    'proxies',
    'Proxies',
    ['TRUSTED_PROXIES'],
    trustedProxies.length === 0
      ? [
          'built_in',
          'None is believed.',
          'Behind a proxy everybody seems to come from its address, in the audit log and where guesses are counted.',
        ]
      : [
          'set',
          `What ${counted(trustedProxies.length)} say of where a request comes from is believed.`,
          'The audit log tells the address of the caller.',
        ],
  )

const privateTargets = ({ allowedPrivateTargets }: Config): Part =>
  part(
    'private_targets',
    'Private targets',
    ['ALLOWED_PRIVATE_TARGETS'],
    allowedPrivateTargets.length === 0
      ? ['built_in', 'None.', 'Webhooks, CRMs, recordings and sign-in providers are asked at public addresses alone.']
      : [
          'set',
          `${allowedPrivateTargets.length} allowed.`,
          'Webhooks, CRMs, recordings and sign-in providers may lie in these networks, over plain http too.',
        ],
  )

const tracing = ({ tracing }: Config): Part =>
  part(
    'tracing',
    'Tracing',
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'],
    tracing === undefined
      ? ['off', 'Spans go nowhere.', 'The log and /metrics tell what happens all the same.']
      : ['set', 'Spans go to an OpenTelemetry collector.', 'Each request, job and question to a model is a span.'],
  )

const counted = (addresses: number) =>
  addresses === 1 ? 'one address or network' : `${addresses} addresses or networks`
