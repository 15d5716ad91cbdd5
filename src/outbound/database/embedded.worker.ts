/**
 * Thread that owns PGlite. It serves the PostgreSQL protocol on a private Unix socket. Queries don't block the event
 * loop of the service, and the command line can connect while the service runs. If PostgreSQL ends for any reason, the
 * thread ends too. `embedded.ts` then starts another one, which recovers the committed data.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { describeThrown } from '../../core/errors.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { SharedSession } from './embedded-session.ts'
import { startTidying } from './embedded-tidy.ts'
import { DATABASE_ENDED, type WorkerMessage, type WorkerParts } from './embedded-worker-parts.ts'

const { folder, socket, maxConnections, settings, activity } = workerData as WorkerParts

/**
 * PGlite fills this memory with zeros at the start, so the process uses all of it. The page cache of the operating system
 * has the other pages, and reading one from it takes microseconds.
 */
const SHARED_BUFFERS = '32MB'

/** Last lines of PostgreSQL's log, which contain the reason for its end. */
const lines: string[] = []
const post = (message: WorkerMessage) => parentPort?.postMessage(message)
const end = (cause: unknown): never => {
  const reason = lines.findLast((line) => /\b(PANIC|FATAL):/.test(line)) ?? describeThrown(cause)
  post({ type: 'ended', reason })
  process.exit(DATABASE_ENDED)
}

try {
  const database = new SharedSession({
    dataDir: folder,
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    onStderr: (line: string) => {
      if (lines.push(line) > 20) lines.shift()
      return false
    },
  })
  await database.waitReady
  database.endWith(end)
  // Clients can't set them for themselves, because they share one session.
  const shared = [`timezone = 'UTC'`, ...settings.map((setting) => setting.replace('=', ' = '))]
  for (const setting of shared) await database.exec(`set ${setting}`)
  database.reportTo(activity)
  const server = await startEmbeddedServer({
    ...{ session: database, path: socket, maxConnections, settings: shared },
    failed: end,
  })
  const endTidying = startTidying(database, {
    failed: ({ message }) => post({ type: 'fault', fault: message }),
    turned: () => post({ type: 'tidied' }),
  })
  parentPort?.on('message', async (message: 'stop') => {
    if (message !== 'stop') return
    await endTidying()
    await server.stop()
    await database.close()
    process.exit(0)
  })
  post({ type: 'ready' })
} catch (error) {
  end(error)
}
