/**
 * The embedded database: PGlite in a worker thread behind a Unix socket in the data folder.
 *
 * One process owns a data folder at a time. Whoever finds the socket answering joins as a client; whoever does not,
 * takes the lock and opens the database. PGlite does not fsync: a killed process loses nothing, a power cut may.
 *
 * When PostgreSQL ends by itself, or takes too long for a statement, another thread is started, which recovers what was
 * committed (`db-embedded-thread.ts`). Until it serves, requests are told that the database is unavailable.
 */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../core/db.ts'
import { isDiskFull } from '../core/exhaustion.ts'
import type { Heartbeats } from '../core/heartbeat.ts'
import type { Log } from '../core/log.ts'
import { EmbeddedThread } from './db-embedded-thread.ts'
import type { DiskSpace } from './disk-space.ts'
import { type FileLock, lockFile } from './file-lock.ts'
import { createStore } from './postgres-store.ts'

/** Longest path a Unix socket may have on the systems we run on (sun_path is 104 bytes on macOS, 108 on Linux). */
const SOCKET_PATH_MAX = 100
/** Making a new database takes ten seconds and more on a machine that is busy. */
const OPENING_MS_MAX = 60_000

export interface Embedded {
  readonly store: Store
  /** False when another process of this data folder serves the database and this one is its guest. */
  readonly owns: boolean
  /** Whether the database can be reached without a restart of the process. */
  isAlive(): boolean
}

/** What supervises the database; tests and commands do without. */
export interface EmbeddedParts {
  readonly disk?: DiskSpace
  readonly heartbeats?: Heartbeats
}

/** @throws Error when the folder cannot be used or another process holds it without answering. */
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
    throw new Error(`The path of the data folder is too long for a socket; choose one shorter than ${tmpdir()}/….`)
  }
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })

  const lock = await lockUnlessServed(join(home, 'lock'), socket).catch((error: Error) => {
    // SQLite's words for it are "disk I/O error".
    throw isLockDiskFull(error) ? Object.assign(new Error(NO_ROOM), { cause: error }) : error
  })
  if (lock === 'served') return guest(socketFolder, poolSize, log)
  if (lock === undefined) throw new Error(`Another process holds the data folder ${home} and does not answer.`)

  const thread = new EmbeddedThread({ ...parts, folder: join(home, 'database'), socket, log })
  try {
    await thread.open()
  } catch (error) {
    await thread.close()
    lock.release()
    throw error
  }
  const store = createStore({ host: socketFolder, database: 'postgres', user: 'postgres', max: poolSize }, log, {
    isEmbedded: true,
  })
  const close = async () => {
    await store.close()
    await thread.close()
    await rm(socket, { force: true })
    lock.release()
  }
  return { store: { ...store, close }, owns: true, isAlive: () => thread.isAlive() }
}

const NO_ROOM = 'The disk of the data folder is full. Free some space, then start again.'
/** SQLite's codes: SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, which it gives when it can't write its journal. */
const isLockDiskFull = (error: unknown) =>
  isDiskFull(error) || [10, 13].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** @returns undefined when somebody else holds the lock for so long without serving */
async function lockUnlessServed(file: string, socket: string): Promise<FileLock | 'served' | undefined> {
  const until = performance.now() + OPENING_MS_MAX
  do {
    if (await answers(socket)) return 'served'
    const lock = lockFile(file)
    if (lock !== undefined) return lock
    // Somebody else is opening it right now, or dies of it: its socket answers soon, or the lock is free again.
    await pause(100)
  } while (performance.now() < until)
  return undefined
}

function guest(socketFolder: string, poolSize: number, log: Log): Embedded {
  return {
    store: createStore(
      { host: socketFolder, database: 'postgres', user: 'postgres', max: Math.min(poolSize, 8) },
      log,
      { isEmbedded: true },
    ),
    owns: false,
    isAlive: () => true,
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
