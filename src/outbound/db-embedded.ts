/**
 * The embedded database: PGlite in a worker thread behind a Unix socket in the data folder.
 *
 * One process owns a data folder at a time. Whoever finds the socket answering joins as a client; whoever does not,
 * takes the lock and opens the database. PGlite does not fsync: a killed process loses nothing, a power cut may.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Store } from '../core/db.ts'
import type { Log } from '../core/log.ts'
import { type FileLock, lockFile } from './file-lock.ts'
import { createStore, NEAREST } from './postgres-store.ts'

/** Longest path a Unix socket may have on the systems we run on (sun_path is 104 bytes on macOS, 108 on Linux). */
const SOCKET_PATH_MAX = 100
/** One more is cut off without a word, and those that have been closed count for a while: far more than anybody opens. */
const MAX_CONNECTIONS = 1_000
/** Making a new database takes ten seconds and more on a machine that is busy. */
const OPENING_MS_MAX = 60_000

export interface Embedded {
  readonly store: Store
  /** False when another process of this data folder serves the database and this one is its guest. */
  readonly owns: boolean
}

/** @throws Error when the folder cannot be used or another process holds it without answering. */
export async function openEmbedded(dataDir: string, poolSize: number, log: Log): Promise<Embedded> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chmod(home, 0o700)
  const folder = join(home, 'database')
  const socketFolder = join(home, 'socket')
  const socket = join(socketFolder, '.s.PGSQL.5432')
  if (Buffer.byteLength(socket) > SOCKET_PATH_MAX) {
    throw new Error(`The path of the data folder is too long for a socket; choose one shorter than ${tmpdir()}/….`)
  }
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })

  const lock = await lockUnlessServed(join(home, 'lock'), socket)
  if (lock === 'served') return guest(socketFolder, poolSize, log)
  if (lock === undefined) throw new Error(`Another process holds the data folder ${home} and does not answer.`)

  await rm(socket, { force: true })
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const maker = new Worker(new URL('./db-embedded-make.worker.ts', import.meta.url), { workerData: { folder } })
    await once(maker, 'exit')
  }
  const worker = new Worker(new URL('./db-embedded.worker.ts', import.meta.url), {
    workerData: { folder, socket, maxConnections: MAX_CONNECTIONS, settings: NEAREST },
  })
  try {
    const [message] = await once(worker, 'message')
    if (message !== 'ready') throw new Error('The embedded database did not start.')
    worker.on('message', (told: { fault: string }) =>
      log.warn({ error: told.fault }, 'housekeeping of the database failed'),
    )
  } catch (error) {
    await worker.terminate()
    lock.release()
    throw error
  }
  let closing = false
  worker.once('exit', (code) => {
    // Nothing can be served any more, and a new start recovers: better ended than half alive.
    if (!closing) throw new Error(`The embedded database ended by itself (${code}).`)
  })
  const store = createStore({ host: socketFolder, database: 'postgres', user: 'postgres', max: poolSize }, log)
  const close = async () => {
    closing = true
    await store.close()
    const gone = once(worker, 'exit')
    worker.postMessage('stop')
    await gone
    await rm(socket, { force: true })
    lock.release()
  }
  return { store: { ...store, close }, owns: true }
}

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
    store: createStore({ host: socketFolder, database: 'postgres', user: 'postgres', max: Math.min(poolSize, 8) }, log),
    owns: false,
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
