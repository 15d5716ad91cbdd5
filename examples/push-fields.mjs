#!/usr/bin/env node
/**
 * Receives `conversation.fields_confirmed` webhooks, and sends the confirmed fields of the conversation to another system
 * (docs/webhooks.md). The other system gets `PUT CRM_URL/CONVERSATION_ID` with the fields as JSON.
 *
 *   PARLEY_URL=… PARLEY_KEY=… PARLEY_WEBHOOK_SECRET=whsec_… CRM_URL=… node examples/push-fields.mjs FOLDER [PORT]
 *
 * An event is stored in FOLDER before it is acknowledged, and removed after the other system accepted it. So you can end
 * the program at any time. It sends the state at that time, so events in another order, and repeated ones, do no harm.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '', PARLEY_WEBHOOK_SECRET = '', CRM_URL = '' } = process.env
const [folder, port = '8081'] = process.argv.slice(2)
if (folder === undefined || [PARLEY_KEY, PARLEY_WEBHOOK_SECRET, CRM_URL].includes('')) {
  console.error('Usage: PARLEY_KEY=… PARLEY_WEBHOOK_SECRET=… CRM_URL=… node examples/push-fields.mjs FOLDER [PORT]')
  process.exit(2)
}
const BODY_BYTES_MAX = 100_000
const RETRY_SECONDS = 5
await mkdir(folder, { recursive: true })

let isWorking = false
let hasMore = false
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
server.listen(Number(port), '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`))
startWork()

/** @returns the HTTP status for the event */
async function receive(request) {
  const body = await readBody(request)
  if (body === undefined) return 413
  if (!isSigned(request.headers, body)) return 401
  const { type, data } = JSON.parse(body)
  if (type === 'conversation.fields_confirmed') await storeEvent(request.headers['webhook-id'], data.conversation_id)
  startWork()
  return 204
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
  if (!/^\w+$/.test(id) || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const secret = Buffer.from(PARLEY_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ''), 'base64')
    return entry.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Stores an event so that it survives a crash. A repeated event has the same name. */
async function storeEvent(id, conversationId) {
  const file = await open(join(folder, `${id}.new`), 'w')
  await file.writeFile(conversationId)
  await file.sync()
  await file.close()
  await rename(join(folder, `${id}.new`), join(folder, `${id}.event`))
}

/** Works on the stored events, one run at a time. */
function startWork() {
  hasMore = true
  if (isWorking) return
  isWorking = true
  work().catch((error) => {
    // Without its folder, the program can't acknowledge events.
    console.error(error)
    process.exit(1)
  })
}

async function work() {
  while (hasMore) {
    hasMore = false
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.event')).sort()) {
      const path = join(folder, name)
      try {
        await pushFields(await readFile(path, 'utf8'))
        await rm(path)
      } catch (error) {
        console.error(`${error.message}. Trying again in ${RETRY_SECONDS} seconds.`)
        hasMore = true
        await pause(RETRY_SECONDS * 1000)
      }
    }
  }
  isWorking = false
}

async function pushFields(conversationId) {
  const answer = await fetch(`${PARLEY_URL}/v2/conversations/${conversationId}`, {
    headers: { authorization: PARLEY_KEY },
  })
  // The conversation was erased since.
  if (answer.status === 404) return
  if (!answer.ok) throw new Error(`Parley responded with ${answer.status}`)
  const { attributes } = await answer.json()
  const confirmed = Object.values(attributes.confirmedExtractedIntelligence)
  const fields = Object.fromEntries(confirmed.map(({ key, value }) => [key, value]))
  const accepted = await fetch(`${CRM_URL}/${conversationId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: attributes.title, fields }),
  })
  if (!accepted.ok) throw new Error(`The other system responded with ${accepted.status}`)
  console.log(`Sent ${confirmed.length} fields of ${conversationId}`)
}
