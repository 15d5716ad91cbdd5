#!/usr/bin/env node
/**
 * Imports a folder of transcripts and recordings with their metadata (docs/importing.md).
 *
 *   PARLEY_URL=http://localhost:8080 PARLEY_KEY=… node examples/import-folder.mjs FOLDER
 *
 * `calls/acme.vtt` can have a file `calls/acme.vtt.json` next to it, with fields of `POST /v2/conversations/import`:
 *
 *   { "title": "Acme renewal", "startedAt": "2026-11-20T14:30:00Z", "userEmail": "ana@example.com" }
 *
 * The path is the external ID, so a second run changes nothing for files that were imported. The exit status is 1 if a file was rejected.
 */
import { openAsBlob } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

const { PARLEY_URL = 'http://localhost:8080', PARLEY_KEY = '' } = process.env
const [folder] = process.argv.slice(2)
if (folder === undefined || PARLEY_KEY === '') {
  console.error('Usage: PARLEY_URL=… PARLEY_KEY=… node examples/import-folder.mjs FOLDER')
  process.exit(2)
}

const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const paths = entries
  .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const names = new Set(paths)
// A file `x.json` beside a file `x` is metadata; every other JSON file is a transcript.
const files = paths.filter((path) => !(path.endsWith('.json') && names.has(path.slice(0, -'.json'.length))))

let rejected = 0
for (const path of files) {
  const externalId = path.slice(folder.length).split(sep).filter(Boolean).join('/')
  const metadata = names.has(`${path}.json`) ? JSON.parse(await readFile(`${path}.json`, 'utf8')) : {}
  const { status, body } = await importFile(path, {
    ...metadata,
    applicationName: 'folder',
    applicationExternalID: externalId,
  })
  if (status === 202) {
    const { form, taken } = body.reading ?? { form: 'recording', taken: [] }
    console.log(`imported  ${externalId}  ${body.uuid}  ${[form, ...taken].join(', ')}`)
  } else {
    rejected++
    console.error(`rejected  ${externalId}  ${status} ${body.code}: ${body.detail}`)
  }
}
console.log(`${files.length} files, ${rejected} rejected`)
process.exitCode = rejected === 0 ? 0 : 1

/** Sends one file, and again if the service is busy. The same key makes the repetition safe. */
async function importFile(path, fields) {
  const key = crypto.randomUUID()
  for (let attempt = 1; ; attempt++) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    // The service reads fields up to the file, so the file is the last one. It isn't loaded into memory.
    form.append('file', await openAsBlob(path), basename(path))
    const answer = await fetch(`${PARLEY_URL}/v2/conversations/import`, {
      method: 'POST',
      headers: { authorization: PARLEY_KEY, 'idempotency-key': key },
      body: form,
    })
    const body = await answer.json()
    if (![429, 503].includes(answer.status) || attempt === 10) return { status: answer.status, body }
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1000))
  }
}
