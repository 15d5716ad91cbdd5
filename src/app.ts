/** The composition root: opens what lies outside, hands ports to the core, mounts the doors. Tests use it too. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { operations } from './catalog.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { type Config, Secret } from './core/config.ts'
import type { Store } from './core/db.ts'
import type { Log } from './core/log.ts'
import { migrate, readMigrations } from './core/migrate.ts'
import { type Context, contextOf } from './core/operation.ts'
import type { OrganizationId, Principal } from './core/principal.ts'
import { createAuthenticator, createKeyTokens, type KeyTokens } from './features/access/index.ts'
import { createMetrics } from './inbound/http/metrics.ts'
import { createServer } from './inbound/http/server.ts'
import { backUp, restore } from './outbound/backup.ts'
import { openEmbedded } from './outbound/db-embedded.ts'
import { createStore } from './outbound/postgres-store.ts'
import { loadSecret } from './outbound/secret-file.ts'

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

export interface App {
  readonly store: Store
  readonly tokens: KeyTokens
  readonly clock: Clock
  readonly log: Log
  /** False for a guest: another process serves this data folder's database, and may end at any time. */
  readonly ownsDatabase: boolean
  contextFor(principal: Principal): Context
  /** Who acts on the command line for an organization: with the admin role, owning nothing. */
  operator(organizationId: OrganizationId): Principal
  close(): Promise<void>
}

/** Opens the database and brings it up to date. @throws Error when either cannot be had. */
export async function openApp(config: Config, log: Log, ports: { clock?: Clock } = {}): Promise<App> {
  const clock = ports.clock ?? systemClock
  const { store, owns } = await openStore(config, log)
  try {
    const applied = await migrate(store.owner, await readMigrations())
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    const secret = config.secret ?? new Secret(await loadSecret(config.dataDir))
    return {
      store,
      tokens: createKeyTokens(secret),
      clock,
      log,
      ownsDatabase: owns,
      contextFor: (principal) => contextOf(principal, store.of(principal.organizationId), { clock, log }),
      operator: (organizationId) => ({ organizationId, role: 'ADMIN', scopes: ['read', 'write'], via: 'command_line' }),
      close: () => store.close(),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore(config: Config, log: Log): Promise<{ store: Store; owns: boolean }> {
  if (config.databaseUrl === undefined) return openEmbedded(config.dataDir, config.databasePool, log)
  const store = createStore(
    { connectionString: config.databaseUrl.reveal(), max: config.databasePool },
    { keepsPlans: true },
    log,
  )
  return { store, owns: true }
}

/** The HTTP server over an open app, not yet listening. `publicUrl` is asked when it is needed, as the port may be free. */
export function mountHttp(app: App, publicUrl: () => string): FastifyInstance {
  return createServer({
    operations,
    authenticate: createAuthenticator(app),
    contextFor: app.contextFor,
    publicUrl,
    ping: () => app.store.ping(),
    metrics: createMetrics(),
    log: app.log,
    version,
  })
}

/** @returns the size of the archive in bytes */
export const backUpTo = (app: App, config: Config, file: string) => backUp(app.store.owner, config.dataDir, file)

/** @throws Error when the data folder is not empty or the file is no backup. */
export const restoreFrom = (file: string, config: Config) => restore(file, config.dataDir)
