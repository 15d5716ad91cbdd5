/**
 * The stores beside the database fail while clients work: the bucket of files and the Redis of limits go away again and
 * again, and a second server looks for files in another folder.
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBucket } from '../src/testing/bucket.ts'
import { Gate } from '../src/testing/gate.ts'
import { redisCommand, startRedis } from '../src/testing/redis-server.ts'
import { createDatabase, dropDatabase } from './database.ts'
import { Door, type Given, type Row, secondsSince, until } from './faults-door.ts'
import { tell } from './report.ts'
import { type Service, startServiceAt } from './service.ts'

const NAME = `parley_faults_stores_${process.pid}`
const OUTAGES = 5
const AWAY_MS = 2_000
const BACK_MS = 1_000
const RECOVERY_SECONDS = 60

interface Readiness {
  readonly status: number
  readonly body: { readonly dependencies?: readonly { readonly name: string; readonly state: string }[] }
}

async function readinessOf({ said }: Service): Promise<Readiness> {
  const answer = await fetch(new URL('/readyz', said.url))
  return { status: answer.status, body: (await answer.json()) as Readiness['body'] }
}

const stateOf = ({ body }: Readiness, name: string) => body.dependencies?.find((one) => one.name === name)?.state

/** Runs work while a service of its own runs on a database of its own. */
async function withService<T>(
  { server }: Given,
  settings: Record<string, string>,
  work: (service: Service, databaseUrl: string | undefined) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-'))
  const databaseUrl = server === undefined ? undefined : await createDatabase(server, NAME)
  try {
    const service = await startServiceAt({ dataDir, databaseUrl, settings })
    try {
      return await work(service, databaseUrl)
    } finally {
      await service.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    if (server !== undefined) await dropDatabase(server, NAME)
  }
}

interface Outages {
  readonly name: 'files' | 'limits'
  readonly gate: Gate
  readonly service: Service
  /** One request that needs the store; its status. */
  readonly needs: () => Promise<number>
  /** Statuses that such a request may have. */
  readonly allowed: readonly number[]
  readonly broken: string[]
}

/** Takes the store away again and again beside requests that need it and requests that don't. */
async function outages({ name, gate, service, needs, allowed, broken }: Outages): Promise<string> {
  const door = new Door(service)
  const statuses = new Map<string, number>()
  const over = new AbortController()
  const note = (kind: string, status: number | string, fine: boolean) => {
    const key = `${kind} ${status}`
    statuses.set(key, (statuses.get(key) ?? 0) + 1)
    if (!fine && statuses.get(key) === 1) broken.push(`${kind} was answered ${status}`)
  }
  const client = async (kind: string, send: () => Promise<number>, fine: readonly number[]) => {
    while (!over.signal.aborted) {
      const status = await send().catch((error: Error) => error.name)
      note(kind, status, typeof status === 'number' && fine.includes(status))
      await pause(50)
    }
  }
  const clients = [
    client(`needs ${name}:`, needs, allowed),
    client('other:', async () => (await door.ask('GET', '/conversations?size=1')).status, [200]),
  ]
  let slowest = 0
  for (let n = 0; n < OUTAGES; n++) {
    await gate.down()
    await pause(AWAY_MS)
    const away = await readinessOf(service)
    if (stateOf(away, name) !== 'unavailable')
      broken.push(`/readyz does not name ${name}: ${JSON.stringify(away.body)}`)
    await gate.up()
    const from = performance.now()
    await until('recovery', RECOVERY_SECONDS, async () => stateOf(await readinessOf(service), name) === 'ok')
    slowest = Math.max(slowest, secondsSince(from))
    await pause(BACK_MS)
  }
  over.abort()
  await Promise.all(clients)
  const counted = [...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')
  return `${counted}; known to be back after ${slowest.toFixed(1)} s at the latest`
}

async function bucketAway(given: Given): Promise<Row> {
  const bucket = await startBucket()
  const gate = new Gate({ host: '127.0.0.1', port: bucket.port })
  await gate.up()
  const broken: string[] = []
  let acknowledged = 0
  try {
    const settings = { FILES_URL: `s3://key:secret@bucket?endpoint=http://127.0.0.1:${gate.port}` }
    const found = await withService(given, settings, async (service) => {
      let n = 0
      const needs = async () => {
        const form = new FormData()
        form.set('file', new Blob([`Notes ${n++}.`]), `notes-${n}.txt`)
        const answer = await fetch(`${service.baseUrl}/knowledge-base/sources/upload`, {
          ...{ method: 'POST', body: form, headers: { authorization: service.said.api_key ?? '' } },
          signal: AbortSignal.timeout(60_000),
        })
        if (answer.status === 503 && answer.headers.get('retry-after') === null) broken.push('503 without Retry-After')
        if (answer.ok) acknowledged++
        return answer.status
      }
      return outages({ name: 'files', gate, service, needs, allowed: [200, 201, 202, 503], broken })
    })
    // The installation keeps a mark there as well.
    if (bucket.objects.size < acknowledged)
      broken.push(`${acknowledged} files acknowledged, ${bucket.objects.size} kept`)
    return {
      ...{ injected: 'the bucket of files is away', times: OUTAGES, broken },
      holds: 'uploads 503 with Retry-After or kept; everything else 200; /readyz names it; recovers by itself',
      found: `${found}; ${acknowledged} files acknowledged`,
    }
  } finally {
    await gate.down()
    await bucket.close()
  }
}

async function limitsAway(given: Given): Promise<Row> {
  const row = {
    injected: 'the Redis of limits is away',
    holds: 'every request 200; /readyz names it; recovers by itself',
  }
  if (redisCommand === undefined) return { ...row, times: 0, found: 'skipped: there is no redis-server', broken: [] }
  const redis = await startRedis()
  const gate = new Gate({ host: '127.0.0.1', port: redis.port })
  await gate.up()
  const broken: string[] = []
  try {
    const settings = { LIMITS_STORE: `redis://127.0.0.1:${gate.port}` }
    const found = await withService(given, settings, async (service) => {
      const needs = async () => {
        const answer = await fetch(new URL('/mcp', service.said.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${service.said.api_key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
          signal: AbortSignal.timeout(60_000),
        })
        await answer.arrayBuffer()
        return answer.status
      }
      return outages({ name: 'limits', gate, service, needs, allowed: [200], broken })
    })
    return { ...row, times: OUTAGES, found, broken }
  } finally {
    await gate.down()
    await redis.kill()
  }
}

async function secondFolder(given: Given): Promise<Row> {
  const broken: string[] = []
  const found = await withService(given, {}, async (service, databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-other-'))
    try {
      const second = await startServiceAt({ dataDir, databaseUrl })
      try {
        const readiness = await readinessOf(second)
        if (readiness.status !== 503) broken.push(`the second server is ready: ${JSON.stringify(readiness.body)}`)
        if (stateOf(readiness, 'files') !== 'misplaced') broken.push('/readyz of the second server does not name files')
        if ((await readinessOf(service)).status !== 200) broken.push('the first server is not ready')
        return `the second server answers ${readiness.status}, files ${stateOf(readiness, 'files')}`
      } finally {
        await second.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
  return {
    ...{ injected: 'a second server keeps files in another folder', times: 1, found, broken },
    holds: 'the second server is not ready and names its files; the first one works',
  }
}

export async function storeFaults(given: Given): Promise<Row[]> {
  // An embedded database belongs to one folder.
  const own = given.server === undefined ? [] : [secondFolder]
  const rows: Row[] = []
  for (const part of [bucketAway, limitsAway, ...own]) {
    rows.push(await part(given))
    tell(`${rows.at(-1)?.injected}: ${rows.at(-1)?.found}`)
  }
  return rows
}
