/** Problems of an installation that an operator has to fix, found in its settings and in measurements. */
import type { Config } from './config.ts'
import type { InstallationProblem } from './installation.ts'

export interface MeasuredFacts {
  readonly publicUrl: string
  /** Whether several machines use the database, or are planned to. */
  readonly severalServers: boolean
  readonly queues: readonly { readonly queue: string; readonly oldestSeconds: number }[]
  /** Free space and size of the disk with the data folder, in bytes. */
  readonly disk: { readonly free: number; readonly size: number }
}

/**
 * Maximum time that a job should wait. Longer waits mean that workers are missing. The alert rules use the same value.
 */
export const WAIT_MAX_SECONDS = 900
/** Ratio of free space below which a disk counts as nearly full. */
const FREE_RATIO_MIN = 0.03
const FREE_BYTES_MIN = 512 * 1024 * 1024

export function findProblems(config: Config, facts: MeasuredFacts): readonly InstallationProblem[] {
  const { free, size } = facts.disk
  const late = facts.queues.filter(({ oldestSeconds }) => oldestSeconds > WAIT_MAX_SECONDS)
  return [
    // Without the number of jobs, because admins of a single organization read this too.
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
            means:
              'Parley rejects writes when the disk is full. Free disk space, or move the data folder to a larger disk.',
            settings: ['DATA_DIR'],
          },
        ]),
    ...(facts.severalServers ? problemsOfSeveral(config, facts) : []),
  ]
}

/** Settings that work on a single machine only. */
function problemsOfSeveral(config: Config, { publicUrl }: MeasuredFacts): InstallationProblem[] {
  const severalServers = (settings: readonly string[], is: string, means: string): InstallationProblem => ({
    ...{ id: 'several_servers', title: 'Several servers', is, means, settings },
  })
  const { hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return [
    ...(config.databaseUrl !== undefined
      ? []
      : [
          severalServers(
            ['DATABASE_URL'],
            'The embedded database supports one process.',
            'Several servers require PostgreSQL. Set DATABASE_URL on each of them.',
          ),
        ]),
    ...(config.filesUrl !== undefined
      ? []
      : [
          severalServers(
            ['FILES_URL'],
            'Each server stores files in its own data folder.',
            'Files that one server stores are missing on the others. Set FILES_URL to an S3 store, or share the folder.',
          ),
        ]),
    ...(config.secret !== undefined
      ? []
      : [
          severalServers(
            ['SECRET'],
            'The secret is in the data folder of this server.',
            'A server rejects keys and sessions of servers with a different secret. Set the same SECRET on each of them.',
          ),
        ]),
    ...(config.limits.store !== 'memory'
      ? []
      : [
          severalServers(
            ['LIMITS_STORE'],
            'Each server counts rate limits separately.',
            'With several servers, callers can exceed their limits. Set LIMITS_STORE to database or to a Redis URL.',
          ),
        ]),
    ...(isLocal
      ? [
          severalServers(
            ['PUBLIC_URL'],
            `The public URL is ${publicUrl}.`,
            "Links in email and sign-in open the reader's own machine. Set PUBLIC_URL to the URL of the proxy.",
          ),
        ]
      : []),
  ]
}
