/** `parley serve` (also `npm start`) and `parley worker`. */
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { Config } from '../core/config.ts'
import { describeThrown, unauthenticated } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { version } from '../core/version.ts'
import { BASE_PATH } from '../inbound/http/addresses.ts'
import { toResourceUrl } from '../inbound/oauth/discovery.ts'
import { createIdleEndLoop, parseIdleSeconds } from './idle-end.ts'
import { createIdleMemoryLoop } from './idle-memory.ts'
import { checkListenAddress, describeListenFault } from './listen-address.ts'
import { openAppWhileLoading } from './open-app.ts'
import { type CommonOptions, loadConfig, organizations, withCommonOptions } from './settings.ts'
import { createTerminalLog } from './terminal-log.ts'
import { formatWelcome, TERMINAL_HINT } from './welcome.ts'

interface ServeOptions extends CommonOptions {
  readonly port?: string
  readonly host?: string
  /** False with `--no-worker`. */
  readonly worker: boolean
  readonly demo?: boolean
  readonly log?: boolean
  readonly styleguide?: boolean
}

export function registerServeCommand(serve: Command): void {
  withCommonOptions(serve)
    .option('--port <number>', 'port to listen on, 0 for any free port (default: PORT or 8080)')
    .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
    .option('--demo', 'add demo data to a new installation: an example company with three months of conversations')
    .option('--no-worker', 'run no background tasks (`parley worker` runs them)')
    .option('--log', 'show all log lines at a terminal, which otherwise shows warnings and errors')
    .option('--styleguide', 'serve the page /styleguide with all components of the app, for developers')
    .action(start)
}

export function registerWorkerCommand(worker: Command): void {
  withCommonOptions(worker)
    .option(
      '--port <number>',
      'port for /healthz, /readyz and /metrics, 0 for any free port (default: WORKER_PORT or 0)',
    )
    .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
    .option('--lanes <lanes>', 'run only jobs of these lanes, with places: inside=8,long=1 (default: JOB_LANES or all)')
    .option(
      '--until-idle <seconds>',
      'end when no job ran or was due for so long, for workers that a scheduler starts when jobs wait',
    )
    .option('--log', 'show all log lines at a terminal, which otherwise shows warnings and errors')
    .action(runWorker)
}

async function start(options: ServeOptions): Promise<void> {
  const config = loadConfig(options, { PORT: options.port, HOST: options.host })
  const log = createTerminalLog(config.logLevel, options.log === true)
  // Loaded on demand: a worker needs no HTTP transports, and most services no demo.
  const { app, loaded } = await openAppWhileLoading(config, log, async () => ({
    ...(await import('../http-app.ts')),
    ...(await import('./first-start.ts')),
    demo: options.demo ? await import('./serve-demo.ts') : undefined,
  }))
  const { createHttpApp, completeFirstStart, demo, loadStyleguide } = loaded
  if (!app.ownsDatabase) {
    try {
      return await greetRunningDemo(app, options, config, demo)
    } finally {
      await app.close()
    }
  }
  const server = createHttpApp(app, { extraPages: options.styleguide ? [await loadStyleguide()] : [] })
  try {
    await demo?.refuseBesideOthers(app, config)
    await checkListenAddress(config)
    const { sign_in_path, ...made } = await completeFirstStart(app, demo)
    const signInPath = sign_in_path ?? (await demo?.issueDemoSignIn(app, config))?.path
    await app.limiter.open()
    await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw describeListenFault(error, config)
    })
    const { port } = server.server.address() as AddressInfo
    app.servedAt(`http://localhost:${port}`)
    app.recordAddress()
    const url = app.publicUrl()
    const [organization] = await organizations(app)
    const said = {
      ...describeAddresses(url),
      organization_id: organization?.id,
      ...made,
      ...(signInPath === undefined ? {} : { sign_in_link: url + signInPath }),
    }
    if (options.worker) app.runner.start()
    const endDemo = demo?.simulateInBackground(app)
    const idleMemory = createIdleMemoryLoop(app.heartbeats, log)
    idleMemory.start()
    // Registered before the output, because a reader of the output may stop the service immediately.
    stopOnSignal(log, async () => {
      app.announceStop()
      await idleMemory.stop()
      await server.close()
      await endDemo?.()
      await app.close()
    })
    process.stdout.write(options.json ? `${JSON.stringify(said)}\n` : formatWelcome(said, config.dataDir))
    if (!options.json && process.stdout.isTTY && !options.log) process.stdout.write(TERMINAL_HINT)
  } catch (error) {
    await server.close()
    await app.close()
    throw error
  }
}

const describeAddresses = (url: string) => ({ url, base_url: url + BASE_PATH, mcp_url: toResourceUrl(url) })

