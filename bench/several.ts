/**
 * `npm run test:several`: the installation of `deploy/compose.production.yaml` as processes on loopback, of which each is
 * killed in turn while clients work.
 *
 * Law: after SIGKILL of any single process, at any time,
 *   1. everything that was acknowledged is stored: conversations with their latest titles, and uploaded files;
 *   2. a request fails only while its part of the installation is down, and only with the outcomes of `several-law.ts`. The loss of
 *      a worker or of Redis fails no request;
 *   3. after Docker's restart of the process, requests of every kind succeed within `RECOVERY_SECONDS`, without an operator;
 *   4. every conversation is analyzed in the end, and the laws of the data (`kill-laws.ts`) hold;
 *   5. no other process ends.
 *
 *   --rounds 1      how often each process is killed
 *   --seconds 3     load before each kill, at most; the time is random
 *   --clients 4
 *   --seed 1        chooses as another run with this seed did
 *   --only NAME     kill only processes of one service: server, worker, postgres, redis, files or proxy
 *   --http 0, --https 0    ports of the proxy; 0 for free ones
 *
 * Needs PostgreSQL 17 with pgvector (TEST_POSTGRES_BIN), redis-server, nginx and openssl. Differences from the file: addresses on
 * loopback, limits of requests that this load doesn't reach, an S3 bucket in a folder in place of SeaweedFS, and an upstream of
 * nginx in place of Docker's DNS server. It ends with 1 if the law is broken, 2 for wrong usage.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseArgs } from 'node:util'
import { freePort } from '../src/testing/free-port.ts'
import { type PostgresCluster, startCluster } from '../src/testing/postgres-cluster.ts'
import { installDeployTools } from '../tests/deploy-tools.ts'
import { breaches } from './kill-laws.ts'
import { Random } from './kill-random.ts'
import { waitForAnalyses, withSql } from './kill-service.ts'
import { endOnSignals } from './processes.ts'
import { numberWithin, optionsOf, run, wholeFrom } from './program.ts'
import { printTable, tell } from './report.ts'
import { findLost, Load } from './several-clients.ts'
import { type Addresses, findService, HOSTS, readCompose, toPostgresSettings } from './several-compose.ts'
import { ALLOWED, findUnexplained, type Kill } from './several-law.ts'
import {
  type Component,
  createBucketProcess,
  createParley,
  createProxy,
  createRedis,
  type ParleyProcess,
  ProgramComponent,
  restart,
} from './several-processes.ts'

const RECOVERY_SECONDS = 60
interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly clients: number
  readonly seed: number
  readonly only: string | undefined
  readonly http: number
  readonly https: number
}

interface Installation {
  readonly components: readonly Component[]
  readonly server: ParleyProcess
  readonly bucket: string
  readonly databaseUrl: string
  stop(): Promise<void>
}

async function startInstallation({ http, https }: Options): Promise<Installation> {
  installDeployTools()
  const folder = mkdtempSync(join(tmpdir(), 'parley-several-'))
  const secret = () => randomBytes(24).toString('hex')
  const services = await readCompose({
    ...{ POSTGRES_PASSWORD: secret(), REDIS_PASSWORD: secret(), SECRET: secret() },
    ...{ FILES_KEY: secret(), FILES_SECRET: secret(), ...HOSTS },
  })
  const planned = (name: string) => findService(services, name)
  const cluster = await startCluster({ ...toPostgresSettings(planned('postgres')), fsync: 'on' })
  await cluster.primary.query(`create role parley superuser login`)
  await cluster.primary.query(`create database parley owner parley`)
  const servers = await Promise.all(Array.from({ length: planned('server').replicas }, () => freePort()))
  const [redis, files] = [await freePort(), await freePort()]
  const at: Addresses = {
    ...{ postgres: cluster.primary.port, redis, files, servers },
    ...{ http: http || (await freePort()), https: https || (await freePort()) },
  }
  const bucket = join(folder, 'bucket')
  const proxy = createProxy(folder, at)
  const stores = [createRedis(planned('redis'), folder, redis), createBucketProcess(bucket, files)]
  const parley = async (service: string, ports: readonly number[]) =>
    ports.map((port, index) => createParley(planned(service), `${service}-${index + 1}`, { folder, at, port }))
  const serverProcesses = await parley('server', servers)
  const workers = await parley(
    'worker',
    await Promise.all(Array.from({ length: planned('worker').replicas }, () => freePort())),
  )
  const components = [...stores, postgresOf(cluster), proxy, ...serverProcesses, ...workers]
  const running = new Set(components.map(({ service }) => service))
  for (const { name, isRestarted } of services)
    if (isRestarted !== running.has(name)) throw new Error(`The service ${name} needs a process in this test, or none.`)
  const stop = async () => {
    for (const component of [...components].reverse()) await component.kill()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // The proxy forwards to servers that start later; a migration precedes them, as `depends_on` says.
    for (const store of [...stores, proxy]) await store.start()
    const migration = createParley(planned('migration'), 'migration', { folder, at, port: 0 })
    await migration.start().catch((error: unknown) => {
      if (!migration.hasEnded) throw error
    })
    await migration.kill()
    for (const one of [...serverProcesses, ...workers]) await one.start()
  } catch (error) {
    await stop()
    throw error
  }
  const [server] = serverProcesses
  if (server === undefined) throw new Error('The file has no server.')
  const databaseUrl = `postgres://parley@127.0.0.1:${at.postgres}/parley`
  return { components, server, bucket, databaseUrl, stop }
}

const postgresOf = ({ primary }: PostgresCluster): Component => ({
  ...{ name: 'postgres', service: 'postgres' },
  start: () => primary.start(),
  kill: () => primary.kill(),
})

/** Kills a process at a random time, restarts it as Docker does, and waits until requests of every kind succeed. */
async function killOnce(component: Component, load: Load, random: Random, seconds: number): Promise<Kill> {
  await pause(random.next() * seconds * 1_000)
  const from = performance.now()
  await component.kill()
  await restart(component)
  const started = performance.now()
  while (!(await load.probe())) {
    if (performance.now() - started > RECOVERY_SECONDS * 1_000)
      throw new Error(`Requests don't succeed ${RECOVERY_SECONDS} s after the restart of ${component.name}.`)
    await pause(100)
  }
  const to = performance.now()
  return { name: component.name, service: component.service, from, to, recovery: (to - started) / 1_000 }
}

