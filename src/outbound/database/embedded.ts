/**
 * Embedded database: PGlite in a worker thread behind a Unix socket in the data folder.
 *
 * One process owns a data folder at a time. If the socket responds, a process joins as a client; otherwise it takes the
 * lock and opens the database. If the owner is stopping, which takes up to 28 seconds, a process waits for the lock.
 * PGlite doesn't fsync: a killed process loses no data, a power failure can.
 *
 * If PostgreSQL ends by itself or a statement takes too long, another thread starts, which recovers the committed data
 * (`embedded-thread.ts`). Until it is available, requests fail with an error for an unavailable database.
 */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../core/db.ts'
import { isDiskFull } from '../../core/exhaustion.ts'
import type { Heartbeats } from '../../core/heartbeat.ts'
import type { Log } from '../../core/log.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { type FileLock, lockFile } from '../files/file-lock.ts'
import { isStopping, removeStopping, writeStopping } from '../files/stopping-file.ts'
import { EmbeddedThread } from './embedded-thread.ts'
import { databaseUnavailable } from './postgres-away.ts'
import { createStore } from './postgres-store.ts'

/** Maximum length of a Unix socket path on supported systems (sun_path has 104 bytes on macOS, 108 on Linux). */
const SOCKET_PATH_MAX = 100
/**
 * Maximum wait for another process to open the database. Creating one takes more than ten seconds on a busy machine.
 */
const OPENING_MS_MAX = 60_000

export interface Embedded {
  readonly store: Store
  /** False if another process serves the database of this data folder. */
  readonly owns: boolean
  /** Whether the database can be used without a restart of the process. */
  isAlive(): boolean
  /** Marks the data folder, so that other processes wait for the end of this one and don't join it. */
  announceStop(): void
}

/** Supervision of the database. Tests and commands don't need it. */
export interface EmbeddedParts {
  readonly disk?: DiskSpace
  readonly heartbeats?: Heartbeats
  /** Called when the thread has started, which opens the database without this thread. */
  readonly started?: (() => void) | undefined
}

/** @throws Error if the folder can't be used, or if another process holds it without responding or ending */
export async function openEmbedded(
  dataDir: string,
  poolSize: number,
  log: Log,
  parts: EmbeddedParts = {},
): Promise<Embedded> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chmod(home, 0o700)
  const socketFolder = join(home, 'socket')
  const socket = join(socketFolder, '.s.PGSQL.5432')
  if (Buffer.byteLength(socket) > SOCKET_PATH_MAX) {
    throw new Error(`The path of the data folder is too long for a socket. Choose a shorter path than ${tmpdir()}/….`)
  }
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })

  const lock = await lockUnlessServed(home, socket, log).catch((error: Error) => {
    // SQLite reports a full disk as "disk I/O error".
    throw isLockDiskFull(error) ? Object.assign(new Error(NO_ROOM), { cause: error }) : error
  })
  if (lock === 'served') return connectAsGuest(home, socketFolder, poolSize, log)
  if (lock === undefined) {
    const state = isStopping(home) ? "is stopping, but hasn't ended" : "doesn't respond"
    throw new Error(`Another process uses the data folder ${home} and ${state}. Stop that process, then try again.`)
  }
  // Left by a process that was killed while it stopped.
  removeStopping(home)

  const thread = new EmbeddedThread({ ...parts, folder: join(home, 'database'), socket, log })
  try {
    await thread.open()
  } catch (error) {
    await thread.close()
    lock.release()
    throw error
  }
  const store = createStore({ host: socketFolder, database: 'postgres', user: 'postgres', max: poolSize }, log, {
    engine: 'embedded',
  })
  const close = async () => {
    await store.close()
    await thread.close()
    await rm(socket, { force: true })
    removeStopping(home)
    lock.release()
  }
  return {
    ...{ store: { ...store, close }, owns: true, isAlive: () => thread.isAlive() },
    announceStop() {
      try {
        writeStopping(home)
      } catch (error) {
        log.warn({ error: (error as Error).message }, "couldn't mark the data folder as stopping")
      }
    },
  }
}

const NO_ROOM = 'The disk of the data folder is full. Free disk space, then start again.'
/** SQLite error codes of a full disk: SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN (journal not writable). */
const isLockDiskFull = (error: unknown) =>
  isDiskFull(error) || [10, 13].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** @returns undefined if another process holds the lock for too long without serving the database */
async function lockUnlessServed(home: string, socket: string, log: Log): Promise<FileLock | 'served' | undefined> {
  const until = performance.now() + OPENING_MS_MAX
  let hasWarned = false
  do {
    const isEnding = isStopping(home)
    if (!isEnding && (await answers(socket))) return 'served'
    const lock = lockFile(join(home, 'lock'))
    if (lock !== undefined) return lock
    if (isEnding && !hasWarned) {
      hasWarned = true
      log.warn({ folder: home }, 'another process that uses the data folder is stopping; waiting for its end')
    }
    // Another process is opening or closing the database. Soon its socket responds or the lock is free.
    await pause(100)
  } while (performance.now() < until)
  return undefined
}

function connectAsGuest(home: string, socketFolder: string, poolSize: number, log: Log): Embedded {
  const unavailable = () =>
    databaseUnavailable(
      `The Parley process that served the data folder ${home} has ended or can't be reached. Start this command again.`,
    )
  return {
    store: createStore(
      { host: socketFolder, database: 'postgres', user: 'postgres', max: Math.min(poolSize, 8) },
      log,
      { engine: 'embedded', unavailable },
    ),
    owns: false,
    isAlive: () => true,
    announceStop: () => {},
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((found) => {
    const probe = createConnection(socket)
    probe.once('connect', () => {
      probe.destroy()
      found(true)
    })
    probe.once('error', () => found(false))
  })
}
