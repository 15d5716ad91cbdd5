#!/usr/bin/env node
/**
 * Keeps a copy of all conversations in a file, by webhooks (docs/sync.md). Create a webhook for the events
 * `conversation.*` with the address of this program, then start it with the secret of the webhook:
 *
 *   PARLEY_URL=… PARLEY_KEY=… PARLEY_WEBHOOK_SECRET=whsec_… node examples/sync-webhooks.mjs copy.json [PORT]
 *
 * An event is acknowledged after the file has its change. You can end the program at any time: Parley sends again what it
 * didn't acknowledge, for about a day. After a longer pause, delete the file, so that the program lists everything.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '', PARLEY_WEBHOOK_SECRET = '' } = process.env
const [file, port = '8081'] = process.argv.slice(2)
if (file === undefined || [PARLEY_KEY, PARLEY_WEBHOOK_SECRET].includes('')) {
  console.error('Usage: PARLEY_KEY=… PARLEY_WEBHOOK_SECRET=… node examples/sync-webhooks.mjs FILE [PORT]')
  process.exit(2)
}
const BODY_BYTES_MAX = 100_000
const ATTEMPTS_MAX = 5

/** @type {Record<string, object> | undefined} */
let conversations
const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      // Parley sends the event again.
      console.error(error.message)
      response.writeHead(500).end()
    },
  )
})
// Events that arrive during the listing wait for its end.
let last = start()
server.listen(Number(port), '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`))
await last

async function start() {
  const kept = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (kept !== undefined) {
    conversations = JSON.parse(kept)
    return
  }
  conversations = await readEverything()
  await writeCopy()
}

/** @returns the HTTP status for the event */
async function receive(request) {
  const body = await readBody(request)
  if (body === undefined) return 413
  if (!isSigned(request.headers, body)) return 401
  const { type, data } = JSON.parse(body)
  if (type.startsWith('conversation.')) await inTurn(() => updateConversation(data.conversation_id))
  return 204
}

/** Runs one update at a time, so that the newest state of a conversation is stored last. */
function inTurn(work) {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** Stores the present state, which is all that counts: events can be repeated, and come in another order. */
async function updateConversation(id) {
  const { status, body } = await get(`/conversations/${id}`)
  if (status === 404) delete conversations[id]
  else conversations[id] = toRecord(body)
  await writeCopy()
}

/** @returns the body; undefined if it is too large, also without a `Content-Length` */
async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Verifies the signature and the time (Standard Webhooks 1.0.0). */
function isSigned(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const secret = Buffer.from(PARLEY_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ''), 'base64')
    return entry.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Lists all conversations. */
async function readEverything() {
  const all = {}
  for (let cursor = ''; cursor !== null; ) {
    const query = new URLSearchParams({ 'filter[archived]': 'true', size: '50', cursor })
    const { body } = await get(`/conversations/list?${query}`)
    for (const one of body.data) all[one.id] = toRecord(one)
    cursor = body.meta.nextCursor
  }
  return all
}

/** What this copy keeps of a conversation. */
function toRecord({ attributes: { title, archived, private: isPrivate, labels, updatedAt } }) {
  return { title, archived, private: isPrivate, labels, updatedAt }
}

/** Sends a request, and again if the service is busy. @throws Error for other failures */
async function get(path) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${PARLEY_URL}/v2${path}`, { headers: { authorization: PARLEY_KEY } })
    if (answer.ok || answer.status === 404) return { status: answer.status, body: await answer.json() }
    if (attempt === ATTEMPTS_MAX || ![429, 503].includes(answer.status))
      throw new Error(`GET ${path} returned ${answer.status}: ${await answer.text()}`)
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** Writes another file and renames it, so that the copy is complete at any time. */
async function writeCopy() {
  await writeFile(`${file}.new`, JSON.stringify(conversations))
  await rename(`${file}.new`, file)
}
