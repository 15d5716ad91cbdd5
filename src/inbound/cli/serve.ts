/** `parley serve`, which `npm start` runs, and `parley worker`. */
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import { type App, openApp } from '../../app.ts'
import { newId } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import { describeThrown, unauthenticated } from '../../core/errors.ts'
import { createLog, type Log } from '../../core/log.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { version } from '../../core/version.ts'
import { issueKey } from '../../features/access/index.ts'
import { createFirstOrganization, firstAdmin } from '../../features/identity/index.ts'
import { issueSignInLink } from '../../features/sign-in/index.ts'
import { BASE_PATH } from '../http/addresses.ts'
import { resourceOf } from '../oauth/discovery.ts'
import { type CommonOptions, configOf, organizations, withCommonOptions } from './settings.ts'

interface ServeOptions extends CommonOptions {
  readonly port?: string
  readonly host?: string
  /** False with `--no-worker`. */
  readonly worker: boolean
  readonly demo?: boolean
}

/** Until somebody says who they are. */
const FIRST_ORGANIZATION = { name: 'My organization', domains: [], adminEmail: 'admin@parley.invalid' }

export function fillServe(serve: Command): void {
  withCommonOptions(serve)
    .option('--port <number>', 'port to listen on, 0 for a free one (default: PORT or 8080)')
    .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
    .option('--demo', 'fill a new installation with an invented company and three months of its conversations')
    .option('--no-worker', 'leave background work to `parley worker`')
    .action(start)
}

export function fillWorker(worker: Command): void {
  withCommonOptions(worker)
    .option('--port <number>', 'port for /healthz, /readyz and /metrics, 0 for a free one (default: WORKER_PORT or 0)')
    .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
    .action(work)
}

async function start(options: ServeOptions): Promise<void> {
  const config = configOf(options, { PORT: options.port, HOST: options.host })
  const log = createLog(config.logLevel)
  // A worker has no doors, and hardly any service a demo.
  const { mountHttp } = await import('../../doors.ts')
  const demo = options.demo ? await import('./serve-demo.ts') : undefined
  const app = await openApp(config, log)
  if (!app.ownsDatabase) {
    await app.close()
    throw new Error(`Parley runs on the data folder ${config.dataDir} already.`)
  }
  const server = mountHttp(app)
  try {
    await demo?.refuseBesideOthers(app, config)
    const { sign_in_path, ...made } = await firstStart(app, demo)
    await app.limiter.open()
    await server.listen({ port: config.port, host: config.host })
    const { port } = server.server.address() as AddressInfo
    app.servedAt(`http://localhost:${port}`)
    const url = app.publicUrl()
    const [organization] = await organizations(app)
    const said = {
      ...{ url, base_url: url + BASE_PATH, mcp_url: resourceOf(url), organization_id: organization?.id },
      ...made,
      ...(sign_in_path === undefined ? {} : { sign_in_link: url + sign_in_path }),
    }
    if (options.worker) app.runner.start()
    const endDemo = demo?.settleInBackground(app)
    // Before the word is out: whoever reads it may end the service at once.
    stopOnSignal(log, async () => {
      await server.close()
      await endDemo?.()
      await app.close()
    })
    process.stdout.write(options.json ? `${JSON.stringify(said)}\n` : welcome(said))
  } catch (error) {
    await server.close()
    await app.close()
    throw error
  }
}

async function work(options: CommonOptions & Pick<ServeOptions, 'port' | 'host'>): Promise<void> {
  const config = configOf(options, { WORKER_PORT: options.port, HOST: options.host })
  const log = createLog(config.logLevel)
  const app = await openApp(config, log)
  if (!app.ownsDatabase) {
    await app.close()
    throw new Error(
      `Parley runs on the data folder ${config.dataDir} already and does its own background work. ` +
        'More workers need PostgreSQL: set DATABASE_URL.',
    )
  }
  const server = await listenForWorker(app, config)
  app.runner.start()
  // Before the word is out, as above.
  stopOnSignal(log, async () => {
    await server.close()
    await app.close()
  })
  const { url } = server
  const said = { worker: process.pid, url }
  process.stdout.write(
    options.json
      ? `${JSON.stringify(said)}\n`
      : `Parley does background work. Its health and metrics are at ${url}/readyz and ${url}/metrics\n`,
  )
}

