/**
 * What the whole program stands on: the database, brought up to date, the secret and the clock. Commands that look at or
 * change a few rows need no more, and so they read no more: the features they name, and not the catalog of all.
 */
import { type Clock, systemClock } from './core/clock.ts'
import { type Config, Secret } from './core/config.ts'
import type { Store } from './core/db.ts'
import type { Log } from './core/log.ts'
import { migrate, readMigrations } from './core/migrate.ts'
import { createKeyTokens, type KeyTokens } from './features/access/index.ts'
import { openEmbedded } from './outbound/db-embedded.ts'
import { createStore } from './outbound/postgres-store.ts'
import { loadSecret } from './outbound/secret-file.ts'

export interface Base {
  readonly store: Store
  readonly tokens: KeyTokens
  readonly clock: Clock
  readonly log: Log
  /** False for a guest: another process serves this data folder's database, and may end at any time. */
  readonly ownsDatabase: boolean
  publicUrl(): string
  close(): Promise<void>
}

/** Opens the database and brings it up to date. @throws Error when either cannot be had. */
export async function openBase(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
): Promise<Base & { readonly secret: Secret }> {
  const { store, owns } = await openStore(config, log)
  try {
    const applied = await migrate(store.owner, await readMigrations())
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    const secret = config.secret ?? new Secret(await loadSecret(config.dataDir))
    return {
      ...{ store, secret, clock, log },
      tokens: createKeyTokens(secret),
      ownsDatabase: owns,
      publicUrl: () => config.publicUrl ?? `http://localhost:${config.port}`,
      close: () => store.close(),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore(config: Config, log: Log): Promise<{ store: Store; owns: boolean }> {
  if (config.databaseUrl === undefined) return openEmbedded(config.dataDir, config.databasePool, log)
  const store = createStore({ connectionString: config.databaseUrl.reveal(), max: config.databasePool }, log)
  return { store, owns: true }
}

/** @returns the size of the archive in bytes */
export async function backUpTo(base: Base, config: Config, file: string): Promise<number> {
  return (await import('./outbound/backup.ts')).backUp(base.store.owner, config.dataDir, file)
}

/** @throws Error when the data folder is not empty or the file is no backup. */
export async function restoreFrom(file: string, config: Config): Promise<void> {
  await (await import('./outbound/backup.ts')).restore(file, config.dataDir)
}
