/**
 * `npm run test:upgrade`: updates of databases that earlier versions filled, under load, and the way back.
 *
 *   --from 6c119af,…     commits of earlier versions, each installed in its own folder from the npm registry. Empty: none
 *   --conversations 40   calls that the earlier version imports before the update
 *
 * For each commit: the earlier version imports calls. While clients import more of them, this version starts on the same
 * database and migrates it; the earlier one runs on for some seconds, then it stops. Every acknowledged call must be there,
 * with its title and transcript, and this version must import and search. Then the earlier version starts again. Versions
 * before migration 67 must refuse the newer database; later ones must work with it.
 *
 * The last row goes back from a version of tomorrow: this version with another migration. Exit 1 if anything is missing.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { readMigrations } from '../src/core/migrate.ts'
import { readConversations } from './conversations.ts'
import { createDatabase, dropDatabase, serverFromEnvironment, withClient } from './database.ts'
import { endOnSignals, ROOT } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { printTable, tell } from './report.ts'
import { importLines, type Service, startServiceAt } from './service.ts'

const DATABASE = 'parley_test_upgrade'
/** First commit with an API of today, and later ones with the migrations that were released. */
const COMMITS = '6c119af,c8e061a3,e558e238,9aa0638d,418f3aad'
/** Milliseconds between two imports of the load, and how long both versions serve at the same time. */
const LOAD_EVERY_MS = 150
const BOTH_MS = 4_000
/** Last migration without `compatible-from`. */
const REFUSING = 66

const runCommand = promisify(execFile)
endOnSignals()
const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: { from: { type: 'string', default: COMMITS }, conversations: { type: 'string', default: '40' } },
  })
  return {
    commits: values.from.split(',').filter((commit) => commit !== ''),
    conversations: wholeFrom(values.conversations, 1),
  }
})

interface Outcome {
  readonly version: string
  readonly migrations: number
  readonly acknowledged: number
  /** Acknowledged calls that aren't there after the update, or differ. */
  readonly missing: number
  /** Requests to the earlier version that failed while both ran, of all. */
  readonly failed: string
  readonly seconds: number
  readonly back: string
  readonly isRight: boolean
}

await run('bench', async () => {
  const server = serverFromEnvironment()
  const all = await readConversations()
  const lines = all.toSorted((a, b) => a.length - b.length).slice(0, Math.max(200, options.conversations))
  const outcomes: Outcome[] = []
  for (const commit of options.commits) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-upgrade-'))
    try {
      tell(`${commit}: installing`)
      await install(commit, folder)
      outcomes.push(await update(server, commit, { earlier: folder, later: ROOT, lines }))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const tomorrow = mkdtempSync(join(tmpdir(), 'parley-upgrade-'))
  try {
    await copyWithMigration(tomorrow)
    outcomes.push(await update(server, 'this version', { earlier: ROOT, later: tomorrow, lines }))
  } finally {
    await rm(tomorrow, { recursive: true, force: true })
  }
  await dropDatabase(server, DATABASE)
  printTable(
    'Updates under load',
    ['from', 'migrations', 'acknowledged', 'missing', 'failed beside', 'start, s', 'earlier version afterwards'],
    outcomes.map(({ version, migrations, acknowledged, missing, failed, seconds, back }) => [
      ...[version, String(migrations), String(acknowledged), String(missing), failed, seconds.toFixed(1), back],
    ]),
  )
  if (outcomes.some(({ isRight }) => !isRight)) process.exitCode = 1
})

async function install(commit: string, folder: string): Promise<void> {
  const { stdout } = await runCommand('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    encoding: 'buffer',
    maxBuffer: 1 << 30,
  })
  const tar = join(folder, 'source.tar')
  writeFileSync(tar, stdout)
  await runCommand('tar', ['-xf', tar, '-C', folder])
  await rm(tar)
  // Not `ci`: early lock files don't list the binaries of other platforms, which newer npm requires.
  await runCommand('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    maxBuffer: 1 << 26,
  })
}

/** This version with one migration more, which adds a column. */
async function copyWithMigration(folder: string): Promise<void> {
  for (const name of ['src', 'migrations', 'package.json', 'tsconfig.json', 'bin'])
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const last = (await readMigrations()).length
  const pad = (number: number) => String(number).padStart(4, '0')
  writeFileSync(
    join(folder, 'migrations', `${pad(last + 1)}-tomorrow.sql`),
    `-- compatible-from: ${pad(last)}\nalter table conversations add column tomorrow integer;\n`,
  )
}

interface Versions {
  readonly earlier: string
  readonly later: string
  readonly lines: readonly string[]
}

