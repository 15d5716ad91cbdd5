/**
 * Basic services of all commands: the migrated database, the secret and the clock. Commands that read or change a few
 * rows need nothing else. They load only the features that they use, and not the catalog.
 */
import { type Clock, systemClock } from './core/clock.ts'
import { type Config, Secret } from './core/config.ts'
import type { Store } from './core/db.ts'
import { createHeartbeats, type Heartbeats } from './core/heartbeat.ts'
import type { Log } from './core/log.ts'
import { migrate, readMigrations } from './core/migrate.ts'
import { createKeyTokens, type KeyTokens } from './features/accounts/api-keys/index.ts'
import { startChangeEpoch } from './outbound/database/change-epoch.ts'
import type { DistributionReport } from './outbound/database/distribution/check.ts'
import type { DistributeOptions } from './outbound/database/distribution/distribute.ts'
import { readDistributionState } from './outbound/database/distribution/engine.ts'
import { type Embedded, type EmbeddedParts, openEmbedded } from './outbound/database/embedded.ts'
import { createStore } from './outbound/database/postgres-store.ts'
import { createDataFolder } from './outbound/files/data-folder.ts'
import { type DiskSpace, watchDisk } from './outbound/files/disk-space.ts'
import { recordBackup } from './outbound/files/last-backup.ts'
import { loadSecret } from './outbound/files/secret-file.ts'
import { readServedAddress } from './outbound/files/served-address.ts'

export type { DistributionReport } from './outbound/database/distribution/check.ts'

export interface Services {
  readonly store: Store
  readonly tokens: KeyTokens
  readonly clock: Clock
  readonly log: Log
  /** False if another process serves the database of this data folder. That process can end at any time. */
  readonly ownsDatabase: boolean
  /** Disk of the data folder. */
  readonly disk: DiskSpace
  readonly heartbeats: Heartbeats
  /** Whether the database session works, or another process serves the database. */
  isDatabaseAlive(): boolean
  publicUrl(): string
  /** Announces the end of this process to others that use the data folder. They wait for it. */
  announceStop(): void
  close(): Promise<void>
}

/**
 * Opens and migrates the database.
 * @param started called when the thread of the embedded database has started, which opens it without this thread
 * @throws Error if either fails
 */
