/**
 * A PostgreSQL cluster of a test's own: a primary and streaming replicas, on free ports of this machine, in a folder that
 * is deleted afterwards. The programs can be in the folder of another system, such as an unpacked image, and then run
 * there with `chroot`, because they need its libraries.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** Folder with `initdb`, `postgres` and `pg_basebackup` of PostgreSQL 15 or later with pgvector. */
export const postgresFolder: string | undefined = process.env.TEST_POSTGRES_BIN || undefined

const STARTING_MS_MAX = 60_000

interface Programs {
  /** Folder of the system that the programs belong to. Empty for this one. */
  readonly root: string
  /** Folder of the programs in that system. */
  readonly folder: string
}

function findPrograms(): Programs {
  if (postgresFolder === undefined) throw new Error('TEST_POSTGRES_BIN must name the folder of PostgreSQL’s programs.')
  const [, root = '', folder = postgresFolder] = /^(.*?)(\/usr\/lib\/postgresql\/.*)$/.exec(postgresFolder) ?? []
  return { root, folder }
}

/** IDs of the user of the server, which refuses to run as root. */
function findUser({ root }: Programs): { readonly name: string; readonly uid: number; readonly gid: number } {
  const lines = readFileSync(`${root}/etc/passwd`, 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('No user can run PostgreSQL.')
}

/**
 * A program with its arguments, as the user of the server if this process is root.
 * @param program of PostgreSQL, or the path of another one in the same system
 */
function toCommand(programs: Programs, program: string, args: readonly string[]): [string, string[]] {
  const path = isAbsolute(program) ? program : join(programs.folder, program)
  if (process.getuid?.() !== 0) {
    if (programs.root !== '') throw new Error('Programs of another system require root.')
    return [path, [...args]]
  }
  const user = findUser(programs).name
  return ['chroot', [`--userspec=${user}`, programs.root === '' ? '/' : programs.root, path, ...args]]
}

export interface PostgresServer {
  readonly port: number
  /** URL of the database `postgres`. */
  readonly url: string
  /** Process ID of the server. */
  readonly pid: number
  /** Data folder, as the server sees it. */
  readonly folder: string
  /** Runs a statement on a connection of its own. */
  query<R extends object>(sql: string): Promise<R[]>
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>
  /** Ends the server in order, as an operator does (fast shutdown). */
  end(): Promise<void>
  /** Waits until the server has ended by itself. */
  waitForEnd(): Promise<void>
  /** Starts the server again, on the same port. */
  start(): Promise<void>
}

type PostgresSettings = Readonly<Record<string, string>>

export interface PostgresCluster {
  readonly primary: PostgresServer
  /** Folder of the cluster, as its servers see it. */
  readonly home: string
  /** The same folder, as this process sees it. */
  readonly homeHere: string
  /** Runs a program of the servers' system as their user. @returns its output */
  execute(program: string, ...args: readonly string[]): Promise<string>
  /** @param settings of the replica @param source server that it follows; the primary if undefined */
  addReplica(settings?: PostgresSettings, source?: PostgresServer): Promise<PostgresServer>
  /** Adds a primary of its own. `copy`: a copy of the first one, with the same system identifier. */
  addPrimary(options?: { readonly copy?: boolean }): Promise<PostgresServer>
  stop(): Promise<void>
}

/** Folder for temporary files in the system of the servers, as this process sees it. */
export function clusterParent(): string {
  const { root } = findPrograms()
  return root === '' ? tmpdir() : join(root, 'tmp')
}

/**
 * @param settings of the primary, which can contain paths in the folder of the cluster
 * @param parent folder of the cluster's folder, in the system of the servers
 */
export async function startCluster(
  settings: PostgresSettings | ((home: string) => PostgresSettings) = {},
  parent = clusterParent(),
): Promise<PostgresCluster> {
  const programs = findPrograms()
  const home = await mkdtemp(join(parent, 'parley-cluster-'))
  if (process.getuid?.() === 0) {
    const { uid, gid } = findUser(programs)
    await chown(home, uid, gid)
  }
  const servers: Server[] = []
  const inside = (folder: string) => join(home, folder).slice(programs.root.length)
  const execute = (program: string, ...args: string[]) => run(...toCommand(programs, program, args), { cwd: '/' })

  async function add(folder: string, more: PostgresSettings): Promise<Server> {
    const server = new Server(programs, inside(folder), await freePort(), more)
    servers.push(server)
    await server.start()
    return server
  }
  const initialize = (folder: string) =>
    execute('initdb', '-D', inside(folder), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-N')
  const copyOf = (server: PostgresServer, folder: string, ...more: string[]) =>
    execute(
      'pg_basebackup',
      ...['-D', inside(folder), '-h', '127.0.0.1', '-p', String(server.port), '-U', 'postgres'],
      ...['--checkpoint=fast', '--no-sync', ...more],
    )

  await initialize('primary')
  const primary = await add('primary', typeof settings === 'function' ? settings(inside('')) : settings)
  return {
    primary,
    home: inside(''),
    homeHere: home,
    execute: async (program, ...args) => (await execute(program, ...args)).stdout,
    async addReplica(own = {}, source = primary) {
      const folder = `replica-${servers.length}`
      await copyOf(source, folder, '--write-recovery-conf')
      return add(folder, own)
    },
    async addPrimary({ copy = false } = {}) {
      const folder = `primary-${servers.length}`
      await (copy ? copyOf(primary, folder) : initialize(folder))
      return add(folder, {})
    },
    async stop() {
      await Promise.all(servers.map((server) => server.kill()))
      await rm(home, { recursive: true, force: true })
    },
  }
}

class Server implements PostgresServer {
  readonly port: number
  readonly url: string
  readonly folder: string
  readonly #programs: Programs
  readonly #settings: PostgresSettings
  #child: ChildProcess | undefined
  #printed = ''

  constructor(programs: Programs, folder: string, port: number, settings: PostgresSettings) {
    this.#programs = programs
    this.folder = folder
    this.port = port
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
    this.#settings = {
      ...{ port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' },
      ...{ max_connections: '100', shared_buffers: '64MB', wal_receiver_status_interval: '1s', ...settings },
    }
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('The server is not running.')
    return this.#child.pid
  }

  async start(): Promise<void> {
    const settings = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command, args] = toCommand(this.#programs, 'postgres', ['-D', this.folder, ...settings])
    const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    child.stderr.on('data', (chunk) => {
      this.#printed = (this.#printed + chunk).slice(-8_000)
    })
    for (const until = performance.now() + STARTING_MS_MAX; ; await pause(50)) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`PostgreSQL did not start:\n${this.#printed}`)
      const isReady = await this.query('select 1').then(
        () => true,
        () => false,
      )
      if (isReady) return
    }
  }

  async query<R extends object>(sql: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    await exit
  }

  async waitForEnd(): Promise<void> {
    const child = this.#child
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGSTOP')
    const backends = await listChildren(child.pid ?? 0)
    child.kill('SIGKILL')
    for (const pid of backends) endProcess(pid)
    await exit
    await waitUntilEnded(backends)
  }
}

/**
 * Lists the processes that a stopped server started. The next server on the same data folder refuses to start while one of
 * them has the shared memory, and a busy one doesn't notice for seconds that its server ended.
 * @returns none on a system without `/proc`
 */
async function listChildren(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  return (await readFile(path, 'utf8')).split(' ').filter(Boolean).map(Number)
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Waits until none of the processes runs. One that ended and that nobody has waited for has no memory and counts as ended. */
async function waitUntilEnded(pids: readonly number[]): Promise<void> {
  const hasMemory = (pid: number) => readMaps(pid) !== ''
  for (const until = performance.now() + STARTING_MS_MAX; pids.some(hasMemory); await pause(10))
    if (performance.now() > until) throw new Error('Processes of a killed PostgreSQL server still run.')
}

/** @returns the memory map of a process. Empty: it ended. */
function readMaps(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return ''
    throw error
  }
}
