/** Thread of the embedded database, which is replaced if it ends by itself or hangs. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describeThrown } from '../../core/errors.ts'
import type { Heartbeat, Heartbeats } from '../../core/heartbeat.ts'
import type { Log } from '../../core/log.ts'
import { disableWasmCodeGc } from '../../core/wasm-code.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { createActivity, type WorkerMessage, type WorkerParts } from './embedded-worker-parts.ts'
import { VECTOR_SETTINGS } from './postgres-settings.ts'

/**
 * Maximum number of connections, far above normal use. Further ones are closed without a message, and closed ones count
 * for some time.
 */
const MAX_CONNECTIONS = 1_000
/** Maximum duration of the start. Recovery reads up to 1 GB of the write-ahead log. */
const READY_MS_MAX = 300_000
/** Maximum duration of the stop. The shutdown checkpoint writes the memory to disk. */
const CLOSE_MS_MAX = 15_000
/**
 * Maximum duration of a statement. An index over a million vectors takes some minutes, during which all clients wait.
 */
const STATEMENT_MS_MAX = 1_800_000
const LOOK_MS = 1_000
const RETRY_MS_MAX = 5_000
/** Free space for a new database: about 40 MB, and PostgreSQL reserves 16 MB at a time for its log. */
const NEW_BYTES = 64 * 1024 * 1024
/**
 * Maximum time without a beat of housekeeping. It checks every few seconds, or a minute after a failure, and one table
 * can take long.
 */
const TIDYING_STALL_MS = 1_800_000

export interface EmbeddedThreadParts {
  readonly folder: string
  readonly socket: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly disk?: DiskSpace | undefined
  readonly heartbeats?: Heartbeats | undefined
  readonly started?: (() => void) | undefined
}

export class EmbeddedThread {
  readonly #parts: EmbeddedThreadParts
  readonly #activity = createActivity()
  #worker: Worker | undefined
  #isServing = false
  #isClosing = false
  #look: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #session: Heartbeat | undefined
  #tidying: Heartbeat | undefined

  constructor(parts: EmbeddedThreadParts) {
    this.#parts = parts
  }

  isAlive(): boolean {
    return this.#isServing
  }

