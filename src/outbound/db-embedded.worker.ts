/**
 * The thread that owns PGlite. It serves the PostgreSQL protocol on a private Unix socket, so that no query holds up the
 * event loop of the service and the command line can join in while the service runs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { SharedSession } from './db-embedded-session.ts'

const { folder, socket, maxConnections, settings } = workerData as {
  folder: string
  socket: string
  maxConnections: number
  settings: readonly string[]
}

/** How long a quiet database waits before it tidies up after writes; PGlite runs no autovacuum of its own. */
const QUIET_MS = 5_000

const database = new SharedSession({ dataDir: folder, extensions: { vector } })
await database.waitReady
await database.exec(`set timezone = 'UTC'`)
// Connections cannot bring settings of their own, since they share one session.
for (const setting of settings) await database.exec(`set ${setting.replace('=', ' = ')}`)

const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections })
await server.start()

let changesSeen = await changes()
const housekeeping = setInterval(() => {
  tidy().catch((error: Error) => parentPort?.postMessage({ fault: error.message }))
}, QUIET_MS)

parentPort?.on('message', async (message: 'stop') => {
  if (message === 'stop') await stop()
  process.exit(0)
})
parentPort?.postMessage('ready')

async function stop(): Promise<void> {
  clearInterval(housekeeping)
  await server.stop()
  await database.close()
}

/** Rows written since the database started: the sum over its own statistics. */
async function changes(): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_user_tables',
  )
  return rows[0]?.n ?? 0
}

async function tidy(): Promise<void> {
  if (database.isInTransaction() || server.getStats().queuedQueries > 0) return
  const now = await changes()
  if (now - changesSeen < 1_000) return
  changesSeen = now
  await database.exec('vacuum (analyze)')
}
