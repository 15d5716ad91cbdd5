/** Measurements for the checks of `parley doctor --production`. */
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/config.ts'
import type { ConnectionFacts, ProductionFacts, RightsFacts } from '../../core/production.ts'
import { readLastBackup } from '../files/last-backup.ts'
import { permissionBy } from '../http/checked-address.ts'
import { describeConnections, measureDistance } from './connections.ts'
import { readServer } from './server.ts'

/** Maximum wait for a response of the public URL. */
const PROBE_MS_MAX = 5_000
const METADATA_ADDRESS = '169.254.169.254'

/** @param processes number of servers and workers that the operator plans */
export async function measureProduction(config: Config, processes: number | undefined): Promise<ProductionFacts> {
  const { dataDir, publicUrl, backup } = config
  const [servers, connections, space, keyFile] = await Promise.all([
    readServers(config),
    describeConnections(config),
    statfs(dataDir),
    backup.keyFile === undefined ? undefined : readRights(backup.keyFile),
  ])
  return {
    ...{ now: new Date(), processes },
    areMetricsPublic: await probeMetrics(publicUrl),
    database: servers.database,
    connections: [...servers.connections, ...connections],
    backupAt: await readLastBackup(dataDir),
    dataFolder: (await readRights(dataDir)) ?? { path: dataDir, mode: 0 },
    secretFile: await readRights(join(dataDir, 'secret')),
    keyFile: backup.keyFile === undefined ? undefined : (keyFile ?? 'missing'),
    isContained: isInContainer(),
    disk: { free: space.bavail * space.bsize, size: space.blocks * space.bsize },
    trustsEveryone: process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    permitsMetadata: permissionBy(config.allowedPrivateTargets)(METADATA_ADDRESS),
  }
}

async function readServers({
  databaseUrl,
  databaseReads,
}: Config): Promise<Pick<ProductionFacts, 'database' | 'connections'>> {
  if (databaseUrl === undefined) return { database: undefined, connections: [] }
  const { database, connection } = await readServer('DATABASE_URL', databaseUrl.reveal())
  const replicas = await Promise.all(
    // The list of replicas reports those that can't be reached.
    (databaseReads?.urls ?? []).map((url) => readServer('DATABASE_READ_URL', url.reveal()).catch(() => undefined)),
  )
  const others = replicas.flatMap<ConnectionFacts>((one) => (one === undefined ? [] : [one.connection]))
  return { database, connections: [connection, ...others] }
}

/** @returns undefined if there is no such file */
async function readRights(path: string): Promise<RightsFacts | undefined> {
  const { mode } = (await stat(path).catch(() => undefined)) ?? {}
  return mode === undefined ? undefined : { path, mode: mode & 0o777 }
}

const isInContainer = (): boolean =>
  process.env.KUBERNETES_SERVICE_HOST !== undefined || existsSync('/.dockerenv') || existsSync('/run/.containerenv')

/**
 * Whether everybody can read `/metrics` at the public URL.
 * @returns undefined if the URL isn't reachable from here, or is at this machine, where a program needs no token
 */
async function probeMetrics(publicUrl: string | undefined): Promise<boolean | undefined> {
  if (publicUrl === undefined) return undefined
  const distance = await measureDistance(new URL(publicUrl).hostname)
  if (distance === 'machine' || distance === 'unknown') return undefined
  try {
    const response = await fetch(`${publicUrl}/metrics`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS_MAX),
    })
    return response.status === 200 && (await response.text()).includes('parley_operations_total')
  } catch {
    return undefined
  }
}
