/** Composition root: opens the adapters and passes ports to the features. Tests use it too. */
import { type Accounts, createAccounts } from './app-accounts.ts'
import { openAdapters } from './app-adapters.ts'
import { type AppAddress, createAppAddress } from './app-address.ts'
import { createBackgroundWork } from './app-background.ts'
import { createContexts } from './app-contexts.ts'
import { openFiles, openMail } from './app-files.ts'
import { createAppHealth } from './app-health.ts'
import { openAppLimits } from './app-limits.ts'
import { type AppSharing, createAppSharing } from './app-sharing.ts'
import { jobs as knownJobs, tools } from './catalog.ts'
import type { RequestSource } from './core/audit.ts'
import type { Clock } from './core/clock.ts'
import type { Config, Secret, TransferSettings } from './core/config.ts'
import type { Embedding } from './core/embedding.ts'
import type { Files } from './core/files.ts'
import type { Health } from './core/health.ts'
import type { IdempotencyStore } from './core/idempotency-store.ts'
import type { Installation } from './core/installation.ts'
import type { JobRunner } from './core/jobs.ts'
import type { Limiter } from './core/limiter.ts'
import type { Log } from './core/log.ts'
import type { Mail } from './core/mail.ts'
import type { ModelConnections } from './core/model-connection.ts'
import type { Context, SharedPorts } from './core/operation.ts'
import { cachedLimits } from './core/organization-limits.ts'
import type { OrganizationId, Principal } from './core/principal.ts'
import type { ConnectPublic } from './core/public-connection.ts'
import type { PublicFetch } from './core/public-fetch.ts'
import type { RequestLimits } from './core/request-limits.ts'
import { createSealer } from './core/sealed.ts'
import type { Metrics } from './core/signals.ts'
import type { Transcriber } from './core/transcriber.ts'
import { createTurns, type Turns } from './core/turns.ts'
import { version } from './core/version.ts'
import { type AuthenticateOAuth, createOAuthAuthenticator } from './features/accounts/oauth/index.ts'
import { visibleTo } from './features/conversations/records/index.ts'
import { createIdempotencyStore } from './features/platform/idempotency/index.ts'
import { createReceiver, type DeliveryReceiver } from './features/sources/source-deliveries/index.ts'
import { createToolBox } from './inbound/mcp/internal-tools.ts'
import { toResourceUrl } from './inbound/oauth/discovery.ts'
import { createInstallation } from './outbound/database/installation.ts'
import { openEmbedding } from './outbound/embeddings/embedding.ts'
import type { FilesHome } from './outbound/files/home.ts'
import { openJobs } from './outbound/jobs/database.ts'
import { openModelConnections } from './outbound/language-model/connections.ts'
import { openAttempts } from './outbound/rate-limits/attempts-database.ts'
import { openMemoryLimits } from './outbound/rate-limits/memory.ts'
import { countedMail } from './outbound/tracing/counted.ts'
import { createMetrics } from './outbound/tracing/metrics.ts'
import { openTranscriber } from './outbound/transcription/transcriber.ts'
import { openServices, type Services } from './services.ts'

export interface App extends Services, Accounts, AppSharing, Omit<AppAddress, 'forgetAddress'> {
  readonly idempotencyStore: IdempotencyStore
  readonly trustedProxies: readonly string[]
  readonly metricsToken: Secret | undefined
  /** Limits of connections and of request bodies during transfer. */
  readonly transfer: TransferSettings
  /** Rate limits of all transports except the tool server. */
  readonly requestLimits: RequestLimits
  readonly turns: Turns
  /** Runs jobs after `start`. Adding jobs doesn't need the runner. */
  readonly runner: JobRunner
  /** @param source origin of an external request */
  contextFor(principal: Principal, source?: RequestSource): Context
  /** Principal of the command line: has the admin role in the organization, and owns nothing. */
  operator(organizationId: OrganizationId): Principal
  /** Receives requests at the addresses of call sources. */
  readonly deliveries: DeliveryReceiver
  /** Authenticates callers of the tool server by access token. */
  readonly authenticateOAuth: AuthenticateOAuth
  readonly limiter: Limiter
  /** Metrics of the service. */
  readonly metrics: Metrics
  /** Components of the installation and state of its work. */
  readonly installation: Installation
  readonly modelConnections: ModelConnections
  readonly health: Health
  /** Whether the files are in the folder of this process. Undefined for an object store. */
  filesHome(): Promise<FilesHome | undefined>
}

/** Adapters that replace the ones of the settings. */
export interface AppPorts {
  readonly clock?: Clock
  readonly files?: Files
  readonly mail?: Mail
  readonly embedding?: Embedding
  readonly fetchPublic?: PublicFetch
  readonly connectPublic?: ConnectPublic
  readonly transcriber?: Transcriber
  /** Returns services that the caller has started to open with this configuration. The app closes them. */
  readonly openServices?: () => ReturnType<typeof openServices>
}

/** Opens and migrates the database. If a part can't be opened, the parts before it are closed. @throws Error if one fails */
export async function openApp(config: Config, log: Log, ports: AppPorts = {}): Promise<App> {
  const opened = new AsyncDisposableStack()
  try {
    return await compose(config, log, ports, await openBase(config, log, ports, opened), opened)
  } catch (error) {
    await opened
      .disposeAsync()
      .catch((fault: Error) => log.warn({ error: fault.message }, "couldn't close all parts of the app"))
    throw error
  }
}

