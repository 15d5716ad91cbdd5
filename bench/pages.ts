/**
 * `npm run bench:pages`: how quickly pages of the app come, what they send, and whether they hold still.
 *
 *   --size 100000     conversations of the measured organization
 *   --seconds 3       length of a round
 *   --rounds 3        rounds of each; their median counts
 *   --pages 1000      maximum number of pages that Chromium opens
 *   --keep            keep the database, and use that of an earlier run
 *
 * Each page is measured in the same rounds as what it could be: the same bytes from memory by a bare `node:http` server
 * (the ceiling), and the read it rests on by REST. One request after the other, as one person clicks. Then, in Chromium,
 * the first view of every page with nothing kept from before, and a conversation of 5,000 turns.
 *
 * The server comes from BENCH_DATABASE_URL or TEST_DATABASE_URL. Exit 0 whatever the figures are.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openRealBrowser } from '../src/testing/real-browser.ts'
import { BEGINNINGS, walk } from '../tests/pages-walk.ts'
import { describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { fillDatabase } from './fill.ts'
import { type Round, startLoad, type Target } from './load.ts'
import { firstView, windowFor } from './pages-browser.ts'
import { linkFor, sessionBy } from './pages-session.ts'
import { endOnSignals, startProgram } from './processes.ts'
import { numberWithin, optionsOf, run, wholeFrom } from './program.ts'
import { type Goal, medianOf, printGoals, printTable, short, tell } from './report.ts'
import { startServiceAt } from './service.ts'

const TURNS = 5_000
/** What was asked for. */
const MS_MAX = 50
const BYTES_MAX = 150_000
const INTERACTIVE_MAX = 1_000
const SHIFT_MAX = 0.01
/** Of each contestant; `cpu` is milliseconds of processor time of the serving process a request. */
const FIGURES = ['p50', 'p99', 'cpuServer'] as const

/** An element of the list, as far as it is used here. */
interface Listed {
  readonly id: string
  readonly attributes: { readonly userUUID: string }
}

endOnSignals()
const server = serverFromEnvironment()
const options = optionsOf('bench', readOptions)
const load = startLoad()
await run('bench', main)
load.stop()
if (!options.keep) await dropDatabase(server, `parley_bench_lists_${options.size}`)

async function main(): Promise<void> {
  console.log(await describeMachine(server))
  tell(`${options.size} conversations: filling`)
  const filled = await fillDatabase(server, options.size, options.keep)
  const folder = await mkdtemp(join(tmpdir(), 'parley-pages-'))
  const link = await linkFor(filled.url, folder, filled.organizationId)
  // Without work in the background: the copies of conversations were never indexed, and would be meanwhile.
  const service = await startServiceAt({ dataDir: folder, databaseUrl: filled.url }, '--no-worker')
  const url = service.said.url ?? ''
  const cookie = await sessionBy(url, link)
  const answer = await fetch(`${service.baseUrl}/conversations?size=1&filter[hide_transcript]=true`, {
    headers: { authorization: filled.key },
  })
  const [
    {
      id,
      attributes: { userUUID },
    },
  ] = ((await answer.json()) as { data: [Listed] }).data
  const pages = [
    ['the list', '/conversations', '/conversations/briefs'],
    [
      'the list, of one owner',
      `/conversations?owner=${userUUID}`,
      `/conversations/briefs?filter[owner.id]=${userUUID}`,
    ],
    ['a conversation', `/conversations/${id}`, `/conversations/${id}?detailedTranscript=true`],
  ] as const
  const goals: Goal[] = []
  const headers = { cookie, 'accept-encoding': 'br' }
  for (const [index, [, path]] of pages.entries()) {
    const answer = await fetch(url + path, { headers: { cookie } })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    await writeFile(join(folder, String(index)), await answer.text())
  }
  const ceiling = await startProgram('bench/pages-ceiling.ts', [], { FOLDER: folder })
  const rows: string[][] = []
  for (const [index, [what, page, read]] of pages.entries()) {
    const targets: readonly Target[] = [
      { url: url + page, headers },
      { url: service.baseUrl + read, headers: { authorization: filled.key } },
      { url: `${ceiling.said.url}/${index}` },
    ]
    const rounds: Round[][] = targets.map(() => [])
    for (let round = 0; round <= options.rounds; round++) {
      for (const [at, target] of targets.entries()) {
        const order = { ...target, connections: 1, seconds: options.seconds, requestsMax: 100_000 }
        const seen = await load.run(order, { server: at === 2 ? ceiling.pid : service.pid, database: async () => [] })
        // The first one warms up.
        if (round > 0) rounds[at]?.push(seen)
      }
    }
    const figures = rounds.flatMap((one) => FIGURES.map((figure) => short(medianOf(one, figure))))
    rows.push([what, ...figures])
    goals.push({
      what: `${what}, half of them (ms)`,
      measured: medianOf(rounds[0] ?? [], 'p50'),
      limit: MS_MAX,
      sense: 'at most',
    })
  }
  printTable(
    `Milliseconds at ${options.size} conversations, compressed page by page, one request after the other`,
    ['page', 'p50', 'p99', 'cpu', 'REST p50', 'p99', 'cpu', 'ceiling p50', 'p99', 'cpu'],
    rows,
  )
  await ceiling.stop()
  goals.push(...(await inBrowser(url, cookie, service.baseUrl, filled.key)))
  printGoals(goals)
  await service.stop()
  await rm(folder, { recursive: true })
}

