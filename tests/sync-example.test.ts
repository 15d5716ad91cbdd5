/**
 * `examples/sync.mjs` and `examples/sync-webhooks.mjs` against the running service: random changes, archives and erasures,
 * while the program is killed and started again. Its copy ends equal to the service. SYNC_CHANGES sets the number of
 * changes (default 150).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { freePort } from '../src/testing/free-port.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { RECEIVERS } from '../src/testing/receiver.ts'
import { createWorld, type World } from '../src/testing/world.ts'

const CHANGES = Number(process.env.SYNC_CHANGES ?? 150)
/** Changes go on until so many runs of the program were killed. */
const KILLS_MIN = 4
const CONVERSATIONS = 70

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true, allowed: RECEIVERS }))
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

function startProgram(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PARLEY_URL: world.app.publicUrl(), PARLEY_KEY: world.org.key, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, errors })) }
}

/** Conversations of this copy alone. @returns their IDs */
async function importCalls(): Promise<readonly string[]> {
  const ids: string[] = []
  for (let n = 0; n < CONVERSATIONS; n++) ids.push(await importFor(world, { conversationTitle: `Call ${n}` }))
  return ids
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

it(`equals the service after ${CHANGES} or more changes and ${KILLS_MIN} or more kills, by the feed`, async () => {
  const file = join(folder, 'copy.json')
  const random = createRandom(20_261_124)
  const startSync = (path: string) => startProgram(['examples/sync.mjs', path])
  let ids = await importCalls()

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
  expect(Object.keys(service)).toEqual(expect.arrayContaining([...ids]))
  const copy = JSON.parse(await readFile(file, 'utf8'))
  expect(copy.conversations).toEqual(service)
  // It starts the program again and again, and hangs at most this long.
}, 600_000)

it(`equals the service after ${CHANGES} or more changes and ${KILLS_MIN} or more kills, by webhooks`, async () => {
  const file = join(folder, 'by-webhooks.json')
  const random = createRandom(20_261_128)
  const port = await freePort()
  const made = await call(world.app, world.org, 'POST', '/webhooks', { body: { url: `http://127.0.0.1:${port}/` } })
  const { id: webhook, secret } = made.body.data
  let ids = await importCalls()
  let program: ReturnType<typeof startProgram> | undefined
  const start = async () => {
    program = startProgram(['examples/sync-webhooks.mjs', file, String(port)], { PARLEY_WEBHOOK_SECRET: secret })
    await once(program.child.stdout, 'data')
  }
  const kill = async () => {
    program?.child.kill('SIGKILL')
    await program?.ended
  }

  await start()
  const send = (body: string | ReadableStream) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect((await send('{"type":"conversation.erased"}')).status).toBe(401)
  // A body without a length. The program can end the connection before the response arrives.
  const large = Readable.toWeb(Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))) as ReadableStream
  const refusal = await send(large).then(
    ({ status }) => status,
    () => 'ended',
  )
  expect([413, 'ended']).toContain(refusal)
  let kills = 0
  for (let step = 0; step < CHANGES || kills < KILLS_MIN; step++) {
    ids = await change(ids, random, step)
    if (random() > 0.08) continue
    const sending = world.app.drain(world.acme)
    if (random() < 0.5) {
      kills++
      await pause(random() * 60)
      await kill()
      // Some events find nobody.
      if (random() < 0.5) await sending
      await start()
    }
    await sending
  }
  await retryDeliveries(webhook)
  const copy = JSON.parse(await readFile(file, 'utf8'))
  expect(copy).toEqual(await readService())
  expect(Object.keys(copy)).toEqual(expect.arrayContaining([...ids]))
  await kill()
}, 600_000)

/** Sends what failed or wasn't acknowledged, as after the waits between attempts, until nothing is left. */
async function retryDeliveries(webhook: string): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const [left] = await world.app.store.owner.query<{ count: number }>(
      `with due as (
         update webhook_deliveries set next_try_at = now() where webhook_id = $1 and status = 'pending' returning id
       ) select count(*)::int from due`,
      [webhook],
    )
    const path = `/webhooks/${webhook}`
    const failed = await call(world.app, world.org, 'POST', `${path}/redeliver`, { body: { since: '2026-01-01' } })
    if (left?.count === 0 && failed.body.data.redelivered === 0) return
    if (attempts === 20) throw new Error(`${left?.count} deliveries are left`)
    // A new delivery starts the job, which waits until the next attempt otherwise.
    await call(world.app, world.org, 'POST', `${path}/test`)
    await world.app.drain(world.acme)
  }
}
