#!/usr/bin/env node
/**
 * Exports all conversations to a folder, by `GET /v2/conversations/export` (docs/transcripts.md). You can end it at any
 * time, and start it again: it continues after the last stored page.
 *
 *   PARLEY_URL=http://localhost:8080 PARLEY_KEY=… node examples/export-all.mjs FOLDER [FORMAT]
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '' } = process.env
const [folder, format = 'vcon'] = process.argv.slice(2)
if (folder === undefined || PARLEY_KEY === '') {
  console.error('Usage: PARLEY_URL=… PARLEY_KEY=… node examples/export-all.mjs FOLDER [FORMAT]')
  process.exit(2)
}

const stateFile = join(folder, '.export.json')
await mkdir(folder, { recursive: true, mode: 0o700 })
let state = await readState()
while (!state.isDone) {
  const query = new URLSearchParams({ format, ...(state.cursor === null ? {} : { cursor: state.cursor }) })
  const { data, meta } = await get(`/conversations/export?${query}`)
  for (const { id, fileName, content, encoding, error } of data) {
    if (error !== null) console.error(`${id}: ${error.detail}`)
    else await writePrivately(join(folder, basename(fileName)), Buffer.from(content, encoding))
  }
  const exported = state.exported + data.filter(({ error }) => error === null).length
  state = { format, exported, cursor: meta.cursor, changesCursor: meta.changesCursor, isDone: meta.cursor === null }
  await writePrivately(stateFile, JSON.stringify(state))
}
console.log(
  `${state.exported} conversations exported. Changes since then: GET /v2/changes?since=${state.changesCursor}`,
)

/** Sends a request, and again if the service is busy. @throws Error for other failures */
async function get(path) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${PARLEY_URL}/v2${path}`, { headers: { authorization: PARLEY_KEY } })
    if (answer.ok) return answer.json()
    if (![429, 503].includes(answer.status) || attempt === 10)
      throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** State of an earlier run with the same format. */
async function readState() {
  const start = { format, exported: 0, cursor: null, changesCursor: '', isDone: false }
  try {
    const stored = JSON.parse(await readFile(stateFile, 'utf8'))
    return stored.format === format ? stored : start
  } catch (error) {
    if (error.code === 'ENOENT') return start
    throw error
  }
}

/** Replaces the file in one step, readable only by its owner. */
async function writePrivately(file, content) {
  await writeFile(`${file}.next`, content, { mode: 0o600 })
  await rename(`${file}.next`, file)
}
