/**
 * The ceiling of a tool call: the same SDK on `node:http`, and one tool that gives bytes it was handed at its start. No
 * caller is asked for, nothing is read. Takes the result to give as JSON in `BARE_RESULT`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

const result = JSON.parse(process.env.BARE_RESULT ?? '{"content":[]}')

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'bare', inputSchema: { type: 'object' as const } }],
  }))
  server.setRequestHandler('tools/call', () => result)
  return server
})
const answer = toNodeHandler(handler)
const http = createServer((request, reply) => void answer(request as never, reply))
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`)
})
