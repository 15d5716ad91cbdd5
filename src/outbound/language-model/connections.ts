/**
 * The language model of this installation: from the environment, or connected by an operator or admin. The connection is
 * stored outside of the tenants' tables. Every process reads it regularly, so that a change needs no restart.
 */
import type { Clock } from '../../core/clock.ts'
import { type Config, type ModelSettings, Secret } from '../../core/config.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import { createLoop, type Heartbeats } from '../../core/heartbeat.ts'
import type { LanguageModel, LanguageModelPort, ModelCall } from '../../core/language-model.ts'
import type { Log } from '../../core/log.ts'
import type {
  ConnectedModel,
  ConnectionOrigin,
  ModelChoice,
  ModelConnections,
  ModelProvider,
  ModelServerKind,
} from '../../core/model-connection.ts'
import type { PublicFetch } from '../../core/public-fetch.ts'
import { INSTALLATION, type Sealer } from '../../core/sealed.ts'
import type { Signals } from '../../core/signals.ts'
import { guardModelFetch, guardServerFetch } from './guarded-fetch.ts'
import { createLanguageModel } from './language-model.ts'
import { findLocalServers, inspectServer, isLocalPort, plainFetch, readLoadedContext } from './servers.ts'

/** Interval in which a process looks for a connection that another process changed. */
const REFRESH_MS = 5_000
/** Milliseconds without a look after which the loop counts as stalled. */
const STALL_MS = 60_000
/** Context length that Parley assumes if neither the server nor MODEL_CONTEXT has one. */
const CONTEXT_DEFAULT = 32_000
/** Maximum time of one call of a trial, so that a trial of two calls ends before browsers give up. */
const TRIAL_SECONDS_MAX = 120
const KEY_PURPOSE = 'language model key'

export interface ConnectionParts {
  readonly owner: OwnerDatabase
  readonly config: Pick<Config, 'model' | 'isModelInEnvironment' | 'modelCalls'>
  readonly heartbeats: Heartbeats
  /** Milliseconds between two looks for a changed connection. */
  readonly refreshMs?: number
  readonly sealer: Sealer
  readonly fetchPublic: PublicFetch
  readonly clock: Clock
  readonly log: Log
  readonly signals: Pick<Signals, 'modelCall'>
}

export interface OpenModelConnections extends ModelConnections {
  /** The connected model for calls, as of the last look. */
  bind(record: (call: ModelCall) => Promise<void>): LanguageModel | undefined
  /** Settings of the connected model, as of the last look. */
  settings(): ModelSettings | undefined
  close(): Promise<void>
}

interface Row {
  readonly revision: string
  readonly provider: ModelProvider
  readonly server: ModelServerKind
  readonly url: string | null
  readonly name: string
  readonly sealed_key: string | null
  readonly context_tokens: number | null
  readonly origin: ConnectionOrigin
  readonly connected_at: Date | string
}

interface Opened {
  readonly row: Row
  /** Undefined if the key can't be decrypted. */
  readonly settings: ModelSettings | undefined
  readonly port: LanguageModelPort | undefined
}

