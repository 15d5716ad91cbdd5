/** Composition root: opens the adapters and passes ports to the features. Tests use it too. */
import { type Accounts, createAccounts } from './app-accounts.ts'
import { createBackgroundWork } from './app-background.ts'
import { createContexts } from './app-contexts.ts'
import { openFiles, openMail } from './app-files.ts'
import { jobs as knownJobs, tools } from './catalog.ts'
import { toNetworkKey } from './core/attempts.ts'
import type { RequestSource } from './core/audit.ts'
import type { Clock } from './core/clock.ts'
import type { Config, Secret, TransferSettings } from './core/config.ts'
import type { Store, StoreReplicas } from './core/db.ts'
import type { Embedding } from './core/embedding.ts'
import type { Files } from './core/files.ts'
import { createHealth, type Dependency, type Health } from './core/health.ts'
import type { IdempotencyStore } from './core/idempotency-store.ts'
import type { Installation } from './core/installation.ts'
import type { JobRunner } from './core/jobs.ts'
import { createLimiter, type Limiter } from './core/limiter.ts'
import type { Log } from './core/log.ts'
import type { Mail } from './core/mail.ts'
import type { ModelConnections } from './core/model-connection.ts'
import type { Context, SharedPorts } from './core/operation.ts'
import { cachedLimits } from './core/organization-limits.ts'
import type { OrganizationId, Principal } from './core/principal.ts'
import type { ConnectPublic } from './core/public-connection.ts'
import type { PublicFetch } from './core/public-fetch.ts'
import { summarizeReplicas } from './core/replicas.ts'
import { createRequestLimits, type RequestLimits } from './core/request-limits.ts'
import { createSealer } from './core/sealed.ts'
import type { Metrics } from './core/signals.ts'
import type { Transcriber } from './core/transcriber.ts'
import { createTurns, type Turns } from './core/turns.ts'
import { version } from './core/version.ts'
import { type AuthenticateOAuth, createOAuthAuthenticator } from './features/accounts/oauth/index.ts'
import { createMediaLinks, type OpenLinked } from './features/conversations/recordings/index.ts'
import { visibleTo } from './features/conversations/records/index.ts'
import { createDeckSharing, type OpenSharedDeck } from './features/library/decks/index.ts'
import { createSharing, type Sharing } from './features/library/snippets/index.ts'
import { createIdempotencyStore } from './features/platform/idempotency/index.ts'
import { createReceiver, type DeliveryReceiver } from './features/sources/source-deliveries/index.ts'
import { createToolBox } from './inbound/mcp/internal-tools.ts'
import { toResourceUrl } from './inbound/oauth/discovery.ts'
import { createCrmPort } from './outbound/crm/crm.ts'
import { areServersReachable } from './outbound/database/distribution/servers.ts'
import { createInstallation } from './outbound/database/installation.ts'
import { openEmbedding } from './outbound/embeddings/embedding.ts'
import type { FilesHome } from './outbound/files/home.ts'
import { removeServedAddress, writeServedAddress } from './outbound/files/served-address.ts'
import { createPublicConnect } from './outbound/http/public-connection.ts'
import { createPublicFetch } from './outbound/http/public-fetch.ts'
import { openJobs } from './outbound/jobs/database.ts'
import { openModelConnections } from './outbound/language-model/connections.ts'
import { createMediaCuts } from './outbound/media/cuts.ts'
import { createMediaCutter } from './outbound/media/cutter.ts'
import { createMediaReader } from './outbound/media/reader.ts'
import { createObjectStores } from './outbound/object-stores/s3-objects.ts'
import { openAttempts } from './outbound/rate-limits/attempts-database.ts'
import { openCounts } from './outbound/rate-limits/limits.ts'
import { openMemoryLimits } from './outbound/rate-limits/memory.ts'
import { createSearchIndex } from './outbound/search-index/postgres.ts'
import { createTextExtraction } from './outbound/text-extraction/text-extraction.ts'
import { countedLimiter, countedMail, countedRequestLimits } from './outbound/tracing/counted.ts'
import { createMetrics } from './outbound/tracing/metrics.ts'
import { openTranscriber } from './outbound/transcription/transcriber.ts'
import { openAside } from './outbound/workers/worker-pool.ts'
import { openServices, type Services } from './services.ts'

