/** A PgBouncer of a test's own in transaction mode, on a free port of this machine, before the server that a URL names. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { programNamed } from './programs.ts'

/** Undefined: tests that need one are skipped, and say so. */
export const pgbouncerCommand = programNamed('TEST_PGBOUNCER', 'pgbouncer')

export interface PgBouncer {
  /** The URL with the pooler in the place of the server. */
  readonly url: string
  /** `[1, 24]` */
  readonly version: readonly number[]
  stop(): Promise<void>
}

/**
 * @param server URL of the database; all databases of its server can be reached
 * @param settings of its configuration file
 */
export async function startPgBouncer(
  server: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server)
  const listenPort = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'))
  // It refuses to run as root, and then reads this as another user.
  await chmod(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`
  const lines = {
    ...{ listen_addr: '127.0.0.1', listen_port: listenPort, unix_socket_dir: '', auth_type: 'any' },
    ...{ pool_mode: 'transaction', max_client_conn: 1_000 },
    ...{ log_connections: 0, log_disconnections: 0, ...settings },
  }
  await writeFile(
    file,
    `[databases]\n* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${secret}\n[pgbouncer]\n` +
      Object.entries(lines)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(pgbouncerCommand ?? 'pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const version = await ready(child)
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String(listenPort)
  return {
    url: url.toString(),
    version,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `… LOG process up: PgBouncer 1.18.0, libevent …` */
async function ready(child: ChildProcess): Promise<readonly number[]> {
  const printed: string[] = []
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}:\n${printed.join('\n')}`)))
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      printed.push(line)
      const version = /process up: PgBouncer ([\d.]+)/.exec(line)?.[1]
      if (version !== undefined) resolve(version.split('.').map(Number))
    })
  })
}
