/** Searches over HTTP in each mode, beside the bare SQL of the same questions, and what the vector index misses. */
import { backendsOf } from './database.ts'
import type { Load, Order, Round } from './load.ts'
import { type Goal, median, medianOf, short, tell } from './report.ts'
import { recordStatements, timeBare } from './search-bare.ts'
import { type FilledSearch, megabytesOf } from './search-fill.ts'
import { recallOf } from './search-recall.ts'
import { connectionOf } from './search-sql.ts'
import { type ModeTimes, printSearches, timesBare } from './search-tables.ts'
import type { EmbeddingServer, Palette } from './search-vectors.ts'
import { startServiceAt } from './service.ts'

const MODES = ['lexical', 'semantic', 'hybrid'] as const
/** Throughput is measured with so many at a time; times of one request with one. */
const CONNECTIONS = 4
const REQUESTS_MAX = 20_000
/** Questions whose nearest passages are compared with all distances computed. */
const RECALL_QUESTIONS = 30

/** What was asked for, at the sizes that have a target: median milliseconds of a hybrid search. */
const HYBRID_MAX: ReadonlyMap<number, number> = new Map([
  [100_000, 60],
  [1_000_000, 250],
])

export interface SearchContest {
  readonly filled: FilledSearch
  readonly modes: readonly ModeTimes[]
  readonly recall: number
}

export interface ContestOptions {
  readonly embedding: EmbeddingServer
  readonly palette: Palette
  readonly space: string
  readonly asked: readonly string[]
  readonly seconds: number
  readonly rounds: number
}

export async function contestSearch(load: Load, filled: FilledSearch, options: ContestOptions): Promise<SearchContest> {
  const place = { ...filled.place, settings: options.embedding.settings }
  const pathOf = (mode: string, q: string) => `/search?${new URLSearchParams({ q, mode })}`
  tell(`${filled.kind}: ${filled.size}: writing down statements`)
  const recorded = await recordStatements(
    place,
    filled.key,
    MODES.map((mode) => options.asked.map((q) => pathOf(mode, q))),
  )
  // Nothing happens in the background: analyzing what was imported takes an hour at a million passages.
  const service = await startServiceAt(place, '--no-worker')
  try {
    const question = await timeQuestion(options)
    const modes: ModeTimes[] = []
    for (const [at, mode] of MODES.entries()) {
      tell(`${filled.kind}: ${filled.size}: ${mode}`)
      const urls = options.asked.map((q) => service.baseUrl + pathOf(mode, q))
      const order = (connections: number, seconds: number): Order => ({
        ...{ url: urls[0] ?? '', urls, headers: { authorization: filled.key } },
        // Each question at least once, as the bare client asks them, however long that takes.
        ...{ connections, seconds, requestsMin: urls.length, requestsMax: REQUESTS_MAX },
      })
      const { databaseUrl } = filled.place
      const database = async () => (databaseUrl === undefined ? [] : backendsOf(databaseUrl, 'parley'))
      const watched = { server: service.pid, database }
      await load.run(order(1, options.seconds))
      const bare: number[] = []
      const single: Round[] = []
      const many: Round[] = []
      for (let round = 0; round < options.rounds; round++) {
        // In turns: whatever else the machine does meanwhile meets all of them alike.
        bare.push(...(await timeBare(connectionOf(filled.place), recorded[at] ?? [], 1)))
        single.push(await load.run(order(1, options.seconds), watched))
        many.push(await load.run(order(CONNECTIONS, options.seconds), watched))
      }
      modes.push({ mode, bare, single, many, question: mode === 'lexical' ? 0 : question })
    }
    const recall = await recallOf(filled, options.asked.slice(0, RECALL_QUESTIONS), options)
    printSearches(filled, { modes, recall, question, megabytes: await megabytesOf(filled.place) })
    return { filled, modes, recall }
  } finally {
    await service.stop()
  }
}

/** What a question costs at the benchmark's own embedding server; part of every semantic and hybrid search here. */
async function timeQuestion({ embedding, asked }: ContestOptions): Promise<number> {
  const times: number[] = []
  for (const question of asked) {
    const begun = performance.now()
    const answer = await fetch(`${embedding.url}/embeddings`, {
      method: 'POST',
      body: JSON.stringify({ model: 'drawn', input: [question] }),
    })
    await answer.json()
    times.push(performance.now() - begun)
  }
  return median(times)
}

export function goalsOfContest({ filled, modes, recall }: SearchContest): Goal[] {
  const at = `${filled.kind}, ${filled.size}`
  const p50 = (mode: ModeTimes['mode']) => medianOf(modes.find((one) => one.mode === mode)?.single ?? [], 'p50')
  const goals: Goal[] = modes.map((one) => ({
    what: `${at}: ${one.mode}, p50 of the bare SQL (${short(median(one.bare))} ms)`,
    measured: timesBare(one),
    limit: 1.3,
    sense: 'at most',
    unit: ' ×',
  }))
  const most = HYBRID_MAX.get(filled.size)
  if (most !== undefined) {
    goals.push({ what: `${at}: hybrid, p50`, measured: p50('hybrid'), limit: most, sense: 'at most', unit: ' ms' })
  }
  if (filled.index.name !== undefined) {
    goals.push({
      what: `${at}: ten nearest by the index, of the ten by all distances`,
      measured: recall,
      limit: 0.95,
      sense: 'at least',
    })
  }
  return goals
}
