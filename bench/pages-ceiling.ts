/** The ceiling of a page: the same bytes, from memory, by a bare `node:http` server that asks nobody for anything. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const { FOLDER = '' } = process.env
const bodies = new Map(readdirSync(FOLDER).map((name) => [`/${name}`, readFileSync(join(FOLDER, name))]))

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '')
  response.statusCode = body === undefined ? 404 : 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