  /** @throws Error with instructions */
  async open(): Promise<void> {
    const { folder, heartbeats } = this.#parts
    disableWasmCodeGc()
    if (!existsSync(join(folder, 'PG_VERSION'))) await this.#make()
    await this.#start().catch((error: Error) => this.#releaseAndStart(error))
    this.#session = heartbeats?.register({
      name: 'database session',
      stallMs: STATEMENT_MS_MAX,
      restart: () => void this.#worker?.terminate(),
    })
    this.#tidying = heartbeats?.register({
      name: 'database maintenance',
      stallMs: TIDYING_STALL_MS,
      restart: () => void this.#worker?.terminate(),
    })
    this.#look = setInterval(() => {
      const since = this.#activity[0] ?? 0
      const isOverdue = since > 0 && Date.now() - since > STATEMENT_MS_MAX
      if (this.#isServing && !isOverdue) this.#session?.beat()
    }, LOOK_MS).unref()
  }

  /** Stops the database gracefully, or terminates it if that takes too long. Committed data is in its log. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#session?.end()
    this.#tidying?.end()
    clearInterval(this.#look)
    if (!this.#isServing) await this.#worker?.terminate()
    await this.#recovering
    const worker = this.#worker
    if (worker === undefined || !this.#isServing) return
    const gone = once(worker, 'exit')
    worker.postMessage('stop')
    const bound = new AbortController()
    const inTime = await Promise.race([
      gone.then(() => true),
      pause(CLOSE_MS_MAX, false, { signal: bound.signal }).catch(() => true),
    ])
    bound.abort()
    if (!inTime) {
      this.#parts.log.warn({ ms: CLOSE_MS_MAX }, 'the embedded database does not stop; ending it')
      await worker.terminate()
    }
  }

  async #make(): Promise<void> {
    const { folder, disk } = this.#parts
    const room = disk?.freeBytes() ?? Number.POSITIVE_INFINITY
    if (room < NEW_BYTES) throw noRoom(`A new database requires ${megabytes(NEW_BYTES)} MB`, disk)
    try {
      const maker = new Worker(new URL('./embedded-make.worker.ts', import.meta.url), { workerData: { folder } })
      await once(maker, 'exit')
    } catch (error) {
      await rm(`${folder}.new`, { recursive: true, force: true })
      throw noRoom(`The database in ${folder} can't be created: ${describeThrown(error)}`, disk)
    }
  }

  /** Second attempt, with the disk space reserved for recovery. */
  async #releaseAndStart(first: Error): Promise<void> {
    const { disk } = this.#parts
    if (disk?.isFull() !== true)
      throw noRoom(`The database in ${this.#parts.folder} can't be opened: ${first.message}`, disk)
    await disk.releaseBallast()
    await this.#start().catch((error: Error) => {
      throw noRoom(`The database in ${this.#parts.folder} can't be opened: ${error.message}`, disk)
    })
  }

  /** @throws Error if the database doesn't start */
  async #start(): Promise<void> {
    const { folder, socket, log } = this.#parts
    await rm(socket, { force: true })
    this.#activity[0] = 0
    const workerData: WorkerParts = {
      ...{
        folder,
        socket,
        maxConnections: MAX_CONNECTIONS,
        settings: VECTOR_SETTINGS.map((pair) => pair.join('=')),
        activity: this.#activity,
      },
    }
    const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), { workerData })
    this.#worker = worker
    this.#parts.started?.()
    let reason: string | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('The start takes too long.')), READY_MS_MAX).unref()
        worker.on('message', (message: WorkerMessage) => {
          if (message.type === 'ready') resolve()
          else if (message.type === 'ended') reason = message.reason
          else if (message.type === 'tidied') this.#tidying?.beat()
          else if (message.type === 'fault') log.warn({ error: message.fault }, 'housekeeping of the database failed')
        })
        worker.once('error', (error) => {
          reason ??= describeThrown(error)
        })
        worker.once('exit', (code) => {
          clearTimeout(late)
          reject(new Error(reason ?? `The thread ended with exit code ${code}.`))
          this.#ended(worker, reason ?? `its thread ended with ${code}`)
        })
      })
      this.#isServing = true
    } catch (error) {
      this.#worker = undefined
      await worker.terminate()
      throw error
    }
  }

  #ended(worker: Worker, reason: string): void {
    if (this.#worker !== worker || this.#isClosing || !this.#isServing) return
    this.#isServing = false
    this.#worker = undefined
    this.#parts.log.error({ reason }, 'the embedded database ended by itself; opening it again')
    this.#recovering = this.#recover()
  }

  /** Repeats until the database is available, because the disk may be full for hours. */
  async #recover(): Promise<void> {
    const { log, disk } = this.#parts
    const begun = performance.now()
    for (let wait = 100; !this.#isClosing; wait = Math.min(2 * wait, RETRY_MS_MAX)) {
      await pause(wait)
      if (this.#isClosing) return
      try {
        if (disk?.isFull() === true) await disk.releaseBallast()
        await this.#start()
        log.info({ ms: Math.round(performance.now() - begun) }, 'the embedded database serves again')
        return
      } catch (error) {
        log.error({ error: (error as Error).message, free: disk?.freeBytes() }, 'the embedded database does not open')
      }
    }
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

function noRoom(what: string, disk: DiskSpace | undefined): Error {
  const free = disk === undefined ? '' : ` ${megabytes(disk.freeBytes())} MB are free on the disk of the data folder.`
  return new Error(`${what}.${free} Free disk space or choose another DATA_DIR, then start again.`)
}