/** The HTTP server of a worker: health and metrics, and no operations. */
async function listenForWorker(app: App, config: Config): Promise<{ url: string; close(): Promise<void> }> {
  const { createServer } = await import('../http/server.ts')
  const { createSpools } = await import('../http/spools.ts')
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
    throw error
  }
}

/** A terminal tells us and the launcher at once, and that one passes it on: what comes so soon is no second wish. */
const SAME_WISH_MS = 1_000

/**
 * Longest time to stop in order: ten seconds for requests, ten for jobs, and the database. Less than the 30 seconds that
 * orchestrators wait by default.
 */
const STOP_MS_MAX = 28_000

/** Ends the process in order when it is told to: requests first, then jobs, then the database. A second signal means now. */
function stopOnSignal(log: Log, close: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_WISH_MS) dieOf(signal)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({ seconds: STOP_MS_MAX / 1_000 }, 'the service does not stop in order; ending it')
      // Not `process.exit`, which waits for threads: whatever hangs may be one of them.
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
 * What the signal does to a process that does not listen for it. `process.exit` would tear down threads, and one that is
 * inside of ONNX Runtime then aborts the process. The databases take it as any other kill: nothing committed is lost.
 */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/**
 * The first start makes an organization, an admin, an org-level key and a link to sign in, and says so this once. One
 * that was cut off before there was a key is made up for by the next. So the demo is whole when it has a key.
 */
async function firstStart(
  app: App,
  demo: typeof import('./serve-demo.ts') | undefined,
): Promise<{ admin_user_id?: string; api_key?: string; sign_in_path?: string }> {
  const org = newId() as OrganizationId
  const first = demo?.DEMO_COMPANY ?? FIRST_ORGANIZATION
  const made = await createFirstOrganization(app.store.of(org), org, app.clock, first)
  const [keyless] = made === undefined ? await organizationsWithoutAnyKey(app) : [{ id: org }]
  if (keyless === undefined) return {}
  await demo?.fillWithDemo(app, keyless.id)
  const database = app.store.of(keyless.id)
  const { token } = await issueKey(database, keyless.id, app, { name: 'First key' })
  const admin = await firstAdmin(database.read, keyless.id)
  const path = admin && (await issueSignInLink(database, keyless.id, app.clock, admin.id))
  return {
    ...(made === undefined ? {} : { admin_user_id: made.adminUserId }),
    api_key: token,
    ...(path === undefined ? {} : { sign_in_path: path }),
  }
}

/** All of them, as long as no key was ever made for any. */
async function organizationsWithoutAnyKey(app: App): Promise<{ id: OrganizationId }[]> {
  const keys = await app.store.owner.query('select 1 from api_keys limit 1')
  return keys.length > 0 ? [] : organizations(app)
}

function welcome(said: {
  url: string
  base_url: string
  mcp_url: string
  organization_id?: string | undefined
  api_key?: string
  sign_in_link?: string
}): string {
  const lines = [
    `Parley is at ${said.url}`,
    `  REST API      ${said.base_url}`,
    `  Description   ${said.base_url}/openapi.json`,
    `  Tool server   ${said.mcp_url}`,
  ]
  if (said.organization_id !== undefined) lines.push(`  Organization  ${said.organization_id}`)
  if (said.sign_in_link !== undefined) {
    lines.push('', 'Sign in as the first admin by this link, once, within 24 hours:', '', `  ${said.sign_in_link}`)
  }
  if (said.api_key !== undefined) {
    lines.push('', 'Your API key, shown this once; it speaks for the whole organization:', '', `  ${said.api_key}`, '')
    lines.push('Try it:', `  curl -H "Authorization: $KEY" ${said.base_url}/conversations`)
  }
  return `${lines.join('\n')}\n`
}
