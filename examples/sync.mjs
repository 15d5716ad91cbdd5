#!/usr/bin/env node
/**
 * Keeps a copy of all conversations in a file, by `GET /v2/changes` (docs/sync.md). You can end it at any time, and start
 * it again: it continues after the last stored page.
 *
 *   PARLEY_URL=http://localhost:8080 PARLEY_KEY=… node examples/sync.mjs copy.json
 *
 * It ends when the copy is complete. Run it regularly, for example by cron.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'

const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '' } = process.env
const [file] = process.argv.slice(2)
if (file === undefined || PARLEY_KEY === '') {
  console.error('Usage: PARLEY_URL=… PARLEY_KEY=… node examples/sync.mjs FILE')
  process.exit(2)
}

/** @typedef {{ cursor: string | undefined, conversations: Record<string, object> }} Copy */

/** @type {Copy} */
let copy = await readCopy()
if (copy.cursor === undefined) copy = await readEverything()
for (let hasMore = true; hasMore; ) hasMore = await applyChanges()
console.log(`${Object.keys(copy.conversations).length} conversations`)

/** Applies one page of changes. @returns whether there are more */
async function applyChanges() {
  const { status, body } = await get(
    `/changes?${new URLSearchParams({ since: copy.cursor ?? '', types: 'conversation' })}`,
  )
  if (status === 410) {
    // Changes after the cursor are no longer stored.
    copy = await readEverything()
    return true
  }
  // One conversation can change several times. Its present state is all that counts.
  const isHere = new Map(body.data.map(({ id, change }) => [id, change !== 'erased' && change !== 'gone']))
  for (const [id, exists] of isHere) {
    const found = exists ? await get(`/conversations/${id}`) : { status: 404, body: undefined }
    if (found.status === 404) delete copy.conversations[id]
    else copy.conversations[id] = toRecord(found.body)
  }
  copy.cursor = body.meta.cursor
  await writeCopy(copy)
  return body.meta.hasMore
}

/**
 * Lists all conversations. The cursor of the changes comes first, so that no change during the listing is missed.
 * @returns {Promise<Copy>}
 */
async function readEverything() {
  const { cursor } = (await get('/changes')).body.meta
  const conversations = {}
  for (let next = ''; next !== null; ) {
    const query = new URLSearchParams({ 'filter[archived]': 'true', size: '50', cursor: next })
    const { body } = await get(`/conversations/list?${query}`)
    for (const one of body.data) conversations[one.id] = toRecord(one)
    next = body.meta.nextCursor
  }
  const all = { cursor, conversations }
  await writeCopy(all)
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
    if ([200, 404, 410].includes(answer.status)) return { status: answer.status, body: await answer.json() }
    if (![429, 503].includes(answer.status) || attempt === 10)
      throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** @returns {Promise<Copy>} */
async function readCopy() {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return { cursor: undefined, conversations: {} }
    throw error
  }
}

/** Replaces the file in one step, so that the copy and its cursor always belong together. */
async function writeCopy(content) {
  const next = `${file}.next`
  await writeFile(next, JSON.stringify(content))
  await rename(next, file)
}
