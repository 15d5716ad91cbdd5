/**
 * `npm run bench:start`: from the start of the process to the first answer that needs the database (an authenticated
 * GET /v2/conversations/list), on an empty folder and on one with conversations, on the embedded database and, when
 * TEST_DATABASE_URL names a server, on PostgreSQL. In the same rounds, as the ceiling, a bare Node process that opens
 * the same kind of database and answers one request. Then the memory that an idle service holds, with all of its conversations
 * analyzed.
 *
 *   --rounds 5
 *   --idle 30             seconds until the memory is read
 *   --conversations 400   at most, that the folder holds which is not empty
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConversations } from './conversations.ts'
import { createDatabase, dropDatabase } from './database.ts'
import { ROOT, residentMegabytes, startProgram } from './processes.ts'
import { numberWithin, wholeFrom } from './program.ts'
import { median, printGoals, printTable, tell } from './report.ts'
import { importLines, untilQuiet } from './service.ts'

/** Seconds to the first answer that were asked for. */
const EMPTY_MAX = 12
const EXISTING_MAX = 3
/** Megabytes that an idle service may hold. */
const IDLE_MAX = 350

interface Up {
  readonly seconds: number
  readonly baseUrl: string
  readonly key: string
  readonly megabytes: () => number
  stop(): Promise<void>
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>
}

/** What is started, and on what. */
interface Place {
  readonly dataDir: string
  readonly databaseUrl?: string
}

/** Seconds of each round, by what was started. */
const seen = new Map<string, number[]>()
const idle: { readonly what: string; readonly megabytes: number }[] = []

function note(what: string, seconds: number): void {
  seen.set(what, [...(seen.get(what) ?? []), seconds])
}

async function startService(place: Place, knownKey?: string): Promise<Up> {
  const begun = performance.now()
  const program = await startProgram('src/main.ts', ['serve', '--port', '0', '--json', '--data', place.dataDir], {
    LOG_LEVEL: 'warn',
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  })
  const baseUrl = program.said.base_url ?? ''
  const key = knownKey ?? program.said.api_key ?? ''
  await firstAnswer(`${baseUrl}/conversations/list`, key)
  const seconds = (performance.now() - begun) / 1000
  return {
    seconds,
    baseUrl,
    key,
    megabytes: () => residentMegabytes(program.pid),
    stop: program.stop,
    async kill() {
      process.kill(program.pid, 'SIGKILL')
      await program.stop()
    },
  }
}

async function firstAnswer(url: string, key: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: key } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}

/** `npm start` as people type it: npm, the launcher, the service. Ended as a group, since a launcher stands in between. */
async function startWithNpm(place: Place, key: string): Promise<number> {
  const begun = performance.now()
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--json', '--data', place.dataDir], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    const said = JSON.parse(await firstLine(npm)) as { base_url: string; api_key?: string }
    await firstAnswer(`${said.base_url}/conversations/list`, said.api_key ?? key)
    return (performance.now() - begun) / 1000
  } finally {
    const gone = once(npm, 'close')
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM')
    await gone
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout')
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`npm start ended with ${code}`)))
  ended.catch(() => undefined)
  const [line] = await Promise.race([once(lines, 'line'), ended])
  child.stdout.resume()
  return String(line)
}

async function startCeiling(what: string, kind: 'embedded' | 'postgres', where: string): Promise<void> {
  const begun = performance.now()
  const program = await startProgram('bench/start-ceiling.ts', [kind, where], {})
  await firstAnswer(program.said.base_url ?? '', '')
  note(what, (performance.now() - begun) / 1000)
  await program.stop()
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'parley-start-'))

async function measureEmbedded(rounds: number, conversations: readonly string[]): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    tell(`embedded, empty folder, round ${round + 1}`)
    const dataDir = newFolder()
    const up = await startService({ dataDir })
    note('embedded, empty', up.seconds)
    if (round === 0) await noteIdle('embedded, new', up)
    await up.stop()
    await startCeiling('bare Node and PGlite, empty', 'embedded', join(newFolderIn(dataDir), 'database'))
    await rm(dataDir, { recursive: true, force: true })
  }
  const place = { dataDir: newFolder() }
  const key = await fill(place, conversations)
  for (let round = 0; round < rounds; round++) {
    tell(`embedded, existing folder, round ${round + 1}`)
    const up = await startService(place, key)
    note('embedded, existing', up.seconds)
    if (round === 0) await noteIdle(`embedded, ${conversations.length} conversations`, up)
    await up.kill()
    const again = await startService(place, key)
    note('embedded, existing, after SIGKILL', again.seconds)
    await again.stop()
    note('embedded, existing, by npm start', await startWithNpm(place, key))
    const copy = newFolder()
    await cp(join(place.dataDir, 'database'), join(copy, 'database'), { recursive: true })
    await startCeiling('bare Node and PGlite, existing', 'embedded', join(copy, 'database'))
    await rm(copy, { recursive: true, force: true })
  }
  await rm(place.dataDir, { recursive: true, force: true })
}