/** Reads the stored connection and continues to look for changes. */
export async function openModelConnections(parts: ConnectionParts): Promise<OpenModelConnections> {
  const { owner, config, sealer, fetchPublic, clock, log, signals, heartbeats, refreshMs = REFRESH_MS } = parts
  const own = config.model === undefined ? undefined : createLanguageModel(config.model, { clock, log, signals })
  let opened: Opened | undefined
  const closing = new Set<Promise<void>>()

  const toSettings = (choice: Omit<ModelChoice, 'server'>): ModelSettings => ({
    ...{ provider: choice.provider, url: choice.url, key: choice.key, name: choice.name },
    contextTokens: config.modelCalls.contextTokens ?? choice.contextTokens ?? CONTEXT_DEFAULT,
    concurrency: config.modelCalls.concurrency,
    timeoutSeconds: config.modelCalls.timeoutSeconds,
    prices: config.modelCalls.prices,
  })

  /** Whether requests to the URL pass the checks of outbound requests. */
  const isGuarded = (url: string | undefined, origin: ConnectionOrigin) =>
    origin === 'app' && url !== undefined && !isLocalPort(url)

  const openPort = (settings: ModelSettings, origin: ConnectionOrigin, logTo = log) =>
    createLanguageModel(settings, {
      ...{ clock, log: logTo, signals },
      ...(isGuarded(settings.url, origin)
        ? { fetch: guardModelFetch(fetchPublic, settings.timeoutSeconds * 1_000) }
        : {}),
    })

  /** Log of trials, whose caller reports failures. */
  const quiet: Log = {
    debug: log.debug.bind(log),
    info: log.debug.bind(log),
    warn: log.debug.bind(log),
    error: log.error.bind(log),
  }

  function open(row: Row): Opened {
    let key: Secret | undefined
    try {
      if (row.sealed_key !== null) key = new Secret(sealer.open(INSTALLATION, KEY_PURPOSE, row.sealed_key))
    } catch {
      // The reason would be about the ciphertext only.
      log.error({ model: row.name }, 'the stored API key of the language model was encrypted with another secret')
      return { row, settings: undefined, port: undefined }
    }
    const { provider, name } = row
    const url = row.url ?? undefined
    const settings = toSettings({ provider, url, key, name, contextTokens: row.context_tokens ?? undefined })
    return { row, settings, port: openPort(settings, row.origin) }
  }

  async function refresh(): Promise<void> {
    const [row] = await owner.query<Row>('select * from installation.language_model')
    if (row?.revision === opened?.row.revision) return
    const before = opened?.port
    opened = row === undefined ? undefined : open(row)
    if (before === undefined) return
    // Calls that are running finish with the model they began with.
    const closed = before.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  let isFailing = false
  const loop = config.isModelInEnvironment
    ? undefined
    : createLoop(heartbeats, {
        ...{ name: 'language model connection', everyMs: refreshMs, stallMs: STALL_MS },
        turn: async () => {
          await refresh()
          isFailing = false
        },
        failed: (error) => {
          if (!isFailing) log.warn({ error: error.message }, 'the connected language model could not be read')
          isFailing = true
        },
      })
  if (loop !== undefined) {
    await refresh()
    loop.start()
  }

  return {
    isFromEnvironment: config.isModelInEnvironment,
    bind: (record) => (own ?? opened?.port)?.of(record),
    settings: () => config.model ?? opened?.settings,
    findLocal: (signal) => findLocalServers(signal),
    inspect: (address, origin, signal) =>
      inspectServer(address, {
        signal,
        ...(isGuarded(address.url, origin) ? { fetch: guardServerFetch(fetchPublic) } : {}),
      }),
    isAllowed: async (url, origin) =>
      url === undefined || !isGuarded(url, origin) || (await fetchPublic.refusalOf(url)) === undefined,
    openTrial(choice, origin) {
      const settings = toSettings(choice)
      const timeoutSeconds = Math.min(settings.timeoutSeconds, TRIAL_SECONDS_MAX)
      const calls: ModelCall[] = []
      const model = openPort({ ...settings, timeoutSeconds, concurrency: 1 }, origin, quiet).of(async (call) => {
        calls.push(call)
      })
      const { server, url, name, key } = choice
      return {
        ...{ model, calls },
        async contextTokens() {
          if (server !== 'ollama' || url === undefined) return choice.contextTokens
          const fetch = isGuarded(url, origin) ? guardServerFetch(fetchPublic) : plainFetch
          return readLoadedContext(url, name, { key, fetch, signal: new AbortController().signal })
        },
      }
    },
    async connected() {
      if (config.model !== undefined) return inEnvironment(config.model)
      if (config.isModelInEnvironment) return undefined
      await refresh()
      return opened === undefined ? undefined : stored(opened, toSettings)
    },
    async connect({ provider, server, url, key, name, contextTokens }, origin) {
      const sealed = key === undefined ? null : sealer.seal(INSTALLATION, KEY_PURPOSE, key.reveal())
      await owner.query(
        `insert into installation.language_model
           (provider, server, url, name, sealed_key, context_tokens, origin, connected_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (only_row) do update set
           revision = gen_random_uuid(), provider = excluded.provider, server = excluded.server, url = excluded.url,
           name = excluded.name, sealed_key = excluded.sealed_key, context_tokens = excluded.context_tokens,
           origin = excluded.origin, connected_at = excluded.connected_at`,
        [provider, server, url ?? null, name, sealed, contextTokens ?? null, origin, clock.now()],
      )
      log.info({ model: name, server, origin }, 'language model connected')
      if (!config.isModelInEnvironment) await refresh()
    },
    async disconnect() {
      const removed = await owner.query('delete from installation.language_model returning 1')
      if (removed.length > 0) log.info({}, 'language model disconnected')
      if (!config.isModelInEnvironment) await refresh()
      return removed.length > 0
    },
    async countOrganizations() {
      const [row] = await owner.query<{ n: number }>('select count(*)::int as n from organizations')
      return row?.n ?? 0
    },
    async close() {
      await loop?.stop()
      await own?.close()
      await opened?.port?.close()
      await Promise.all(closing)
    },
  }
}

const inEnvironment = ({ provider, url, key, name, contextTokens }: ModelSettings): ConnectedModel => ({
  ...{ provider, url, name, contextTokens, hasKey: key !== undefined, origin: 'environment', isUsable: true },
  ...{ server: provider === 'anthropic' ? 'anthropic' : 'other', connectedAt: undefined },
})

const stored = (
  { row, settings }: Opened,
  toSettings: (choice: Omit<ModelChoice, 'server'>) => ModelSettings,
): ConnectedModel => {
  const { provider, server, name, origin } = row
  const contextTokens = row.context_tokens ?? undefined
  return {
    ...{ provider, server, name, origin, url: row.url ?? undefined, hasKey: row.sealed_key !== null },
    contextTokens: toSettings({ provider, name, contextTokens }).contextTokens,
    connectedAt: new Date(row.connected_at),
    isUsable: settings !== undefined,
  }
}
