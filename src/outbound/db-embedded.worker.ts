/**
 * The thread that owns PGlite. It serves the PostgreSQL protocol on a private Unix socket, so that no query holds up the
 * event loop of the service and the command line can join in while the service runs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { SharedSession } from './db-embedded-session.ts'
import { startTidying } from './db-embedded-tidy.ts'

const { folder, socket, maxConnections, settings } = workerData as {
  folder: string
  socket: string
  maxConnections: number
  settings: readonly string[]
}

const database = new SharedSession({ dataDir: folder, extensions: { vector } })
await database.waitReady
await database.exec(`set timezone = 'UTC'`)
// Connections cannot bring settings of their own, since they share one session.
for (const setting of settings) await database.exec(`set ${setting.replace('=', ' = ')}`)

const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections })
await server.start()

const endTidying = startTidying(database, ({ message }) => parentPort?.postMessage({ fault: message }))
parentPort?.on('message', async (message: 'stop') => {
  if (message === 'stop') await stop()
  process.exit(0)
})
parentPort?.postMessage('ready')

async function stop(): Promise<void> {
  await endTidying()
  await server.stop()
  await database.close()
}
