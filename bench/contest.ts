/** Part one: a page of 25 from the service, from the ceiling and from PostGraphile, in turns. */
import {
  type Contestant,
  checkPostGraphile,
  compareAnswers,
  measure,
  type Page,
  startCeiling,
  startParley,
  startPostGraphile,
} from './contestants.ts'
import type { Filled } from './fill.ts'
import type { Load, Round } from './load.ts'
import { residentMegabytes } from './processes.ts'
import { type Goal, medianOf, printTable, short, tell } from './report.ts'

const CONNECTIONS = 8
const REQUESTS_MAX = 200_000
/** Long enough that code is compiled and statements are prepared; shorter where rounds are. */
const warmUp = (seconds: number) => Math.min(1.5, 5 * seconds)

const PAGES: readonly { readonly name: string; readonly page: Page }[] = [
  { name: 'page of 25, no transcripts', page: { number: 1, size: 25, detailed: false, onlyWithTranscript: false } },
  { name: 'page of 25, detailed transcripts', page: { number: 1, size: 25, detailed: true, onlyWithTranscript: true } },
]

interface Standing {
  readonly contestant: string
  readonly rounds: Round[]
  readonly memory: number
}

export interface Contest {
  readonly size: number
  readonly page: string
  readonly standings: readonly Standing[]
}

export async function contest(
  load: Load,
  filled: Filled,
  effort: { seconds: number; rounds: number },
): Promise<Contest[]> {
  const parley = await startParley(filled)
  const started: Contestant[] = [parley]
  try {
    const rows = await startCeiling(filled, 'rows', parley.baseUrl)
    started.push(rows)
    const text = await startCeiling(filled, 'text', parley.baseUrl)
    started.push(text)
    const postgraphile = await startPostGraphile(filled)
    started.push(postgraphile)
    const contests: Contest[] = []
    for (const { name, page } of PAGES) {
      for (const ceiling of [rows, text]) await compareAnswers(parley, ceiling, page)
      await checkPostGraphile(parley, postgraphile, page)
      const ceiling = await quicker(load, filled, page, { rows, text }, effort.seconds)
      tell(`${filled.size}: ${name}`)
      const standings = await inTurns(load, filled, page, [parley, ceiling, postgraphile], effort)
      contests.push({ size: filled.size, page: name, standings })
      print(contests.at(-1) as Contest)
    }
    return contests
  } finally {
    for (const one of started) await one.stop()
  }
}

/** The ceiling is whichever of its two forms serves this page faster. */
async function quicker(
  load: Load,
  filled: Filled,
  page: Page,
  forms: { rows: Contestant; text: Contestant },
  seconds: number,
): Promise<Contestant> {
  const effort = { connections: CONNECTIONS, seconds: warmUp(seconds), requestsMax: REQUESTS_MAX }
  const speed = async (one: Contestant) => {
    const rounds: Round[] = []
    for (let i = 0; i < 3; i++) rounds.push(await measure(load, filled, one, one.target(page), effort))
    return medianOf(rounds.slice(1), 'requestsPerSecond')
  }
  const speeds = { rows: await speed(forms.rows), text: await speed(forms.text) }
  tell(`ceiling: ${short(speeds.rows)} requests/s printing rows, ${short(speeds.text)} with JSON made by PostgreSQL`)
  return speeds.rows >= speeds.text ? forms.rows : forms.text
}

/** A, B, C, A, B, C …: whatever else the machine does meanwhile meets all of them alike. */
async function inTurns(
  load: Load,
  filled: Filled,
  page: Page,
  contestants: readonly Contestant[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Standing[]> {
  const seen = contestants.map((one) => ({ one, rounds: [] as Round[], memory: 0 }))
  const effort = { connections: CONNECTIONS, requestsMax: REQUESTS_MAX }
  for (const { one } of seen) {
    await measure(load, filled, one, one.target(page), { ...effort, seconds: warmUp(seconds) })
  }
  for (let round = 0; round < rounds; round++) {
    for (const each of seen) {
      each.rounds.push(await measure(load, filled, each.one, each.one.target(page), { ...effort, seconds }))
      each.memory = Math.max(each.memory, residentMegabytes(each.one.pid))
    }
  }
  return seen.map(({ one, rounds: done, memory }) => ({ contestant: one.name, rounds: done, memory }))
}

const FIGURES = ['requestsPerSecond', 'p50', 'p99', 'megabytesPerSecond', 'cpuServer', 'cpuDatabase'] as const

function print({ size, page, standings }: Contest): void {
  printTable(
    `${size} conversations, ${page}, ${CONNECTIONS} connections (medians of ${standings[0]?.rounds.length} rounds in turns)`,
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'MB/s', 'CPU ms/request', '+ PostgreSQL', 'memory MB'],
    standings.map(({ contestant, rounds, memory }) => [
      contestant,
      ...FIGURES.map((figure) => short(medianOf(rounds, figure))),
      short(memory),
    ]),
  )
}

export function contestGoals(contests: readonly Contest[]): Goal[] {
  return contests.flatMap(({ size, page, standings }) => {
    const speed = (name: string) =>
      medianOf(standings.find((one) => one.contestant === name)?.rounds ?? [], 'requestsPerSecond')
    const what = (other: string) => `${size}: ${page}, requests/s of ${other}`
    return [
      {
        what: what('the ceiling'),
        measured: speed('Parley') / speed('ceiling'),
        limit: 0.7,
        sense: 'at least',
        unit: ' ×',
      },
      {
        what: what('PostGraphile'),
        measured: speed('Parley') / speed('PostGraphile'),
        limit: 2,
        sense: 'at least',
        unit: ' ×',
      },
    ] as const
  })
}
