/** The service under the kill test: one process without a launcher in between, so that SIGKILL meets nobody else. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { UNLIMITED } from '../src/testing/unlimited.ts'
import { ROOT } from './processes.ts'

/** Longer than any start may take on a busy machine, recovery of a killed database included. */
const START_MS = 240_000
const STOP_MS = 20_000
/** PostgreSQL ends what a vanished client had begun; longer than this nothing of it runs. */
const BACKENDS_MS = 20_000
/** A few thousand conversations; a run that was cut off is taken up again after a minute without a sign of life. */
const ANALYSES_MS = 1_800_000

/** Where an installation lives. */
export interface Place {
  readonly dataDir: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** More settings of the service. */
  readonly environment?: Readonly<Record<string, string>>
}

/** What `serve --json` says when it listens. */
export interface Said {
  readonly base_url: string
  readonly organization_id: string
  readonly api_key?: string
}

export class Launch {
  readonly place: Place
  /** Fulfilled when the service listens; rejected when it ends before that, killed or not. */
  readonly said: Promise<Said>
  /** From the spawn to the line it said; NaN until then. */
  startMs = Number.NaN
  readonly #child: ChildProcess
  readonly #gone: Promise<unknown>
  /** What it wrote to stderr last. */
  #complaints = ''

  constructor(place: Place) {
    this.place = place
    const begun = performance.now()
    this.#child = spawnParley(place, ['serve', '--port', '0'])
    this.#gone = once(this.#child, 'close')
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString()).slice(-4_000)
    })
    this.said = this.#firstLine().then((line) => {
      this.startMs = performance.now() - begun
      return JSON.parse(line) as Said
    })
    // A killed start is the point of the test; whoever waits for `said` is told all the same.
    this.said.catch(() => undefined)
  }

  get complaints(): string {
    return this.#complaints.trim()
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  async kill(): Promise<void> {
    if (this.isRunning) this.#child.kill('SIGKILL')
    await this.#gone
  }

  /** @returns what it ended with; 0 is a clean end */
  async stop(): Promise<number | string> {
    if (this.isRunning) this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS)
    await this.#gone
    clearTimeout(timer)
    return this.#child.exitCode ?? this.#child.signalCode ?? 'nothing'
  }

  async #firstLine(): Promise<string> {
    const ended = async () => {
      await this.#gone
      const how = this.#child.exitCode ?? this.#child.signalCode
      throw new Error(`the service ended with ${how} instead of listening:\n${this.complaints}`)
    }
    const silent = async () => {
      await pause(START_MS, undefined, { ref: false })
      throw new Error(`the service was not up after ${START_MS / 1000} s:\n${this.complaints}`)
    }
    return Promise.race([firstLineOf(this.#child), ended(), silent()])
  }
}

/** Runs a command of `parley` to its end. @returns the JSON it printed */
export async function parley(place: Place, args: readonly string[]): Promise<Record<string, string>> {
  const child = spawnParley(place, args)
  let printed = ''
  let complaints = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}: ${complaints}`)
  return JSON.parse(printed)
}

function spawnParley({ dataDir, databaseUrl, environment }: Place, args: readonly string[]): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/main.ts'), ...args, '--json', '--data', dataDir],
    {
      cwd: ROOT,
      // Nothing of the caller's settings: neither a database nor a secret of theirs may come in.
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        // As `bin/parley.mjs` does. Without it, each start compiles all modules.
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
        ...UNLIMITED,
        ...environment,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

async function firstLineOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return String(line)
}

export type Query = <Row>(text: string, parameters?: readonly unknown[]) => Promise<Row[]>

/** Work on the data itself, beside the service: as a guest of the embedded database, or on the server. */
export async function withSql<T>({ dataDir, databaseUrl }: Place, work: (query: Query) => Promise<T>): Promise<T> {
  const where =
    databaseUrl === undefined
      ? { host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }
      : { connectionString: databaseUrl }
  const client = new pg.Client({ ...where, application_name: 'parley_kill_check' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Guests of the embedded database share its one session: nobody may be left outside a transaction.
    await client.query('begin isolation level repeatable read')
    const result = await work(async (text, parameters) => (await client.query(text, [...(parameters ?? [])])).rows)
    await client.query('commit')
    return result
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Process ids of the server's backends that work for the service; none on the embedded database, which dies with it. */
export async function backendsOf(place: Place): Promise<number[]> {
  if (place.databaseUrl === undefined) return []
  const rows = await withSql(place, (query) =>
    query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name like 'parley@%'",
    ),
  )
  return rows.map((row) => row.pid)
}

/** PostgreSQL finishes the statements a killed client had sent: only when its backends are gone is the outcome settled. */
export async function waitForEndOf(backends: readonly number[], place: Place): Promise<void> {
  const until = performance.now() + BACKENDS_MS
  while (backends.length > 0) {
    const rows = await withSql(place, (query) =>
      query('select 1 from pg_stat_activity where pid = any($1::int[])', [backends]),
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error(`backends of a killed service still run: ${backends.join(', ')}`)
    await pause(20)
  }
}

/** Everything that was brought in is understood, however often whoever was at it was killed. @throws Error when it takes too long */
export async function waitForAnalyses(place: Place): Promise<number> {
  const until = performance.now() + ANALYSES_MS
  for (;;) {
    const [row] = await withSql(place, (query) =>
      query<{ open: number; done: number }>(
        `select count(*) filter (where state <> 'idle')::integer as open,
                count(*) filter (where state = 'idle')::integer as done from analyses`,
      ),
    )
    if (row?.open === 0) return row.done
    if (performance.now() > until) throw new Error(`${row?.open} analyses have not come to an end.`)
    await pause(500)
  }
}