async function inBrowser(url: string, cookie: string, baseUrl: string, key: string): Promise<Goal[]> {
  const segments = Array.from({ length: TURNS }, (_, i) => ({
    speaker: i % 2 === 0 ? 'Ann Archer' : 'Bob Baker',
    text: `This is turn ${i}: we spoke of the price, of what comes next, and of who would sign by when.`,
    start: i * 4,
    end: i * 4 + 3.5,
  }))
  const imported = await fetch(`${baseUrl}/conversations/import`, {
    ...{ method: 'POST', headers: { authorization: key, 'content-type': 'application/json' } },
    body: JSON.stringify({ transcript: { segments }, conversationTitle: `${TURNS} turns` }),
  })
  const { uuid } = (await imported.json()) as { uuid: string }
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { cookie }, redirect: 'manual' })
    return {
      status: answer.status,
      text: await answer.text(),
      headers: {},
      location: answer.headers.get('location') ?? undefined,
    }
  }
  const { visited } = await walk({ get }, BEGINNINGS)
  const addresses = new Map(
    visited.filter(({ answer }) => answer.status === 200).map(({ page, address }) => [page.path, address]),
  )
  const browser = await openRealBrowser()
  try {
    const context = await windowFor(browser, url, cookie)
    const views = new Map<string, Awaited<ReturnType<typeof firstView>>>()
    for (const [path, address] of [
      ...[...addresses].slice(0, options.pages),
      [`${TURNS} turns`, `/conversations/${uuid}`],
      ['/v2/docs', '/v2/docs'],
    ] as const) {
      const view = await firstView(context, url + address)
      if (view.shift > SHIFT_MAX) tell(`${path} moved: ${[...new Set(view.moved)].join(' ')}`)
      views.set(path, view)
    }
    printTable(
      'First views in Chromium, nothing kept from before, the larger of desk and phone',
      ['page', 'kB sent', 'requests', 'layout shift', 'interactive ms', 'blocked ms'],
      [...views].map(([path, view]) => [
        path,
        short(view.bytes / 1000),
        String(view.requests),
        view.shift.toFixed(4),
        short(view.interactive),
        short(view.blocked),
      ]),
    )
    const all = [...views.values()]
    const long = views.get(`${TURNS} turns`)
    return [
      {
        what: 'bytes of the largest first view',
        measured: Math.max(...all.map(({ bytes }) => bytes)),
        limit: BYTES_MAX,
        sense: 'at most',
      },
      {
        what: 'layout shift of the least quiet page',
        measured: Math.max(...all.map(({ shift }) => shift)),
        limit: SHIFT_MAX,
        sense: 'at most',
      },
      {
        what: `${TURNS} turns, interactive (ms)`,
        measured: long?.interactive ?? Number.NaN,
        limit: INTERACTIVE_MAX,
        sense: 'at most',
      },
    ]
  } finally {
    await browser.close()
    // A kept database is used again only as long as it holds what it was filled with.
    await fetch(`${baseUrl}/conversations/${uuid}?erase=true`, { method: 'DELETE', headers: { authorization: key } })
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      pages: { type: 'string', default: '1000' },
      keep: { type: 'boolean', default: false },
    },
  })
  return {
    size: wholeFrom(values.size, 1_000),
    seconds: numberWithin(values.seconds, 0.1, 60),
    rounds: numberWithin(values.rounds, 1, 50),
    pages: numberWithin(values.pages, 1, 1_000),
    keep: values.keep,
  }
}
