#!/usr/bin/env node
/**
 * Prepares a call with a company, as a client of the tool server (MCP): finds the earlier calls, asks a question about
 * them, and lists the open actions (docs/tools.md). The key must belong to a user, because actions do.
 *
 *   PARLEY_URL=http://localhost:8080 PARLEY_KEY=… node examples/call-brief.mjs COMPANY [QUESTION]
 */
const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '' } = process.env
const [company, question = 'What did the customer object to, and what was promised?'] = process.argv.slice(2)
if (company === undefined || PARLEY_KEY === '') {
  console.error('Usage: PARLEY_URL=… PARLEY_KEY=… node examples/call-brief.mjs COMPANY [QUESTION]')
  process.exit(2)
}

let session
let version = '2025-06-18'
const { protocolVersion } = await request('initialize', {
  protocolVersion: version,
  capabilities: {},
  clientInfo: { name: 'call-brief', version: '1.0.0' },
})
version = protocolVersion
await send({ jsonrpc: '2.0', method: 'notifications/initialized' })

const { calls } = await callTool('search_calls', { query: company, limit: 5 })
if (calls.length === 0) {
  console.log(`No calls mention ${company}.`)
  process.exit(0)
}
const answer = await callTool('ask_assistant', { prompt: question, call_ids: calls.map((call) => call.call_id) })
const { actions } = await callTool('list_actions', { status: ['pending', 'drafted'] })
const ids = new Set(calls.map((call) => call.call_id))
const open = actions.filter(({ entity_id: id }) => ids.has(id))
console.log(
  [
    `# ${company}`,
    ...calls.map(({ title, started_at: startedAt, url }) => `- ${startedAt.slice(0, 10)} [${title}](${url})`),
    `\n## ${question}`,
    answer.answered ? answer.output : 'The calls contain no answer.',
    `\n## Open actions`,
    ...(open.length === 0 ? ['None'] : open.map(({ title }) => `- ${title}`)),
  ].join('\n'),
)

/** Calls a tool. @returns its typed result @throws Error with the code of the service if the call is rejected */
async function callTool(name, args) {
  const { structuredContent, isError } = await request('tools/call', { name, arguments: args })
  if (isError) throw new Error(`${name}: ${structuredContent.error.code}: ${structuredContent.error.message}`)
  return structuredContent
}

async function request(method, params) {
  const id = crypto.randomUUID()
  const { result, error } = await send({ jsonrpc: '2.0', id, method, params }, id)
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result
}

/** Sends a message over Streamable HTTP. The server responds with JSON, or with a stream of events. */
async function send(message, id) {
  const response = await fetch(`${PARLEY_URL}/mcp`, {
    method: 'POST',
    headers: {
      authorization: PARLEY_KEY,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(message.method === 'initialize' ? {} : { 'mcp-protocol-version': version }),
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify(message),
  })
  session = response.headers.get('mcp-session-id') ?? session
  const text = await response.text()
  if (!response.ok) throw new Error(`${message.method}: ${response.status} ${text}`)
  if (id === undefined) return undefined
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return JSON.parse(text)
  const messages = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)))
  return messages.find((one) => one.id === id)
}
