/**
 * The least a start can take: a Node process that opens the same kind of database and answers over HTTP, with nothing of
 * ours in between. `embedded FOLDER` or `postgres URL`; says in one JSON line where it listens.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [kind, where = ''] = process.argv.slice(2)
const ping = kind === 'embedded' ? await openFolder(where) : await openServer(where)

const server = createServer(async (_request, response) => {
  await ping()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${port}` }))
})

async function openFolder(dataDir: string): Promise<() => Promise<unknown>> {
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create({ dataDir })
  process.on('SIGTERM', async () => {
    await database.close()
    process.exit(0)
  })
  return () => database.query('select 1')
}

async function openServer(connectionString: string): Promise<() => Promise<unknown>> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString })
  return () => pool.query('select 1')
}
