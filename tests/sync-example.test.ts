/**
 * `examples/sync.mjs` against the running service: random changes, archives and erasures, while the program is killed and
 * started again. Its copy ends equal to the service. SYNC_CHANGES sets the number of changes (default 300).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const CHANGES = Number(process.env.SYNC_CHANGES ?? 300)
/** Changes go on until so many runs of the program were killed. */
const KILLS_MIN = 4
const CONVERSATIONS = 70

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true }))
  folder = await mkdtemp(join(tmpdir(), 'parley-sync-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Pseudo-random numbers (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function startSync(file: string) {
  const child = spawn(process.execPath, ['examples/sync.mjs', file], {
    env: { ...process.env, PARLEY_URL: world.app.publicUrl(), PARLEY_KEY: world.org.key },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, errors })) }
}

/** One random change. @returns the conversations that exist after it */
async function change(ids: readonly string[], random: () => number, step: number): Promise<readonly string[]> {
  const id = ids[Math.floor(random() * ids.length)] ?? ''
  const send = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => {
    const { status } = await call(world.app, world.org, method, `/conversations/${id}${path}`, body && { body })
    expect([method, path, status < 300]).toEqual([method, path, true])
  }
  const kind = random()
  if (kind < 0.05 || ids.length < 20) return [...ids, await importFor(world, { conversationTitle: `New ${step}` })]
  if (kind < 0.09) {
    await send('DELETE', '?erase=true')
    return ids.filter((one) => one !== id)
  }
  if (kind < 0.25) await send('DELETE', '')
  else if (kind < 0.4) await send('POST', '/restore')
  else if (kind < 0.55) await send('PUT', '/privacy', { private: random() < 0.5 })
  else if (kind < 0.75) await send('PUT', '/labels', { labels: { Stage: `Option ${Math.floor(random() * 5)}` } })
  else await send('PUT', '/title', { title: `Title ${step}` })
  return ids
}

/** All conversations as the service has them. */
async function readService(): Promise<Record<string, object>> {
  const all: Record<string, object> = {}
  for (let page = 1; ; page++) {
    const query = `filter[archived]=true&size=50&page=${page}`
    const { body } = await call(world.app, world.org, 'GET', `/conversations/list?${query}`)
    for (const { id, attributes } of body.data) {
      const { title, archived, private: isPrivate, labels, updatedAt } = attributes
      all[id] = { title, archived, private: isPrivate, labels, updatedAt }
    }
    if (page >= body.meta.pageCount) return all
  }
}

it(`equals the service after ${CHANGES} or more changes and ${KILLS_MIN} or more kills`, async () => {
  const file = join(folder, 'copy.json')
  const random = createRandom(20_261_124)
  let ids: readonly string[] = []
  for (let n = 0; n < CONVERSATIONS; n++) ids = [...ids, await importFor(world, { conversationTitle: `Call ${n}` })]

  let isDone = false
  let kills = 0
  const failures: string[] = []
  const syncs = (async () => {
    while (!isDone && failures.length === 0) {
      const { child, ended } = startSync(file)
      const isKilled = random() < 0.6
      const timer = isKilled ? setTimeout(() => child.kill('SIGKILL'), 50 + random() * 600) : undefined
      const { code, errors } = await ended
      clearTimeout(timer)
      if (code === null) kills++
      else if (code !== 0) failures.push(errors)
    }
  })()
  for (let step = 0; failures.length === 0 && (step < CHANGES || kills < KILLS_MIN); step++) {
    ids = await change(ids, random, step)
  }
  await world.app.drain(world.acme)
  isDone = true
  await syncs
  expect(failures).toEqual([])

  const { code, errors } = await startSync(file).ended
  expect([code, errors]).toEqual([0, ''])
  const service = await readService()
  expect(Object.keys(service).toSorted()).toEqual([...ids].toSorted())
  const copy = JSON.parse(await readFile(file, 'utf8'))
  expect(copy.conversations).toEqual(service)
  // It starts the program again and again, and hangs at most this long.
}, 600_000)
