/** Metrics that are read at a scrape: queues, connections, size of the data, free disk space. */
import { statfs } from 'node:fs/promises'
import type { Gauge } from 'prom-client'
import type { OwnerDatabase, PoolState } from '../../core/db.ts'
import { withTimeout } from '../../core/limit-patience.ts'
import type { ReplicasReport } from '../../core/replicas.ts'
import { type QueueState, readQueues } from '../jobs/waiting.ts'

export interface GaugeSources {
  readonly owner: OwnerDatabase
  readonly pool: () => PoolState
  /** Disk with the data folder. */
  readonly dataDir: string
  /** Names of all queues. Empty queues are included. */
  readonly queues: readonly string[]
  /** Undefined without read replicas. */
  readonly replicas?: (() => ReplicasReport) | undefined
}

/** Cache durations in milliseconds, and the maximum wait of a scrape. */
const QUEUES_MS = 10_000
const SIZES_MS = 300_000
const PATIENCE_MS = 3_000

type MakeGauge = <Label extends string>(name: string, help: string, ...labels: Label[]) => Gauge<Label>

export function createGauges(sources: GaugeSources, gauge: MakeGauge): { refresh(): Promise<void> } {
  const { owner } = sources
  const up = gauge('parley_database_up', 'Whether the database answered when the figures below were read: 1 or 0.')
  const connections = gauge(
    'parley_database_connections',
    'Connections of this process to the database, in use and idle.',
    ...(['state'] as const),
  )
  const waiting = gauge('parley_database_waiting', 'Requests of this process that wait for a connection.')
  const most = gauge('parley_database_connections_max', 'Maximum number of connections, by DATABASE_POOL.')
  const queued = gauge(
    'parley_queue_jobs',
    'Jobs by queue: waiting (due), later (for a time to come), running.',
    ...(['queue', 'state'] as const),
  )
  const oldest = gauge(
    'parley_queue_oldest_seconds',
    'Time since the oldest waiting job of the queue was due; 0 without one.',
    ...(['queue'] as const),
  )
  const database = gauge('parley_database_bytes', 'Size of the database.')
  const files = gauge('parley_files_bytes', 'Size of the recordings and files of all organizations.')
  const free = gauge('parley_disk_free_bytes', 'Free space on the disk with the data folder.')
  const total = gauge('parley_disk_size_bytes', 'Size of the disk with the data folder.')

  const showQueues = (states: readonly QueueState[]) => {
    const byName = new Map(states.map((state) => [state.queue, state]))
    for (const queue of sources.queues) {
      const state = byName.get(queue) ?? { waiting: 0, later: 0, running: 0, oldestSeconds: 0 }
      for (const name of ['waiting', 'later', 'running'] as const) queued.labels(queue, name).set(state[name])
      oldest.labels(queue).set(state.oldestSeconds)
    }
  }
  const readDatabase = cachedFor(QUEUES_MS, async () => {
    try {
      showQueues(await withTimeout(PATIENCE_MS, readQueues(owner, sources.queues)))
      up.set(1)
    } catch {
      // Reset first, because a gauge with an outdated value looks healthy.
      queued.reset()
      oldest.reset()
      up.set(0)
    }
  })
  const readSizes = cachedFor(SIZES_MS, async () => {
    const [sizes] = await withTimeout(
      PATIENCE_MS,
      owner.quick<{ database: number; files: number }>(SIZES, [], PATIENCE_MS),
    )
    if (sizes === undefined) return
    database.set(Number(sizes.database))
    files.set(Number(sizes.files))
  })
  const readDisk = async () => {
    const space = await statfs(sources.dataDir)
    free.set(space.bavail * space.bsize)
    total.set(space.blocks * space.bsize)
  }
  return {
    async refresh() {
      const { inUse, idle, waiting: waits, max } = sources.pool()
      connections.labels('in_use').set(inUse)
      connections.labels('idle').set(idle)
      waiting.set(waits)
      most.set(max)
      // Independent of each other: a failed one is omitted without affecting the others.
      await Promise.allSettled([readDatabase(), readSizes(), readDisk()])
    },
  }
}

const SIZES = `
  select pg_database_size(current_database()) as database,
         (select coalesce(sum(size), 0) from media_files) +
         (select coalesce(sum(file_size), 0) from knowledge_sources where file_name is not null) as files`

/** Caches the work for `ms` milliseconds. Concurrent callers share one run. */
function cachedFor(ms: number, work: () => Promise<void>): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  return () => {
    if (performance.now() - readAt < ms) return Promise.resolve()
    reading ??= work()
      .then(() => {
        readAt = performance.now()
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}
