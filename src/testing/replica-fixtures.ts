/** Two processes of Parley with a real primary and a real streaming replica. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ReadOutcome, ReplicaReport } from '../core/replicas.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'
import { type PostgresCluster, type PostgresServer, startCluster } from './postgres-cluster.ts'
import { createWorld, type World } from './world.ts'

export interface ReplicaScene {
  readonly cluster: PostgresCluster
  readonly replica: PostgresServer
  /** Data folder of all processes. */
  readonly folder: string
  /** World of the first process. */
  readonly world: World
  /** Second process, on the same database with the same secret. */
  readonly other: TestApp
  /** Opens another process. @param settings in addition to those of the scene */
  open(settings: Readonly<Record<string, string>>): Promise<TestApp>
  close(): Promise<void>
}

export const SCENE_SECRET = 'a secret of all processes of this test'

/** @param settings of the replica */
export async function openReplicaScene(settings: Readonly<Record<string, string>> = {}): Promise<ReplicaScene> {
  const cluster = await startCluster()
  const folder = await mkdtemp(join(tmpdir(), 'parley-replicas-'))
  const opened: TestApp[] = []
  try {
    const replica = await cluster.addReplica(settings)
    const open = async (more: Readonly<Record<string, string>>) => {
      const app = await createTestApp({
        settings: {
          ...{ DATA_DIR: folder, SECRET: SCENE_SECRET, DATABASE_URL: cluster.primary.url },
          ...{ DATABASE_READ_URL: replica.url, ...more },
        },
      })
      opened.push(app)
      return app
    }
    const world = await createWorld(await open({}))
    const other = await open({})
    await untilReplayed(cluster.primary, replica)
    await Promise.all(opened.map(checkReplicas))
    return {
      ...{ cluster, replica, folder, world, other, open },
      async close() {
        for (const app of opened) {
          await app.server.close()
          await app.close()
        }
        await cluster.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Waits until the replica has replayed everything that is committed now. */
export async function untilReplayed(primary: PostgresServer, replica: PostgresServer): Promise<void> {
  const [row] = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  // Ends a wait that would never end. Busy disks need half a minute.
  for (let tries = 0; tries < 2_400; tries += 1) {
    const [state] = await replica.query<{ done: boolean }>(`select pg_last_wal_replay_lsn() >= '${row?.lsn}' as done`)
    if (state?.done === true) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('The replica did not catch up.')
}

/** Examines the replicas now, instead of within a second. */
export async function checkReplicas(app: TestApp): Promise<readonly ReplicaReport[]> {
  const { replicas } = app.store
  if (replicas === undefined) throw new Error('The app has no replicas.')
  await replicas.check()
  return replicas.report().replicas
}

/** Counts where operations of the app read while the work runs. */
export async function countReads(app: TestApp, work: () => Promise<unknown>): Promise<Record<ReadOutcome, number>> {
  const read = () => {
    const { replicas } = app.store
    if (replicas === undefined) throw new Error('The app has no replicas.')
    return replicas.report().reads
  }
  const before = read()
  await work()
  const after = read()
  const names = Object.keys(after) as ReadOutcome[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Record<ReadOutcome, number>
}

/** Reads until the replica answers. On a busy machine, it can be behind for a moment after it was up to date. */
export const untilReplicaReads = (app: TestApp, work: () => Promise<unknown>): Promise<void> =>
  expect.poll(async () => (await countReads(app, work)).replica, { timeout: 60_000 }).toBeGreaterThan(0)
