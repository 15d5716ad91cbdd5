/** `npm run test:several` reads the Compose file itself. These tests show that it finds a difference, and a broken law. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type FailedRequest, findLost, Load } from '../bench/several-clients.ts'
import {
  findService,
  HOSTS,
  type PlannedService,
  readCompose,
  substitute,
  toPostgresSettings,
  toProxyConfiguration,
  toSettings,
} from '../bench/several-compose.ts'
import { ALLOWED, findUnexplained } from '../bench/several-law.ts'
import { installDeployTools } from './deploy-tools.ts'

const at = { postgres: 5001, redis: 5002, files: 5003, servers: [5004, 5005], http: 5006, https: 5007 }
const VALUES = {
  ...{ POSTGRES_PASSWORD: 'database', REDIS_PASSWORD: 'redis', SECRET: 'x'.repeat(32) },
  ...{ FILES_KEY: 'key', FILES_SECRET: 'secret', ...HOSTS },
}

beforeAll(installDeployTools, 300_000)

describe('the Compose file', () => {
  let services: readonly PlannedService[]
  beforeAll(async () => {
    services = await readCompose(VALUES)
  })

  it('has several servers and workers, and settings of which each has an address on loopback', () => {
    for (const name of ['server', 'worker']) {
      const service = findService(services, name)
      expect(service.replicas).toBe(2)
      const settings = toSettings(service, at)
      expect(Object.keys(settings).sort()).toEqual(Object.keys(service.environment).sort())
      expect(settings).toMatchObject({
        DATABASE_URL: 'postgres://parley:database@127.0.0.1:5001/parley',
        LIMITS_STORE: 'redis://:redis@127.0.0.1:5002/0',
        PUBLIC_URL: 'https://localhost:5007',
        FILES_URL: 's3://key:secret@parley/?endpoint=https://127.0.0.1:5007&region=us-east-1',
        SECRET: VALUES.SECRET,
      })
    }
    expect(toPostgresSettings(findService(services, 'postgres'))).toMatchObject({ max_connections: '150' })
  })

  it('has a rule for each service that Docker restarts', () => {
    const restarted = services.filter(({ isRestarted }) => isRestarted).map(({ name }) => name)
    expect(restarted.sort()).toEqual(Object.keys(ALLOWED).sort())
  })

  it('is refused with a setting that names another container, or without a value', async () => {
    const server = findService(services, 'server')
    const other = { ...server, environment: { ...server.environment, CACHE_URL: 'redis://user@cache:6379' } }
    expect(() => toSettings(other, at)).toThrow('CACHE_URL names a container')
    await expect(readCompose({ ...VALUES, SECRET: '' })).rejects.toThrow('Set SECRET in .env')
    expect(() => findService(services, 'cache')).toThrow('no service cache')
  })

  it('substitutes values as Docker does', () => {
    const dollar = '$'
    const text = `${dollar}{A}, ${dollar}{B:-two}, ${dollar}{C:-}, ${dollar}${dollar}{D}`
    expect(substitute(text, { A: 'one', B: '', D: 'four' })).toBe(`one, two, , ${dollar}{D}`)
  })
})

it('the proxy forwards to both servers, with TLS', () => {
  const text = toProxyConfiguration('/folder', at, false)
  expect(text).toContain('upstream servers { server 127.0.0.1:5004 max_fails=0; server 127.0.0.1:5005 max_fails=0; }')
  expect(text).toContain('listen 127.0.0.1:5007 ssl;')
  expect(text).toContain('proxy_next_upstream error timeout http_503;')
  expect(text).not.toContain('http2 on')
  expect(toProxyConfiguration('/folder', at, true)).toContain('http2 on')
})

describe('the law', () => {
  const failed = (changes: Partial<FailedRequest>): FailedRequest => ({
    ...{ kind: 'import', outcome: 502, from: 10, to: 20, detail: '' },
    ...changes,
  })
  const kill = (service: string) => ({ ...{ name: service, service }, ...{ from: 15, to: 30, recovery: 1 } })

  it.each([
    ['server', failed({})],
    ['postgres', failed({ outcome: 503 })],
    ['files', failed({ kind: 'upload', outcome: 503 })],
    ['proxy', failed({ outcome: 'broken' })],
  ])('permits a request that fails while %s is down', (service, request) => {
    expect(findUnexplained([request], [kill(service)])).toEqual([])
  })

  it.each([
    ['nothing', failed({ from: 31, to: 40 }), 'server'],
    ['worker', failed({ outcome: 503 }), 'worker'],
    ['redis', failed({ outcome: 503 }), 'redis'],
    ['files', failed({ outcome: 503 }), 'files'],
    ['postgres', failed({ outcome: 500 }), 'postgres'],
  ])('is broken by a request that fails while %s is down', (down, request, service) => {
    expect(findUnexplained([request], [kill(service)])).toEqual([expect.stringContaining(`while ${down} was down`)])
  })

  it('is broken by a lost conversation, an old title, a part of a transcript, and a conversation that nobody sent', async () => {
    const load = new Load({ baseUrl: 'http://localhost', key: '' })
    for (const name of ['kept', 'lost', 'renamed', 'part']) {
      load.sent.add(name)
      load.acknowledged.titles.set(name, { possible: new Set([`${name} title`]) })
    }
    const rows = [
      { name: 'kept', title: 'kept title', segments: 6 },
      { name: 'renamed', title: 'old title', segments: 6 },
      { name: 'part', title: 'part title', segments: 5 },
      { name: 'strange', title: 'strange title', segments: 6 },
    ]
    expect(await findLost(load, async <Row>() => rows as Row[])).toEqual([
      "lost was acknowledged and isn't stored",
      'renamed has the title old title, not renamed title',
      "part isn't stored completely",
      'strange is stored, and nobody sent it',
    ])
  })
})