/** Services and models from which the app is composed. */
interface Base {
  readonly embedding: Embedding
  readonly transcriber: Transcriber | undefined
  readonly services: Awaited<ReturnType<typeof openServices>>
}

/** @param opened gets a function that closes each part, in the order of opening */
async function openBase(config: Config, log: Log, ports: AppPorts, opened: AsyncDisposableStack): Promise<Base> {
  // Loaded only if configured, because loading the SDK takes time.
  const tracing =
    config.tracing && (await import('./outbound/tracing/tracing.ts')).openTracing(config.tracing, version, log)
  opened.defer(() => tracing?.close())
  const embedding = ports.embedding ?? (await openEmbedding(config.embedding, log))
  opened.defer(() => embedding.close())
  const transcriber = ports.transcriber ?? (await openTranscriber(config.transcriber, log))
  opened.defer(() => transcriber?.close())
  const open = ports.openServices ?? (() => openServices(config, log, ports.clock))
  const services = await open()
  opened.defer(() => services.close())
  return { embedding, transcriber, services }
}

/** @param opened gets a function that closes each part, in the order of opening. The app closes all of them. */
async function compose(
  config: Config,
  log: Log,
  ports: AppPorts,
  { embedding, transcriber, services }: Base,
  opened: AsyncDisposableStack,
): Promise<App> {
  const { secret, tokens, clock, heartbeats } = services
  const { owner, pool, replicas } = services.store
  const { files, filesState, filesHome } = await openFiles(config, services, ports.files)
  const { forgetAddress, ...address } = createAppAddress(config, services.publicUrl())
  opened.defer(forgetAddress)
  const { publicUrl } = address
  const queue = await openJobs(owner, knownJobs, clock, log)
  opened.defer(() => queue.close())
  const store = queue.watched(services.store)
  const metrics = createMetrics({
    ...{ owner, pool, dataDir: config.dataDir, queues: queue.names },
    replicas: replicas && (() => replicas.report()),
  })
  const mail = countedMail(ports.mail ?? openMail(config), metrics, log)
  const { adapters, closeAdapters } = openAdapters(config, { files, clock, log }, ports)
  opened.defer(closeAdapters)
  const { fetchPublic } = adapters
  const sealer = createSealer(secret)
  const models = await openModelConnections({
    ...{ owner, config, sealer, fetchPublic, clock, log, heartbeats, signals: metrics },
  })
  opened.defer(() => models.close())
  const installation = createInstallation({
    ...{ owner, config, version, publicUrl, queues: queue.names, embeddingModel: embedding.model },
    model: () => models.settings(),
  })
  const getLimits = cachedLimits(owner, config.limits.defaults)
  const shared: SharedPorts = {
    ...adapters,
    ...{ clock, log, tokens, publicUrl, files, mail, embedding, transcriber, sealer, installation, getLimits },
    ...{ signals: metrics, jobs: queue.jobs, modelConnections: models },
    ...{ mailLimits: config.mailLimits, sourceFolders: config.sourceFolders },
    // Uses `contextFor` lazily, because the context contains these tools.
    internalTools: createToolBox({ tools, contextFor: (principal, source) => contextFor(principal, source) }),
  }
  const { contextFor, withoutCaller } = createContexts({ shared, store, embedding, models })
  const attempts = openAttempts(owner, clock)
  const accounts = createAccounts({
    ...{ store, clock, log, mail, attempts, sealer, fetchPublic, publicUrl, secret },
    registrationsMax: config.limits.registrations,
  })
  const limits = openAppLimits(config, owner, { clock, log, metrics, getLimits })
  const { requestLimits, limiter, areLimitsReachable, closeLimits } = limits
  opened.defer(closeLimits)
  const sharing = createAppSharing({
    ...{ store, contextFor: withoutCaller, attempts, localCounts: openMemoryLimits(), clock, log, heartbeats },
  })
  const runner = createBackgroundWork({
    ...{ services, queue, store, metrics, config, contextFor: withoutCaller },
    ...{ model: embedding.model, transcribes: transcriber !== undefined, linkViews: sharing.linkViews },
  })
  opened.defer(() => runner.stop())
  opened.defer(() => accounts.signIn.settled())
  opened.defer(() => sharing.linkViews.close())
  return {
    ...{ store, tokens, clock, log, heartbeats, filesHome, disk: services.disk },
    ...{ ownsDatabase: services.ownsDatabase, isDatabaseAlive: services.isDatabaseAlive },
    announceStop: services.announceStop,
    ...{ trustedProxies: config.trustedProxies, transfer: config.transfer, metricsToken: config.metricsToken },
    ...{ runner, contextFor, requestLimits, limiter, metrics, installation, modelConnections: models },
    ...accounts,
    ...address,
    ...sharing,
    health: createAppHealth(services, { filesState, areLimitsReachable }),
    idempotencyStore: createIdempotencyStore(secret, visibleTo),
    turns: createTurns(config.limits.concurrent),
    deliveries: createReceiver(withoutCaller),
    authenticateOAuth: createOAuthAuthenticator({ store, clock, log, resource: () => toResourceUrl(publicUrl()) }),
    operator: (organizationId) => ({ organizationId, role: 'ADMIN', scopes: ['read', 'write'], via: 'command_line' }),
    close: () => opened.disposeAsync(),
  }
}
