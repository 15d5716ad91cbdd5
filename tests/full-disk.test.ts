/**
 * The service on a disk that is full. Needs root, which mounts a small disk; with TEST_SMALL_DISK set it fails where that
 * can't be done, else it is skipped.
 */
import { once } from 'node:events'
import { cp, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it, type TestContext } from 'vitest'
import { startParley } from '../src/testing/run-parley.ts'
import { mountSmallDisk, type SmallDisk } from '../src/testing/small-disk.ts'
import { isEmbedded, testDatabase } from '../src/testing/test-database.ts'

/** A disk for each test, because the tests run at the same time. */
const mounted = !isEmbedded
  ? [{ reason: 'The disk of a server is not ours.' }]
  : [220, 220, 40].map((megabytes) => mountSmallDisk(megabytes))
const disks = mounted.flatMap((one): SmallDisk[] => ('reason' in one ? [] : [one]))
afterAll(() => {
  for (const disk of disks) disk.remove()
})
const [failed] = mounted.flatMap((one) => ('reason' in one ? [one] : []))
if (failed !== undefined && isEmbedded && process.env.TEST_SMALL_DISK !== undefined) {
  throw new Error(`TEST_SMALL_DISK is set, but no small disk can be mounted: ${failed.reason}`)
}
const [reserved, exhausted, tiny] = disks
const areMounted = disks.length === mounted.length

/** Longest time in which a service that is told to stop may go on. */
const STOP_MS_MAX = 30_000

async function serve(on: SmallDisk, env: Record<string, string>, { onTestFinished }: TestContext) {
  const data = join(on.folder, 'data')
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { mode: 0o700 })
  await cp((await testDatabase()).database ?? '', join(data, 'database'), { recursive: true })
  const service = startParley(['serve', '--data', data, '--port', '0', '--json'], {
    env: { LOG_LEVEL: 'silent', ...env },
  })
  onTestFinished(() => void service.kill('SIGKILL'))
  const ended = once(service, 'exit')
  const [line] = await once(service.stdout, 'data')
  const said = JSON.parse(String(line)) as { url: string; base_url: string; api_key: string }
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(said.base_url + path, {
      method,
      headers: { authorization: said.api_key, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(25_000),
    })
    // biome-ignore lint/suspicious/noExplicitAny: read field by field
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as any }
  }
  return {
    data,
    ask,
    talk: (transcript: string) => ask('POST', '/conversations/import', { transcript }),
    async probe(path: string) {
      const answer = await fetch(said.url + path)
      // biome-ignore lint/suspicious/noExplicitAny: read field by field
      return { status: answer.status, body: (await answer.json()) as any }
    },
    async stop() {
      const begun = performance.now()
      service.kill('SIGTERM')
      const [code] = await ended
      return { code, ms: performance.now() - begun }
    },
  }
}

/** Writes to PostgreSQL's log alone until there is no room for it, which ends PostgreSQL. */
async function exhaust(data: string): Promise<void> {
  const client = new pg.Client({ host: join(data, 'socket'), user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const write = () => client.query(`select pg_logical_emit_message(false, 'test', repeat('x', 4000000))`)
  await expect(
    (async () => {
      for (let n = 0; n < 20; n++) await write()
    })(),
  ).rejects.toThrow('Connection terminated')
}

const LINE = 'Bob: We need sixty seats by June.'

describe.skipIf(!areMounted).concurrent('a full disk', () => {
  it('is never reached: below the reserve writes are refused with 507, reads go on, and room is enough', async (context) => {
    if (reserved === undefined) return
    const { ask, talk, probe, stop } = await serve(reserved, {}, context)
    const { status, body: kept } = await talk(LINE)
    expect(status).toBe(202)

    await reserved.fill(40)
    await pause(300)
    const refused = await talk(LINE)
    expect(refused).toMatchObject({ status: 507, retryAfter: '60', body: { code: 'disk_full', status: '507' } })
    expect((await ask('GET', `/conversations/${kept.uuid}`)).status).toBe(200)
    const tool = await ask('GET', '/conversations?size=1')
    expect(tool.status).toBe(200)
    await pause(1_000)
    expect(await probe('/readyz')).toMatchObject({ status: 200, body: { status: 'degraded' } })
    expect((await probe('/readyz')).body.dependencies).toContainEqual({ name: 'disk', state: 'full' })

    reserved.empty()
    await pause(300)
    expect((await talk(LINE)).status).toBe(202)
    const { code, ms } = await stop()
    expect([code, ms < STOP_MS_MAX]).toEqual([0, true])
  }, 240_000)

  it('that is reached nevertheless ends the database, which comes back by itself with all that was acknowledged', async (context) => {
    if (exhausted === undefined) return
    // Tests that run at the same time poll with their own one.
    const { expect } = context
    const { data, ask, talk, probe, stop } = await serve(exhausted, { DISK_RESERVE_MB: '0' }, context)
    const { body: kept } = await talk(LINE)
    await exhausted.fill(0)
    await exhaust(data)
    await expect.poll(async () => (await probe('/healthz')).status, { timeout: 10_000 }).toBe(503)
    expect(await talk(LINE)).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'database_unavailable' } })
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } })

    exhausted.empty()
    await expect.poll(async () => (await probe('/readyz')).status, { timeout: 30_000 }).toBe(200)
    expect((await ask('GET', `/conversations/${kept.uuid}`)).status).toBe(200)
    expect((await talk(LINE)).status).toBe(202)

    await exhausted.fill(0)
    await exhaust(data)
    const { code, ms } = await stop()
    expect([code, ms < STOP_MS_MAX]).toEqual([0, true])
    exhausted.empty()
  }, 240_000)

  it('with no room for a new database says so in words', async () => {
    if (tiny === undefined) return
    await tiny.fill(20)
    const service = startParley(['serve', '--data', join(tiny.folder, 'new'), '--port', '0'])
    let said = ''
    service.stderr.on('data', (data) => {
      said += data
    })
    const [code] = await once(service, 'exit')
    tiny.empty()
    expect(code).toBe(1)
    expect(said).toMatch(/^parley: A new database requires 64 MB\. (19|20) MB are free .* Free disk space/m)
    await expect(stat(join(tiny.folder, 'new', 'database'))).rejects.toThrow('ENOENT')
  })
})
