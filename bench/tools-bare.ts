/**
 * The ceiling of a tool call: the same SDK on `node:http`, and one tool that returns bytes it got at its start, as JSON in
 * `BARE_RESULT`. With `BARE_READS`, it first makes these reads one after the other, as hand-written prepared statements
 * without row-level security: JSON with `url` and `statements` of `text` and `values`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import pg from 'pg'
import { BARE_APPLICATION, type BareReads } from './tools-reads.ts'

const result = JSON.parse(process.env.BARE_RESULT ?? '{"content":[]}')
const reads: BareReads | undefined = process.env.BARE_READS ? JSON.parse(process.env.BARE_READS) : undefined
const pool = reads && new pg.Pool({ connectionString: reads.url, max: 20, application_name: BARE_APPLICATION })

async function readAll(): Promise<void> {
  for (const [index, { text, values }] of reads?.statements.entries() ?? []) {
    const answer = await pool?.query({ name: `read ${index}`, text, values: [...values] })
    if (answer?.rows.length !== 1) throw new Error('a read of the bare server found no row')
  }
}

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'bare', inputSchema: { type: 'object' as const } }],
  }))
  server.setRequestHandler('tools/call', async () => {
    await readAll()
    return result
  })
  return server
})
const answer = toNodeHandler(handler)
const http = createServer((request, reply) => void answer(request as never, reply))
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`)
})
