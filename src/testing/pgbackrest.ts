/**
 * A PostgreSQL server whose log pgBackRest archives, with a repository of its own. pgBackRest runs in the system of the
 * server, as its user, because it reads the data folder and PostgreSQL calls it for each segment of the log.
 */
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, postgresFolder, startCluster } from './postgres-cluster.ts'
import { programNamed } from './programs.ts'

/** Path in the system of TEST_POSTGRES_BIN. Undefined: tests that need one are skipped, and say so. */
export const pgbackrestCommand = findPgbackrest()

function findPgbackrest(): string | undefined {
  if (postgresFolder === undefined) return undefined
  const [, root = ''] = /^(.*?)\/usr\/lib\/postgresql\/.*$/.exec(postgresFolder) ?? []
  if (root === '') return programNamed('TEST_PGBACKREST', 'pgbackrest')
  const path = '/usr/bin/pgbackrest'
  return process.env.TEST_PGBACKREST || existsSync(join(root, path)) ? path : undefined
}

export interface ArchivedServer {
  readonly server: PostgresServer
  /** Creates a full backup in the repository. */
  backUp(): Promise<void>
  /** Waits until the archive contains everything that is committed now. */
  archive(): Promise<void>
  /** Restores the data folder of the server, which ends and starts again. @param time with offset, as PostgreSQL writes it */
  restoreTo(time: string): Promise<void>
  stop(): Promise<void>
}

const STANZA = 'parley'
const WAIT_MS_MAX = 60_000

export async function startArchivedServer(): Promise<ArchivedServer> {
  const program = pgbackrestCommand ?? 'pgbackrest'
  const toArguments = (home: string) => [`--config=${join(home, 'pgbackrest.conf')}`, `--stanza=${STANZA}`]
  const cluster = await startCluster((home) => ({
    ...{ archive_mode: 'on', wal_level: 'replica', unix_socket_directories: home },
    archive_command: [program, ...toArguments(home), 'archive-push', '%p'].join(' '),
  }))
  const { home, homeHere, primary: server } = cluster
  const pgbackrest = (...args: string[]) => cluster.execute(program, ...toArguments(home), ...args)
  try {
    // The lines of docs/operating.md, with folders and the port of this test.
    const file = join(homeHere, 'pgbackrest.conf')
    await writeFile(
      file,
      `[global]
repo1-path=${home}/repository
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a passphrase of this test
start-fast=y
lock-path=${home}/lock
log-path=${home}/log
log-level-console=off
log-level-stderr=warn

[${STANZA}]
pg1-path=${server.folder}
pg1-port=${server.port}
pg1-socket-path=${home}
pg1-user=postgres
`,
    )
    await chmod(file, 0o644)
    await pgbackrest('stanza-create')
    await pgbackrest('check')
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return {
    server,
    stop: () => cluster.stop(),
    async backUp() {
      await pgbackrest('--type=full', 'backup')
    },
    async archive() {
      const [segment] = await server.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
      await server.query('select pg_switch_wal()')
      for (const until = performance.now() + WAIT_MS_MAX; ; await pause(100)) {
        const [archiver] = await server.query<{ last: string | null }>(
          'select last_archived_wal as last from pg_stat_archiver',
        )
        if ((archiver?.last ?? '') >= (segment?.name ?? '')) return
        if (performance.now() > until) throw new Error(`The archive has no ${segment?.name}.`)
      }
    },
    async restoreTo(time) {
      await server.end()
      await pgbackrest('--delta', '--type=time', `--target=${time}`, '--target-action=promote', 'restore')
      await server.start()
      for (const until = performance.now() + WAIT_MS_MAX; ; await pause(100)) {
        const [state] = await server.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
        if (state?.recovering === false) return
        if (performance.now() > until) throw new Error('The recovery did not end.')
      }
    },
  }
}