async function update(server: string, version: string, { earlier, later, lines }: Versions): Promise<Outcome> {
  const databaseUrl = await createDatabase(server, DATABASE)
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-upgrade-data-'))
  const place = { dataDir, databaseUrl }
  const services: Service[] = []
  let load: ReturnType<typeof startLoad> | undefined
  const open = async (program: string) => {
    const service = await startServiceAt({ ...place, program })
    services.push(service)
    return service
  }
  try {
    const old = await open(earlier)
    const key = old.said.api_key ?? ''
    tell(`${version}: ${options.conversations} calls`)
    await importLines(old.baseUrl, key, lines.slice(0, options.conversations))
    const before = await countMigrations(databaseUrl)
    load = startLoad(old.baseUrl, key, lines)
    await pause(1_000)
    tell(`${version}: update`)
    const startedAt = performance.now()
    const next = await open(later)
    const seconds = (performance.now() - startedAt) / 1_000
    await pause(BOTH_MS)
    const { acknowledged, sent, failed } = await load.end()
    await old.stop()
    const missing = await countMissing(next.baseUrl, key, acknowledged)
    const works = await isWorking(next.baseUrl, key, lines)
    const after = await countMigrations(databaseUrl)
    await next.stop()
    tell(`${version}: the way back`)
    const back = await goBack(() => open(earlier), { key, acknowledged, lines, mayRefuse: before <= REFUSING })
    return {
      ...{ version, migrations: after - before, acknowledged: acknowledged.size, missing, seconds },
      failed: `${failed} of ${sent}`,
      back: `${back.text}${works ? '' : '; this version could not import or search'}`,
      isRight: missing === 0 && works && back.isRight,
    }
  } finally {
    // After a failed update, the clients would keep this process running.
    await load?.end()
    for (const service of services) await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function countMigrations(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from schema_migrations')
    return rows[0]?.n ?? 0
  })
}

/** Title by ID of each call that the earlier version acknowledged. */
type Acknowledged = Map<string, string>

/** Imports calls and reads lists until it's ended. */
function startLoad(baseUrl: string, key: string, lines: readonly string[]) {
  const acknowledged: Acknowledged = new Map()
  let [sent, failed, isOver] = [0, 0, false]
  const loop = (async () => {
    while (!isOver) {
      const given = JSON.parse(lines[sent % lines.length] ?? '{}') as { conversationTitle: string }
      const body = JSON.stringify({ ...given, applicationExternalID: `load-${sent}` })
      sent += 1
      try {
        const answer = await fetch(`${baseUrl}/conversations/import`, {
          ...{ method: 'POST', body },
          headers: { authorization: key, 'content-type': 'application/json' },
        })
        const { uuid } = (await answer.json()) as { uuid?: string }
        if (uuid === undefined) failed += 1
        else acknowledged.set(uuid, given.conversationTitle)
      } catch {
        // The earlier version can't be reached, which counts as a failed request.
        failed += 1
      }
      await pause(LOAD_EVERY_MS)
    }
  })()
  return {
    async end() {
      isOver = true
      await loop
      return { acknowledged, sent, failed }
    },
  }
}

async function countMissing(baseUrl: string, key: string, acknowledged: Acknowledged): Promise<number> {
  let missing = 0
  for (const [id, title] of acknowledged) {
    const answer = await fetch(`${baseUrl}/conversations/${id}`, { headers: { authorization: key } })
    const found = answer.ok ? JSON.stringify(await answer.json()) : ''
    if (!found.includes(JSON.stringify(title)) || !found.includes('"transcript"')) missing += 1
  }
  return missing
}

/** Whether a version imports a call and finds it. */
async function isWorking(baseUrl: string, key: string, lines: readonly string[]): Promise<boolean> {
  const line = { ...(JSON.parse(lines[0] ?? '{}') as object), applicationExternalID: `after-${performance.now()}` }
  await importLines(baseUrl, key, [JSON.stringify(line)])
  const answer = await fetch(`${baseUrl}/search?q=meeting`, { headers: { authorization: key } })
  const list = await fetch(`${baseUrl}/conversations/list`, { headers: { authorization: key } })
  return answer.ok && list.ok
}

interface Back {
  readonly key: string
  readonly acknowledged: Acknowledged
  readonly lines: readonly string[]
  readonly mayRefuse: boolean
}

async function goBack(open: () => Promise<Service>, { key, acknowledged, lines, mayRefuse }: Back) {
  try {
    const service = await open()
    const missing = await countMissing(service.baseUrl, key, acknowledged)
    const works = await isWorking(service.baseUrl, key, lines)
    return { text: works && missing === 0 ? 'works' : `${missing} calls missing`, isRight: works && missing === 0 }
  } catch (error) {
    const isRefused = /ended with code 1/.test((error as Error).message)
    return { text: isRefused ? 'refuses to start' : (error as Error).message, isRight: isRefused && mayRefuse }
  }
}