/**
 * Prints a sign-in link to the demo that another process serves with the same data folder. A second start of the demo
 * usually means that its link is used up, or that the person doesn't see that it runs.
 * @throws Error if this isn't a start of a demo on loopback, or the other process serves something else
 */
async function greetRunningDemo(
  app: App,
  options: ServeOptions,
  config: Config,
  demo: typeof import('./serve-demo.ts') | undefined,
): Promise<void> {
  const running = await demo?.issueDemoSignIn(app, config)
  if (running?.path === undefined)
    throw new Error(
      `Parley is already running with the data folder ${config.dataDir}. Stop it, or use another folder with --data.`,
    )
  // The address that the other process stored in the data folder.
  const url = app.publicUrl()
  const said = {
    ...describeAddresses(url),
    organization_id: running.organization,
    sign_in_link: url + running.path,
    already_running: true,
  }
  process.stdout.write(options.json ? `${JSON.stringify(said)}\n` : formatWelcome(said, config.dataDir))
}

interface WorkerOptions extends CommonOptions, Pick<ServeOptions, 'port' | 'host' | 'log'> {
  readonly lanes?: string
  readonly untilIdle?: string
}

async function runWorker(options: WorkerOptions): Promise<void> {
  const untilIdle = options.untilIdle === undefined ? undefined : parseIdleSeconds(options.untilIdle)
  const config = loadConfig(options, { WORKER_PORT: options.port, HOST: options.host, JOB_LANES: options.lanes })
  const log = createTerminalLog(config.logLevel, options.log === true)
  const { app, loaded } = await openAppWhileLoading(config, log, async () => ({
    ...(await import('../inbound/http/server.ts')),
    ...(await import('../inbound/http/spools.ts')),
  }))
  if (!app.ownsDatabase) {
    await app.close()
    throw new Error(
      `Parley is already running with the data folder ${config.dataDir} and runs its own background tasks. ` +
        'More workers require PostgreSQL: set DATABASE_URL.',
    )
  }
  const server = await listenForWorker(app, config, loaded)
  app.runner.start()
  const idleMemory = createIdleMemoryLoop(app.heartbeats, log)
  idleMemory.start()
  const idleEnd = untilIdle === undefined ? undefined : createIdleEndLoop(app, untilIdle, log)
  idleEnd?.start()
  // Registered before the output, as in `start`.
  stopOnSignal(log, async () => {
    app.announceStop()
    await Promise.all([idleMemory.stop(), idleEnd?.stop()])
    await server.close()
    await app.close()
  })
  const { url } = server
  const said = { worker: process.pid, url }
  process.stdout.write(
    options.json ? `${JSON.stringify(said)}\n` : `Worker started. Health: ${url}/readyz. Metrics: ${url}/metrics\n`,
  )
}

type WorkerModules = Pick<typeof import('../inbound/http/server.ts'), 'createServer'> &
  Pick<typeof import('../inbound/http/spools.ts'), 'createSpools'>

/** HTTP server of a worker, with health and metrics but no operations. */
async function listenForWorker(
  app: App,
  config: Config,
  { createServer, createSpools }: WorkerModules,
): Promise<{ url: string; close(): Promise<void> }> {
  app.metrics.watchProcess()
  const server = createServer({
    ...app,
    ...{ operations: [], version, health: app.health, spools: createSpools(app.transfer, app.log) },
    authenticate: async () => {
      throw unauthenticated('A worker serves no operations.')
    },
  })
  try {
    return { url: await server.listen({ port: config.workerPort, host: config.host }), close: () => server.close() }
  } catch (error) {
    await app.close()
    throw describeListenFault(error, { port: config.workerPort, host: config.host })
  }
}

/** Interval in which a second signal is ignored. A terminal signals both this process and the launcher, which forwards it. */
const SAME_WISH_MS = 1_000

/**
 * Maximum time of a graceful stop: 10 seconds for requests, 10 for jobs, and the rest for the database. Less than the 30
 * seconds that orchestrators wait by default.
 */
const STOP_MS_MAX = 28_000

/** Stops the process gracefully after a signal: requests first, then jobs, then the database. A second signal kills it. */
function stopOnSignal(log: Log, close: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_WISH_MS) killBySignal(signal)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({ seconds: STOP_MS_MAX / 1_000 }, 'the service does not stop in order; ending it')
      // `process.exit` would wait for threads, one of which may hang.
      process.kill(process.pid, 'SIGKILL')
    }, STOP_MS_MAX)
    try {
      await close()
    } catch (error) {
      log.error({ error: describeThrown(error) }, 'the service did not stop in order')
      process.exit(1)
    }
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/**
 * Ends the process with the default action of the signal. `process.exit` would tear down threads, and a thread inside ONNX
 * Runtime would then abort the process. Databases lose no committed data.
 */
function killBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
