/** One organization imports thousands of conversations; how long does the single one of another take? */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '../src/core/installation.ts'
import { readConversations } from './conversations.ts'
import { type Goal, median, printTable, short, tell } from './report.ts'
import { importLines, parleyAt, startServiceAt, startWorkerAt } from './service.ts'

/** The longest that a single import may take. */
const PATIENCE_SECONDS = 900
/** Milliseconds between two looks at the state of a conversation. */
const LOOK_EVERY = 50
/** Between two single imports beside the backlog, so that they meet different jobs of it. */
const PAUSE = 700

interface Options {
  readonly imports: number
  readonly singles: number
  readonly processes: number
}

/** Seconds of one import, from the request until the conversation is analyzed, and until search by meaning finds it. */
interface Taken {
  readonly analyzed: number
  readonly found: number
}

export interface MeasuredImports {
  readonly alone: readonly Taken[]
  readonly beside: readonly Taken[]
  /** Jobs of the busy organization that still waited after the last single import. */
  readonly left: number
}

export async function measureImports(url: string | undefined, options: Options): Promise<MeasuredImports> {
  const place = { dataDir: mkdtempSync(join(tmpdir(), 'parley-bench-')), databaseUrl: url, settings: UNLIMITED }
  const service = await startServiceAt(place)
  const workers = await Promise.all(Array.from({ length: options.processes - 1 }, () => startWorkerAt(place)))
  try {
    const { baseUrl } = service
    const busy = service.said.api_key ?? ''
    const made = await parleyAt(place, 'organization', 'create', 'Single', '--admin', 'ann@single.example')
    const { token: single = '' } = await parleyAt(
      place,
      'key',
      'create',
      '--name',
      'Single',
      '--organization',
      made.organization_id ?? '',
    )
    const [lines, body] = await bodies(options.imports)

    tell('the single import, alone')
    // The first ones load models and fill caches.
    for (const id of ['warm-1', 'warm-2']) await importOne(baseUrl, single, body, id)
    const alone: Taken[] = []
    for (let n = 0; n < options.singles; n++) alone.push(await importOne(baseUrl, single, body, `alone-${n}`))

    tell(`${options.imports} imports of the busy organization`)
    await importLines(baseUrl, busy, lines)
    const beside: Taken[] = []
    for (let n = 0; n < options.singles; n++) {
      await pause(PAUSE)
      beside.push(await importOne(baseUrl, single, body, `beside-${n}`))
    }
    const { queue } = await workOf(baseUrl, busy)
    const measured = { alone, beside, left: queue.waiting }
    print(measured)
    return measured
  } finally {
    for (const worker of workers) await worker.stop()
    await service.stop()
    await rm(place.dataDir, { recursive: true, force: true })
  }
}

/** The measurement asks more often than people do. */
const UNLIMITED = { LIMIT_SECOND: '1000000', LIMIT_HOUR: '1000000', LIMIT_DAY: '1000000' }

async function importOne(baseUrl: string, key: string, body: object, id: string): Promise<Taken> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  await importLines(baseUrl, key, [JSON.stringify({ ...body, applicationExternalID: id })])
  let analyzed: number | undefined
  let found: number | undefined
  while (analyzed === undefined || found === undefined) {
    if (seconds() > PATIENCE_SECONDS) throw new Error(`not analyzed after ${PATIENCE_SECONDS} s`)
    const work = await workOf(baseUrl, key)
    if (work.conversations.failed > 0) throw new Error('an analysis failed')
    if (work.conversations.pending === 0) analyzed ??= seconds()
    if (work.search.missing + work.search.withoutVectors === 0) found ??= seconds()
    await pause(LOOK_EVERY)
  }
  return { analyzed, found }
}

async function workOf(baseUrl: string, key: string): Promise<Work> {
  const answer = await fetch(`${baseUrl}/setup`, { headers: { authorization: key } })
  if (!answer.ok) throw new Error(`the state of the work was answered with ${answer.status}`)
  return ((await answer.json()) as { data: { work: Work } }).data.work
}

/** Lines of the busy organization, and the body of the single import. */
async function bodies(count: number): Promise<[string[], object]> {
  const all = await readConversations().catch(() => inventedConversations())
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ ...JSON.parse(all[n % all.length] ?? '{}'), applicationExternalID: `busy-${n}` }),
  )
  // Of middling length, so that neither the shortest nor the longest decides.
  const middling = all.toSorted((a, b) => a.length - b.length)[Math.floor(all.length / 2)] ?? '{}'
  return [lines, JSON.parse(middling) as object]
}

function inventedConversations(): string[] {
  const words = 'we plan the price of scanners for the warehouse next quarter and the team asks about training'.split(
    ' ',
  )
  return [20, 60, 120].map((turns, n) =>
    JSON.stringify({
      conversationTitle: `Invented ${n}`,
      applicationName: 'bench',
      transcript: Array.from({ length: turns }, (_, turn) => {
        const said = Array.from({ length: 18 }, (_, word) => words[(turn * 7 + word * (n + 2)) % words.length])
        return `${turn % 2 === 0 ? 'Ann' : 'Bob'}: ${said.join(' ')}.`
      }).join('\n'),
    }),
  )
}

const medianOf = (taken: readonly Taken[], what: keyof Taken) => median(taken.map((one) => one[what]))

function print({ alone, beside, left }: MeasuredImports): void {
  const row = (what: keyof Taken, words: string) => [
    words,
    short(medianOf(alone, what)),
    short(medianOf(beside, what)),
    short(medianOf(beside, what) / medianOf(alone, what)),
    short(Math.max(...beside.map((one) => one[what]))),
  ]
  printTable(
    `A single import alone and beside the backlog of another organization, ${alone.length} each (${left} jobs of it left)`,
    ['', 'alone, s', 'beside, s', 'ratio', 'longest beside, s'],
    [row('analyzed', 'analyzed'), row('found', 'found by meaning')],
  )
  if (left === 0) console.log('\nThe backlog was worked off before the end: take more --imports.')
}

export const importGoals = ({ alone, beside }: MeasuredImports): Goal[] =>
  (['analyzed', 'found'] as const).map((what) => ({
    what: `a single import until ${what}, beside a backlog over alone`,
    measured: medianOf(beside, what) / medianOf(alone, what),
    limit: 2,
    sense: 'at most',
    unit: ' ×',
  }))
