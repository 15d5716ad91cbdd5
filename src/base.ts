/**
 * What the whole program stands on: the database, brought up to date, the secret and the clock. Commands that look at or
 * change a few rows need no more, and so they read no more: the features they name, and not the catalog of all.
 */
import { mkdir } from 'node:fs/promises'
import { type Clock, systemClock } from './core/clock.ts'
import { type Config, Secret } from './core/config.ts'
import type { Store } from './core/db.ts'
import { createHeartbeats, type Heartbeats } from './core/heartbeat.ts'
import type { Log } from './core/log.ts'
import { migrate, readMigrations } from './core/migrate.ts'
import { createKeyTokens, type KeyTokens } from './features/access/index.ts'
import { type Embedded, openEmbedded } from './outbound/db-embedded.ts'
import { type DiskSpace, watchDisk } from './outbound/disk-space.ts'
import { createStore } from './outbound/postgres-store.ts'
import { loadSecret } from './outbound/secret-file.ts'

export interface Base {
  readonly store: Store
  readonly tokens: KeyTokens
  readonly clock: Clock
  readonly log: Log
  /** False for a guest: another process serves this data folder's database, and may end at any time. */
  readonly ownsDatabase: boolean
  /** The disk of the data folder. */
  readonly disk: DiskSpace
  readonly heartbeats: Heartbeats
  /** Whether the database session works, or another server answers for it. */
  isDatabaseAlive(): boolean
  publicUrl(): string
  close(): Promise<void>
}

/** Opens the database and brings it up to date. @throws Error when either cannot be had. */
export async function openBase(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
): Promise<Base & { readonly secret: Secret }> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const disk = watchDisk(config.dataDir, config.diskReserveMegabytes)
  const heartbeats = createHeartbeats(log)
  const { store, owns, isAlive } = await openStore(config, log, { disk, heartbeats })
  const close = async () => {
    heartbeats.stop()
    await store.close()
  }
  try {
    const applied = await migrate(store.owner, await readMigrations())
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    const secret = config.secret ?? new Secret(await loadSecret(config.dataDir))
    return {
      ...{ store, secret, clock, log, disk, heartbeats },
      tokens: createKeyTokens(secret),
      ownsDatabase: owns,
      isDatabaseAlive: isAlive,
      publicUrl: () => config.publicUrl ?? `http://localhost:${config.port}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openStore(
  config: Config,
  log: Log,
  parts: { disk: DiskSpace; heartbeats: Heartbeats },
): Promise<Embedded> {
  if (config.databaseUrl === undefined) {
    const embedded = await openEmbedded(config.dataDir, config.databasePool, log, parts)
    return { ...embedded, store: refusingWhenFull(embedded.store, parts.disk) }
  }
  const store = createStore({ connectionString: config.databaseUrl.reveal(), max: config.databasePool }, log)
  return { store, owns: true, isAlive: () => true }
}

/** Nothing is written into the last space of the disk: PostgreSQL would end over it. Reading goes on. */
function refusingWhenFull(store: Store, disk: DiskSpace): Store {
  return {
    ...store,
    of(organizationId) {
      const { read, transact } = store.of(organizationId)
      return {
        read,
        async transact(work) {
          disk.demand()
          return transact(work)
        },
      }
    },
  }
}

/** @returns the size of the archive in bytes */
export async function backUpTo(base: Base, config: Config, file: string, key: Secret | undefined): Promise<number> {
  return (await import('./outbound/backup.ts')).backUp(base.store.owner, config.dataDir, file, key)
}

/** @throws Error when the data folder is not empty, the file is no backup, or the key does not fit it. */
export async function restoreFrom(file: string, config: Config, key: Secret | undefined): Promise<void> {
  await (await import('./outbound/backup.ts')).restore(file, config.dataDir, key)
}