/** A folder beside the service's, on the same file system. */
const newFolderIn = (folder: string) => mkdtempSync(join(folder, 'ceiling-'))

async function measurePostgres(rounds: number, conversations: readonly string[], server: string): Promise<void> {
  const name = `parley_start_${process.pid}`
  const dataDir = newFolder()
  try {
    for (let round = 0; round < rounds; round++) {
      tell(`PostgreSQL, empty database, round ${round + 1}`)
      const up = await startService({ dataDir, databaseUrl: await createDatabase(server, name) })
      note('PostgreSQL, empty', up.seconds)
      if (round === 0) await noteIdle('PostgreSQL, new', up)
      await up.stop()
    }
    const place = { dataDir, databaseUrl: await createDatabase(server, name) }
    const key = await fill(place, conversations)
    for (let round = 0; round < rounds; round++) {
      tell(`PostgreSQL, existing database, round ${round + 1}`)
      const up = await startService(place, key)
      note('PostgreSQL, existing', up.seconds)
      if (round === 0) await noteIdle(`PostgreSQL, ${conversations.length} conversations`, up)
      await up.stop()
      await startCeiling('bare Node and pg, existing', 'postgres', place.databaseUrl)
    }
  } finally {
    await dropDatabase(server, name)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** @returns the key of the installation, which now holds conversations */
async function fill(place: Place, conversations: readonly string[]): Promise<string> {
  const up = await startService(place)
  await importLines(up.baseUrl, up.key, conversations)
  if (!(await untilQuiet(up.baseUrl, up.key))) throw new Error('the conversations are not analyzed after half an hour')
  await up.stop()
  return up.key
}

async function noteIdle(what: string, up: Up): Promise<void> {
  await pause(idleSeconds * 1_000)
  idle.push({ what, megabytes: up.megabytes() })
}

function report(): void {
  const rows = [...seen].map(([what, seconds]) => [
    what,
    String(seconds.length),
    median(seconds).toFixed(2),
    Math.max(...seconds).toFixed(2),
    what.startsWith('bare') ? 'ceiling' : `${what.endsWith('empty') ? EMPTY_MAX : EXISTING_MAX}`,
  ])
  printTable('From the start to the first answer, in seconds', ['', 'rounds', 'median', 'worst', 'at most'], rows)
  printTable(
    `Memory held ${idleSeconds} s after the first answer`,
    ['', 'MB resident'],
    idle.map(({ what, megabytes }) => [what, megabytes.toFixed(0)]),
  )
  printGoals([
    ...[...seen]
      .filter(([what]) => !what.startsWith('bare'))
      .map(([what, seconds]) => ({
        what: `${what}, worst of ${seconds.length}`,
        measured: Math.max(...seconds),
        limit: what.endsWith('empty') ? EMPTY_MAX : EXISTING_MAX,
        sense: 'at most' as const,
        unit: ' s',
      })),
    ...idle.map(({ what, megabytes }) => ({
      ...{ what: `memory at rest: ${what}`, measured: megabytes, limit: IDLE_MAX },
      ...{ sense: 'at most' as const, unit: ' MB' },
    })),
  ])
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '30' },
    conversations: { type: 'string', default: '400' },
  },
})
const rounds = wholeFrom(values.rounds, 1)
const idleSeconds = numberWithin(values.idle, 0, 3_600)
const server = process.env.TEST_DATABASE_URL || undefined
const conversations = (await readConversations()).slice(-Number(values.conversations))
await measureEmbedded(rounds, conversations)
if (server === undefined) console.log('TEST_DATABASE_URL names no server: the embedded database only.')
else await measurePostgres(rounds, conversations, server)
report()