export async function openServices(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
  started?: () => void,
): Promise<Services & { readonly secret: Secret }> {
  await createDataFolder(config.dataDir)
  const disk = watchDisk(config.dataDir, config.diskReserveMegabytes)
  const heartbeats = createHeartbeats(log)
  const { store, owns, isAlive, announceStop } = await openStore(config, log, { disk, heartbeats, started })
  const close = async () => {
    heartbeats.stop()
    await store.close()
  }
  try {
    const { applied, newer } = await migrate(store.owner, await readMigrations(), { log })
    if (newer.length > 0)
      log.warn({ newer }, 'a newer version of Parley has used this database; this version works with it')
    if (applied.length > 0) {
      log.info({ applied }, 'migrations applied')
      if (store.isDistributed) await distributeNewTables(store, log)
    }
    store.replicas?.startMarking()
    if (!store.isDistributed && (await startChangeEpoch(store.owner, config.dataDir)))
      log.info('change feed: all cursors expired')
    const secret = config.secret ?? new Secret(await loadSecret(config.dataDir))
    return {
      ...{ store, secret, clock, log, disk, heartbeats },
      tokens: createKeyTokens(secret),
      ownsDatabase: owns,
      isDatabaseAlive: isAlive,
      publicUrl: () => config.publicUrl ?? readServedAddress(config.dataDir) ?? `http://localhost:${config.port}`,
      ...{ announceStop, close },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function distributeNewTables(store: Store, log: Log): Promise<void> {
  const { distributeAlone } = await import('./outbound/database/distribution/distribute.ts')
  await distributeAlone(store, { report: (step) => log.info({ step }, 'distributing new tables') })
}

async function openStore(config: Config, log: Log, parts: EmbeddedParts & { disk: DiskSpace }): Promise<Embedded> {
  if (config.databaseUrl === undefined) {
    const embedded = await openEmbedded(config.dataDir, config.databasePool, log, parts)
    return { ...embedded, store: refusingWhenFull(embedded.store, parts.disk) }
  }
  const { databasePool: max, databaseReads } = config
  const url = config.databaseUrl.reveal()
  const { engine, isComplete } = await readDistributionState(url, log)
  if (!isComplete) {
    throw new Error(
      'The distribution of the database was interrupted, and foreign keys are missing. Run “parley distribute”.',
    )
  }
  if (engine === 'distributed' && databaseReads !== undefined) {
    throw new Error('A distributed database has no read replicas. Remove DATABASE_READ_URL.')
  }
  const replicas = databaseReads && {
    urls: databaseReads.urls.map((one) => one.reveal()),
    ...{ max, lagSecondsMax: databaseReads.lagSecondsMax },
  }
  const store = createStore({ connectionString: url, max }, log, { engine, replicas })
  return { store, owns: true, isAlive: () => true, announceStop: () => {} }
}

/** Rejects writes when the disk is nearly full, because PostgreSQL would end. Reads still work. */
function refusingWhenFull(store: Store, disk: DiskSpace): Store {
  return {
    ...store,
    of(organizationId) {
      const { read, openReader, transact, transactBatch } = store.of(organizationId)
      return {
        ...{ read, openReader },
        async transact(work) {
          disk.demand()
          return transact(work)
        },
        async transactBatch(statements) {
          disk.demand()
          return transactBatch(statements)
        },
      }
    },
  }
}

/**
 * Backs up the installation. With a server, it doesn't open the services, because they would migrate the database.
 * @returns size of the archive in bytes
 */
export async function backUpTo(file: string, config: Config, log: Log, key: Secret | undefined): Promise<number> {
  const bytes = await writeBackup(file, config, log, key)
  await recordBackup(config.dataDir).catch((error: Error) => {
    log.warn({ error: error.message }, "the time of the backup couldn't be recorded")
  })
  return bytes
}

async function writeBackup(file: string, config: Config, log: Log, key: Secret | undefined): Promise<number> {
  const { databaseUrl, secret, dataDir } = config
  if (databaseUrl !== undefined) {
    if ((await readDistributionState(databaseUrl.reveal(), log)).engine === 'distributed') {
      throw new Error('A distributed database has no backup file. Back up each server, for example with pgBackRest.')
    }
    await createDataFolder(dataDir)
    const { backUpServer } = await import('./outbound/database/backup-server.ts')
    return backUpServer({ databaseUrl, secret, dataDir }, file, key)
  }
  const base = await openServices(config, log)
  try {
    return await (await import('./outbound/database/backup.ts')).backUp(base.store.owner, dataDir, file, key)
  } finally {
    await base.close()
  }
}

/** @throws Error if the data folder or the database isn't empty, the file isn't a backup, or the key doesn't match */
export async function restoreFrom(file: string, config: Config, log: Log, key: Secret | undefined): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) return (await import('./outbound/database/backup.ts')).restore(file, dataDir, key)
  const { restoreServer } = await import('./outbound/database/backup-server.ts')
  const store = createStore({ connectionString: databaseUrl.reveal(), max: 1 }, log)
  try {
    await restoreServer({ databaseUrl, dataDir }, store.owner, file, key)
  } finally {
    await store.close()
  }
}

/**
 * Distributes a migrated database, or completes an interrupted distribution.
 * @throws Error if another process of Parley uses the database, or the server has no cluster
 */
export async function distributeDatabase(config: Config, log: Log, options: DistributeOptions): Promise<void> {
  const { demandStopped, distributeAlone } = await import('./outbound/database/distribution/distribute.ts')
  await withStore(config, log, ({ owner }) => demandStopped(owner))
  await withStore(config, log, (store) => distributeAlone(store, options))
}

/** @returns undefined if the database isn't distributed */
export async function readDistribution(config: Config, log: Log): Promise<DistributionReport | undefined> {
  const { checkDistribution } = await import('./outbound/database/distribution/check.ts')
  return withStore(config, log, (store) => (store.isDistributed ? checkDistribution(store.owner.query) : undefined))
}

/** Whether a distribution was interrupted. Then only `distributeDatabase` can open the database. */
export async function isDistributionInterrupted({ databaseUrl }: Config, log: Log): Promise<boolean> {
  return databaseUrl !== undefined && !(await readDistributionState(databaseUrl.reveal(), log)).isComplete
}

/** Opens one connection without the services, which would start more. */
async function withStore<T>(config: Config, log: Log, work: (store: Store) => Promise<T> | T): Promise<T> {
  const url = config.databaseUrl?.reveal()
  if (url === undefined) {
    throw new Error('Only a database on PostgreSQL servers can be distributed. Set DATABASE_URL to the coordinator.')
  }
  const { engine } = await readDistributionState(url, log)
  const store = createStore({ connectionString: url, max: 1 }, log, { engine })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
