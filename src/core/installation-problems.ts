/** Faults of an installation that somebody has to fix, from its settings and from what was measured. */
import type { Config } from './config.ts'
import type { Problem } from './installation.ts'

export interface MeasuredFacts {
  readonly publicUrl: string
  /** Whether several machines serve the database, or are meant to. */
  readonly severalServers: boolean
  readonly queues: readonly { readonly queue: string; readonly oldestSeconds: number }[]
  /** Of the disk with the data folder, in bytes. */
  readonly disk: { readonly free: number; readonly size: number }
}

/** Work that waits longer has no worker, or too few. The alert rules have the same figure. */
export const WAIT_MAX_SECONDS = 900
/** A disk with less is nearly full. */
const FREE_RATIO_MIN = 0.03
const FREE_BYTES_MIN = 512 * 1024 * 1024

export function findProblems(config: Config, facts: MeasuredFacts): readonly Problem[] {
  const { free, size } = facts.disk
  const late = facts.queues.filter(({ oldestSeconds }) => oldestSeconds > WAIT_MAX_SECONDS)
  return [
    // Without the number of jobs: admins of one organization read it too.
    ...late.map(({ queue, oldestSeconds }) => ({
      id: 'work_waits' as const,
      title: 'Waiting work',
      is: `The oldest job of the queue ${queue} has waited for ${Math.floor(oldestSeconds / 60)} minutes.`,
      means: `Work should wait for ${WAIT_MAX_SECONDS / 60} minutes at most. Start the service or a worker, or add workers.`,
      settings: [],
    })),
    ...(free >= FREE_BYTES_MIN && free >= size * FREE_RATIO_MIN
      ? []
      : [
          {
            id: 'disk_nearly_full' as const,
            title: 'Disk space',
            is: `The disk with the data folder has ${(free / 1e6).toFixed(0)} MB of ${(size / 1e9).toFixed(1)} GB left.`,
            means: 'Parley refuses writes when the disk is full. Make room, or move the data folder to a larger disk.',
            settings: ['DATA_DIR'],
          },
        ]),
    ...(facts.severalServers ? problemsOfSeveral(config, facts) : []),
  ]
}

/** Settings that work for one machine only. */
function problemsOfSeveral(config: Config, { publicUrl }: MeasuredFacts): Problem[] {
  const several = (settings: readonly string[], is: string, means: string): Problem => ({
    ...{ id: 'several_servers', title: 'Several servers', is, means, settings },
  })
  const { hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return [
    ...(config.databaseUrl !== undefined
      ? []
      : [
          several(
            ['DATABASE_URL'],
            'The embedded database has one process.',
            'Several servers need PostgreSQL: set DATABASE_URL on each of them.',
          ),
        ]),
    ...(config.filesUrl !== undefined
      ? []
      : [
          several(
            ['FILES_URL'],
            'Each server keeps files in its own data folder.',
            'Files that one server stores are missing on the others. Set FILES_URL to an S3 store, or share the folder.',
          ),
        ]),
    ...(config.secret !== undefined
      ? []
      : [
          several(
            ['SECRET'],
            'The secret is in the data folder of this server.',
            'Servers with different secrets refuse the keys and sessions of the others. Set the same SECRET on each of them.',
          ),
        ]),
    ...(config.limits.store !== 'memory'
      ? []
      : [
          several(
            ['LIMITS_STORE'],
            'Each server counts rate limits for itself.',
            'Callers get as many times their limit as there are servers. Set LIMITS_STORE to database or to a Redis address.',
          ),
        ]),
    ...(isLocal
      ? [
          several(
            ['PUBLIC_URL'],
            `The public address is ${publicUrl}.`,
            'Links in email and sign-in lead to the machine of the reader. Set PUBLIC_URL to the address of the proxy.',
          ),
        ]
      : []),
  ]
}