export interface App extends Services, Accounts {
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
  /** Data and recording of the page behind a share code. */
  readonly sharing: Sharing
  /** Whether a network may open another share page. The limit is far above normal use, and prevents guessing codes. */
  mayOpenShared(address: string): Promise<boolean>
  mayPlayShared(address: string): Promise<boolean>
  /** Opens a shared deck by the link of an external recipient. */
  readonly openSharedDeck: OpenSharedDeck
  /** Opens a recording by a signed playback URL. */
  readonly openLinked: OpenLinked
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
  /** Sets the public URL to the address of the server, if PUBLIC_URL isn't set. */
  servedAt(url: string): void
  /** Stores the address in the data folder until the app closes, so that commands in other processes print it. */
  recordAddress(): void
}

/** Opens and migrates the database. @throws Error if either fails */
export async function openApp(
  config: Config,
  log: Log,
  ports: {
    clock?: Clock
    files?: Files
    mail?: Mail
    embedding?: Embedding
    fetchPublic?: PublicFetch
    connectPublic?: ConnectPublic
    transcriber?: Transcriber
    /** Returns services that the caller has started to open with this configuration. The app closes them. */
    openServices?: () => ReturnType<typeof openServices>
  } = {},
): Promise<App> {
  const embedding = ports.embedding ?? (await openEmbedding(config.embedding, log))
  const transcriber = ports.transcriber ?? (await openTranscriber(config.transcriber, log))
  // Loaded only if configured, because loading the SDK takes time.
  const tracing =
    config.tracing && (await import('./outbound/tracing/tracing.ts')).openTracing(config.tracing, version, log)
  const open = ports.openServices ?? (() => openServices(config, log, ports.clock))
  const base = await open().catch(async (error) => {
    await tracing?.close()
    throw error
  })
  const { store: opened, secret, tokens, clock, disk, heartbeats } = base
  try {
    const { files, filesState, filesHome } = await openFiles(config, base, ports.files)
    let address = base.publicUrl()
    let recorded: string | undefined
    const publicUrl = () => address
    const queue = await openJobs(opened.owner, knownJobs, clock, log)
    const store = queue.watched(opened)
    const { replicas } = opened
    const metrics = createMetrics({
      ...{ owner: opened.owner, pool: opened.pool, dataDir: config.dataDir },
      queues: queue.names,
      replicas: replicas && (() => replicas.report()),
    })
    const mail = countedMail(ports.mail ?? openMail(config), metrics, log)
    const fetchPublic = ports.fetchPublic ?? createPublicFetch({ allowed: config.allowedPrivateTargets })
    const sealer = createSealer(secret)
    const models = await openModelConnections({
      heartbeats,
      ...{ owner: opened.owner, config, sealer, fetchPublic, clock, log, signals: metrics },
    })
    const installation = createInstallation({
      ...{ owner: opened.owner, config, version, publicUrl, embeddingModel: embedding.model },
      queues: queue.names,
      model: () => models.settings(),
    })
    const limitsOf = cachedLimits(opened.owner, config.limits.defaults)
    const cuts = createMediaCuts(createMediaCutter(files, log), log)
    const aside = openAside(log)
    const requestWorkers = openAside(log)
    const outer: SharedPorts = {
      ...{
        clock,
        log,
        signals: metrics,
        tokens,
        publicUrl,
        jobs: queue.jobs,
        files,
        mail,
        embedding,
        workers: aside,
        getLimits: limitsOf,
      },
      ...{ requestWorkers, mailLimits: config.mailLimits },
      sealer,
      fetchPublic,
      connectPublic: ports.connectPublic ?? createPublicConnect({ allowed: config.allowedPrivateTargets }),
      modelConnections: models,
      crm: createCrmPort({ fetchPublic, clock }),
      objectStores: createObjectStores(fetchPublic),
      sourceFolders: config.sourceFolders,
      search: createSearchIndex(),
      textExtraction: createTextExtraction(log),
      media: createMediaReader(log),
      cuts,
      transcriber,
      installation,
      // Uses `contextFor` lazily, because the context contains these tools.
      internalTools: createToolBox({ tools, contextFor: (principal, source) => contextFor(principal, source) }),
    }
    const attempts = openAttempts(opened.owner, clock)
    const accounts = createAccounts({
      ...{ store, clock, log, mail, attempts, sealer, fetchPublic, publicUrl, secret },
      registrationsMax: config.limits.registrations,
    })
    const { counts, limitsStore, closeCounts } = openCounts(config, opened.owner, clock, log)
    const limiter = createLimiter({
      ...{ store: limitsStore, process: counts, clock, log },
      defaults: config.limits.defaults.tools,
      getLimits: async (org) => (await limitsOf(org)).tools,
    })
    const requestLimits = createRequestLimits({
      ...{ counts, addresses: openMemoryLimits(), getLimits: limitsOf, clock, log },
      addressLimits: config.limits.address,
      defaults: config.limits.defaults,
    })
    const { contextFor, withoutCaller } = createContexts({ outer, store, embedding, models })
    const runner = createBackgroundWork({
      ...{ services: base, queue, store, metrics, config },
      contextFor: withoutCaller,
      model: embedding.model,
      transcribes: transcriber !== undefined,
    })
    const health = createAppHealth(base, {
      filesState,
      areLimitsReachable: () => limitsStore?.isReachable?.() !== false,
    })
    return {
      ...{ store, tokens, clock, log, disk, heartbeats, health, filesHome },
      ...{ ownsDatabase: base.ownsDatabase, isDatabaseAlive: base.isDatabaseAlive },
      idempotencyStore: createIdempotencyStore(secret, visibleTo),
      ...{ trustedProxies: config.trustedProxies, transfer: config.transfer, metricsToken: config.metricsToken },
      ...{ requestLimits: countedRequestLimits(requestLimits, metrics), turns: createTurns(config.limits.concurrent) },
      runner,
      contextFor,
      sharing: createSharing({ store, contextFor: withoutCaller }),
      mayOpenShared: (address) => attempts.take('share page', toNetworkKey(address), SHARED),
      mayPlayShared: (address) => attempts.take('share recording', toNetworkKey(address), PLAYED),
      openSharedDeck: createDeckSharing({ store, contextFor: withoutCaller }),
      openLinked: createMediaLinks({ contextFor: withoutCaller }),
      deliveries: createReceiver(withoutCaller),
      authenticateOAuth: createOAuthAuthenticator({ store, clock, log, resource: () => toResourceUrl(publicUrl()) }),
      ...accounts,
      limiter: countedLimiter(limiter, metrics),
      metrics,
      installation,
      modelConnections: models,
      publicUrl,
      servedAt: (url) => {
        address = config.publicUrl ?? url
      },
      recordAddress() {
        recorded = address
        writeServedAddress(config.dataDir, address)
      },
      operator: (organizationId) => ({ organizationId, role: 'ADMIN', scopes: ['read', 'write'], via: 'command_line' }),
      async close() {
        await accounts.signIn.settled()
        await runner.stop()
        await models.close()
        await closeCounts()
        await limiter.close()
        await embedding.close()
        await transcriber?.close()
        await cuts.close()
        await aside.close()
        await requestWorkers.close()
        await queue.close()
        if (recorded !== undefined) removeServedAddress(config.dataDir, recorded)
        await base.close()
        await tracing?.close()
      },
    }
  } catch (error) {
    await base.close()
    await tracing?.close()
    throw error
  }
}

