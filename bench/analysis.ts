/**
 * `npm run bench:analysis`: a thousand conversations at once, until all of them are understood.
 *
 *   --conversations 1000        real ones, again and again under other ids
 *   --database embedded         or postgres
 *   --bare 100                  of these the steps are also done in a plain loop, to compare with
 *   --rounds 3                  of that comparison; the median counts
 *
 * First the service, as anybody starts it, takes all of them in one request and analyzes them, while somebody looks at the
 * lists ten times a second: time to all analyzed, share of the processors, p99 of the lists before and meanwhile, and the
 * most memory it held in each quarter. What is prepared once (models, pages of the database) comes in the first one.
 *
 * Then, in a process of its own on the same database, the pipeline against its steps: a plain loop with four at once that
 * does nothing but read a conversation, find and keep; beside it the same conversations through jobs, claims and records.
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Compared, compare } from './analysis-bare.ts'
import { readConversations } from './conversations.ts'
import { createDatabase, describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { cpuSeconds, endOnSignals, residentMegabytes } from './processes.ts'
import { median, percentile, printGoals, printTable, short, tell } from './report.ts'
import { importLines, type Service, startServiceAt } from './service.ts'

const DATABASE = 'parley_bench_analysis'
/** Looks at the lists a second. */
const LOOKS = 10
/** Seconds of looking before anything is imported. */
const QUIET_SECONDS = 10
/** The longest that is waited for. */
const PATIENCE_SECONDS = 3_600

endOnSignals()
const { values: options } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1000' },
    database: { type: 'string', default: 'embedded' },
    bare: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
})
const server = options.database === 'postgres' ? serverFromEnvironment() : undefined
const url = server === undefined ? undefined : await createDatabase(server, DATABASE)
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const service = await startServiceAt({ dataDir, databaseUrl: url })
try {
  await main()
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
  if (server !== undefined) await dropDatabase(server, DATABASE)
}

interface Looked {
  readonly ms: number[]
  stop(): Promise<void>
}

async function main(): Promise<void> {
  const wanted = Number(options.conversations)
  const lines = await copies(wanted)
  const key = service.said.api_key ?? ''
  await importLines(
    service.baseUrl,
    key,
    lines.slice(0, 5).map((line) => renamed(line, 'warm')),
  )
  await analyzed(service, key, 5)
  tell('looking at the lists of a service at rest')
  const before = look(service, key)
  await pause(QUIET_SECONDS * 1_000)
  await before.stop()

  const atRest = residentMegabytes(service.pid)
  const memory = [0, 0, 0, 0]
  const [cpuBefore, begun] = [cpuSeconds([service.pid]), performance.now()]
  const meanwhile = look(service, key)
  await importLines(service.baseUrl, key, lines)
  const imported = (performance.now() - begun) / 1_000
  tell(`${wanted} imported in ${short(imported)} s`)
  await analyzed(service, key, wanted + 5, (count) => {
    const quarter = Math.min(3, Math.floor((4 * count) / (wanted + 5)))
    if (memory[quarter] === 0) tell(`${count} analyzed`)
    memory[quarter] = Math.max(memory[quarter] ?? 0, residentMegabytes(service.pid))
  })
  const seconds = (performance.now() - begun) / 1_000
  await meanwhile.stop()
  const cpu = cpuSeconds([service.pid]) - cpuBefore
  // The embedded database has one owner: the service leaves it.
  await service.stop()
  const compared = await compare({
    settings: { DATA_DIR: dataDir, ...(url === undefined ? {} : { DATABASE_URL: url }) },
    organizationId: service.said.organization_id ?? '',
    count: Number(options.bare),
    rounds: Number(options.rounds),
  })
  const at = (values: readonly number[], share: number) => percentile(values, share)

  console.log(`${await describeMachine(server)}; ${options.database}, ${wanted} conversations, no language model`)
  printTable(
    'All at once',
    ['', 'figure'],
    [
      ['imported, s', short(imported)],
      ['all analyzed, s', short(seconds)],
      ['conversations a second', short(wanted / seconds)],
      ['processor share of the service (of one core)', short(cpu / seconds)],
      ['lists p50 / p99 at rest, ms', `${short(at(before.ms, 0.5))} / ${short(at(before.ms, 0.99))}`],
      ['lists p50 / p99 meanwhile, ms', `${short(at(meanwhile.ms, 0.5))} / ${short(at(meanwhile.ms, 0.99))}`],
      ['memory at rest, MB', short(atRest)],
      ['most memory in each quarter of the analyses, MB', memory.map(short).join(' / ')],
    ],
  )
  print(compared, Math.max(...memory.slice(2)) / Math.max(...memory.slice(0, 2)))
}