function findLostFiles(files: ReadonlySet<string>, bucket: string): string[] {
  const stored = new Set(
    readdirSync(bucket).map((name) =>
      createHash('sha256')
        .update(readFileSync(join(bucket, name)))
        .digest('hex'),
    ),
  )
  return [...files].filter((digest) => !stored.has(digest)).map((digest) => `the file ${digest} isn't stored`)
}

async function main(options: Options): Promise<void> {
  const installation = await startInstallation(options)
  try {
    const { components, server, bucket, databaseUrl } = installation
    const ca = readFileSync(join(bucket, '../fullchain.pem'), 'utf8')
    setDefaultCACertificates([...getCACertificates('default'), ca])
    tell(`${components.length} processes work: ${components.map(({ name }) => name).join(', ')}`)
    const load = new Load({ baseUrl: `${server.said.base_url}`, key: `${server.said.api_key}` })
    const working = load.run(options.clients)
    const random = new Random(options.seed)
    const kills: Kill[] = []
    for (let round = 0; round < options.rounds; round++)
      for (const component of components)
        if (options.only === undefined || options.only === component.service) {
          const kill = await killOnce(component, load, random, options.seconds)
          kills.push(kill)
          tell(`${kill.name} killed; works again ${kill.recovery.toFixed(1)} s after its restart`)
        }
    load.end()
    await working
    const ended = components.filter((one) => one instanceof ProgramComponent && one.hasEnded)
    tell('waiting until everything is analyzed')
    const place = { dataDir: '', databaseUrl }
    const analyzed = await waitForAnalyses(place)
    const broken = [
      ...findUnexplained(load.failed, kills),
      ...findLostFiles(load.acknowledged.files, bucket),
      ...(await withSql(place, (query) => findLost(load, query))),
      ...(await withSql(place, breaches)),
      ...ended.map(({ name }) => `${name} ended by itself`),
    ]
    report(load, kills, analyzed, broken)
  } finally {
    await installation.stop()
  }
}

function report(load: Load, kills: readonly Kill[], analyzed: number, broken: readonly string[]): void {
  const outcomesOf = ({ from, to }: Kill) => {
    const counts = new Map<string, number>()
    for (const request of load.failed) {
      if (request.from >= to || request.to <= from) continue
      const key = `${request.kind} ${request.outcome}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return [...counts].map(([key, count]) => `${key}: ${count}`).join(', ') || 'none'
  }
  printTable(
    `${load.done} requests succeeded; ${load.acknowledged.titles.size} conversations and ${load.acknowledged.files.size} files acknowledged, ${analyzed} analyzed`,
    ['killed', 'recovery, s', 'failed requests'],
    kills.map((kill) => [kill.name, kill.recovery.toFixed(1), outcomesOf(kill)]),
  )
  for (const sentence of broken.slice(0, 30)) console.log(`BROKEN: ${sentence}`)
  console.log(broken.length === 0 ? '\nThe law holds.' : `\n${broken.length} breaches of the law.`)
  if (broken.length > 0) process.exitCode = 1
}

endOnSignals()
const options = optionsOf('bench', (): Options => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      http: { type: 'string', default: '0' },
      https: { type: 'string', default: '0' },
    },
  })
  if (values.only !== undefined && ALLOWED[values.only] === undefined)
    throw new Error(`--only is one of ${Object.keys(ALLOWED).join(', ')}`)
  return {
    ...{ rounds: wholeFrom(values.rounds, 1), seconds: numberWithin(values.seconds, 0, 600) },
    ...{ clients: wholeFrom(values.clients, 1), seed: wholeFrom(values.seed, 0), only: values.only },
    ...{ http: wholeFrom(values.http, 0), https: wholeFrom(values.https, 0) },
  }
})
await run('bench', () => main(options))