/** Health of the service, and of what it depends on. */
function createAppHealth(
  { store, disk, heartbeats, isDatabaseAlive }: Services,
  parts: { readonly filesState: Dependency['state']; readonly areLimitsReachable: () => boolean },
): Health {
  return createHealth({
    isAlive: isDatabaseAlive,
    loops: () => heartbeats.states(),
    dependencies: [
      {
        ...{ name: 'database', isRequired: true },
        async state() {
          await store.ping()
          return 'ok'
        },
      },
      { name: 'disk', isRequired: false, state: async () => (disk.isFull() ? 'full' : 'ok') },
      { name: 'files', isRequired: false, state: parts.filesState },
      {
        ...{ name: 'limits', isRequired: false },
        state: async () => (parts.areLimitsReachable() ? 'ok' : 'unavailable'),
      },
      ...replicasDependency(store.replicas),
      ...serversDependency(store),
    ],
  })
}

/** Reads use the primary without replicas, so none is required. */
function replicasDependency(replicas: StoreReplicas | undefined): Dependency[] {
  if (replicas === undefined) return []
  return [{ name: 'replicas', isRequired: false, state: async () => summarizeReplicas(replicas.report().replicas) }]
}

/** Servers of a distributed database. Each has organizations that the others don't need. */
function serversDependency(store: Store): Dependency[] {
  if (!store.isDistributed) return []
  return [
    {
      ...{ name: 'servers', isRequired: false },
      state: async () => ((await areServersReachable(store.owner)) ? 'ok' : 'unavailable'),
    },
  ]
}

/** Limit of share pages opened per network. */
const SHARED = { max: 2_000, seconds: 3_600 }
/** Limit of playback requests per network. Players send several requests for each seek. */
const PLAYED = { max: 20_000, seconds: 3_600 }