function print(compared: Compared, growth: number): void {
  const ratios = compared.rounds.map(({ bare, pipeline }) => pipeline / bare)
  printTable(
    `The pipeline and its steps, ${compared.count} conversations`,
    ['round', 'bare steps, s', 'pipeline, s', 'ratio'],
    compared.rounds.map(({ bare, pipeline }, index) => [
      String(index + 1),
      short(bare),
      short(pipeline),
      short(pipeline / bare),
    ]),
  )
  printTable(
    'What a step takes, ms a conversation in the plain loop',
    ['step', 'find', 'keep'],
    compared.steps.map(({ id, find, keep }) => [id, short(find), short(keep)]),
  )
  printGoals([
    { what: 'pipeline over bare steps', measured: median(ratios), limit: 1.15, sense: 'at most' },
    { what: 'most memory of the second half over that of the first', measured: growth, limit: 1.1, sense: 'at most' },
  ])
}

async function copies(wanted: number): Promise<string[]> {
  const all = await readConversations()
  return Array.from({ length: wanted }, (_, index) =>
    renamed(all[index % all.length] ?? '', String(Math.floor(index / all.length))),
  )
}

function renamed(line: string, round: string): string {
  const body = JSON.parse(line) as { applicationExternalID: string }
  return JSON.stringify({ ...body, applicationExternalID: `${body.applicationExternalID}-${round}` })
}

/** Somebody who looks at the newest conversations, again and again, one look after the other. */
function look({ baseUrl }: Service, key: string): Looked {
  const ms: number[] = []
  let looking = true
  const done = (async () => {
    while (looking) {
      const from = performance.now()
      const answer = await fetch(`${baseUrl}/conversations/list?size=25`, { headers: { authorization: key } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`)
      ms.push(performance.now() - from)
      await pause(Math.max(0, 1_000 / LOOKS - (performance.now() - from)))
    }
  })()
  return {
    ms,
    async stop() {
      looking = false
      await done
    },
  }
}

/**
 * Waits until so many are analyzed.
 * @param told at every look, of those that are
 * @throws Error when one failed, or it takes too long
 */
async function analyzed(
  { baseUrl }: Service,
  key: string,
  wanted: number,
  told: (count: number) => void = () => {},
): Promise<void> {
  const total = async (filter: string) => {
    const answer = await fetch(`${baseUrl}/conversations/list?size=1&${filter}`, { headers: { authorization: key } })
    return ((await answer.json()) as { meta: { totalRecords: number } }).meta.totalRecords
  }
  const until = performance.now() + PATIENCE_SECONDS * 1_000
  for (;;) {
    // In this order: what is analyzed between the two looks has not failed.
    const ended = await total('filter[hide_pending]=true')
    const count = await total('filter[hide_non_analyzed]=true')
    told(count)
    if (count >= wanted) return
    if (ended > count) throw new Error('An analysis failed.')
    if (performance.now() > until) throw new Error(`${count} of ${wanted} analyzed after ${PATIENCE_SECONDS} s.`)
    await pause(500)
  }
}
