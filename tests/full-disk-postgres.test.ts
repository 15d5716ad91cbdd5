/**
 * The service with a PostgreSQL server whose disk is full. Needs root, which mounts a small disk, and the programs of
 * PostgreSQL. With TEST_SMALL_DISK set it fails where the disk can't be mounted, else it is skipped.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { clusterParent, type PostgresServer, postgresFolder, startCluster } from '../src/testing/postgres-cluster.ts'
import { startParley } from '../src/testing/run-parley.ts'
import { mountSmallDisk, type SmallDisk } from '../src/testing/small-disk.ts'

const MEGABYTES = 480
const mounted = postgresFolder === undefined ? undefined : mountSmallDisk(MEGABYTES, clusterParent())
const disk: SmallDisk | undefined = mounted !== undefined && 'folder' in mounted ? mounted : undefined
if (mounted !== undefined && 'reason' in mounted && process.env.TEST_SMALL_DISK !== undefined)
  throw new Error(`TEST_SMALL_DISK is set, but no small disk can be mounted: ${mounted.reason}`)
afterAll(() => disk?.remove())

/** Longer than the free space in the pages of any table. */
const LONG = Array.from({ length: 1_500 }, (_, n) => `Bob: We need ${n} seats for team ${n * 7919} by June.`).join('\n')
const SHORT = 'Bob: We need sixty seats by June.'

async function serve(databaseUrl: string, dataDir: string) {
  const service = startParley(['serve', '--data', dataDir, '--port', '0', '--json'], {
    env: { LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, DATABASE_POOL: '4' },
  })
  const ended = once(service, 'exit')
  const [line] = await once(service.stdout, 'data')
  const { url, base_url, api_key } = JSON.parse(String(line)) as { url: string; base_url: string; api_key: string }
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(base_url + path, {
      method,
      headers: { authorization: api_key, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    // biome-ignore lint/suspicious/noExplicitAny: read field by field
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as any }
  }
  return {
    ask,
    talk: (transcript: string) => ask('POST', '/conversations/import', { transcript }),
    async probe(path: string) {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(10_000) })
      // biome-ignore lint/suspicious/noExplicitAny: read field by field
      return { status: answer.status, body: (await answer.json()) as any }
    },
    async stop() {
      service.kill('SIGTERM')
      return (await ended)[0]
    },
    kill: () => void service.kill('SIGKILL'),
  }
}

const writeLog = (server: PostgresServer) =>
  server.query(`select pg_logical_emit_message(false, 'test', repeat('x', 4000000))`)

/** Keeps space for 96 MB in the log of the server: files of written log, which the checkpoint names for later log. */
async function reserveLog(server: PostgresServer): Promise<void> {
  for (let n = 0; n < 24; n++) await writeLog(server)
  await server.query('checkpoint')
}

/** Writes to the log of the server until there is no room for it, which ends all of its processes. */
async function exhaustLog(server: PostgresServer): Promise<void> {
  await expect(
    (async () => {
      for (let n = 0; n < 100; n++) await writeLog(server)
    })(),
  ).rejects.toThrow(/No space left|terminated|recovery|ECONNREFUSED|ECONNRESET/)
}

describe.skipIf(disk === undefined)(
  'a PostgreSQL server without disk space (skipped without root and TEST_POSTGRES_BIN)',
  () => {
    it('loses nothing that was acknowledged, refuses writes with a time to wait, and works again with space', async ({
      onTestFinished,
    }) => {
      if (disk === undefined) return
      const cluster = await startCluster({ max_wal_size: '4GB', min_wal_size: '96MB' }, disk.folder)
      onTestFinished(() => cluster.stop())
      const { primary } = cluster
      const data = await mkdtemp(join(tmpdir(), 'parley-full-disk-'))
      onTestFinished(() => rm(data, { recursive: true, force: true }))
      const service = await serve(primary.url, data)
      onTestFinished(service.kill)
      const { ask, talk, probe } = service

      const acknowledged: string[] = []
      const tryTalk = async (transcript: string) => {
        const answer = await talk(transcript)
        if (answer.status === 202) acknowledged.push(answer.body.uuid)
        return answer
      }
      expect((await tryTalk(SHORT)).status).toBe(202)
      expect((await tryTalk(LONG)).status).toBe(202)

      // Tables can't grow, while the log still has room.
      await reserveLog(primary)
      await disk.fill(0)
      let refused = await tryTalk(LONG)
      for (let n = 0; n < 5 && refused.status === 202; n++) refused = await tryTalk(LONG)
      expect(refused).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'database_unavailable' } })
      expect((await ask('GET', `/conversations/${acknowledged[0]}`)).status).toBe(200)

      // The log can't grow either, which ends the server. It can't start without space.
      await exhaustLog(primary)
      await primary.waitForEnd()
      await expect.poll(async () => (await probe('/readyz')).status, { timeout: 15_000 }).toBe(503)
      const { body } = await probe('/readyz')
      expect(body.dependencies).toContainEqual(expect.objectContaining({ name: 'database', state: 'unavailable' }))
      expect((await probe('/healthz')).status).toBe(200)
      const unavailable = await talk(SHORT)
      expect(unavailable).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
      expect(unavailable.retryAfter).toMatch(/^[1-9]\d*$/)

      // The operator frees space and starts the server. Parley connects by itself.
      disk.empty()
      await primary.start()
      await expect.poll(async () => (await probe('/readyz')).status, { timeout: 20_000 }).toBe(200)
      for (const id of acknowledged) expect((await ask('GET', `/conversations/${id}`)).status).toBe(200)
      expect((await tryTalk(LONG)).status).toBe(202)
      // Jobs run again, also those that were interrupted.
      const states = async () =>
        Promise.all(
          acknowledged.map(
            async (id) => (await ask('GET', `/conversations/${id}/analysis`)).body.data.processingStatus,
          ),
        )
      await expect.poll(states, { timeout: 90_000, interval: 500 }).toEqual(acknowledged.map(() => 'analyzed'))
      expect(await service.stop()).toBe(0)
    }, 240_000)
  },
)
