/** Part two: the first page and a deep one, at every size in turns, one request at a time. */
import { type Contestant, compareAnswers, measure, type Page, startCeiling, startParley } from './contestants.ts'
import type { Filled } from './fill.ts'
import type { Load, Round } from './load.ts'
import { type Goal, medianOf, printTable, short, tell } from './report.ts'

const DEEP = 1_000
const SIZE = 25
const REQUESTS_MAX = 20_000
const WARM_UP_SECONDS = 1

const pageAt = (number: number): Page => ({ number, size: SIZE, detailed: false, onlyWithTranscript: false })

interface Measured {
  readonly size: number
  readonly page: number
  readonly contestant: string
  readonly rounds: Round[]
}

export async function compareSizes(
  load: Load,
  sizes: readonly Filled[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Measured[]> {
  tell('first and deep pages at every size')
  const started: Contestant[] = []
  try {
    const seats: (Measured & { filled: Filled; one: Contestant })[] = []
    for (const filled of sizes) {
      const parley = await startParley(filled)
      started.push(parley)
      const ceiling = await startCeiling(filled, 'rows', parley.baseUrl)
      started.push(ceiling)
      // An archived share and other filters leave fewer pages than rows; half of them is surely there.
      const pages = filled.size / SIZE / 2 >= DEEP ? [1, DEEP] : [1]
      for (const page of pages) {
        await compareAnswers(parley, ceiling, pageAt(page))
        for (const one of [parley, ceiling]) {
          seats.push({ size: filled.size, page, contestant: one.name, rounds: [], filled, one })
        }
      }
    }
    const turn = (seat: (typeof seats)[number], length: number) =>
      measure(load, seat.filled, seat.one, seat.one.target(pageAt(seat.page)), {
        connections: 1,
        seconds: length,
        requestsMax: REQUESTS_MAX,
      })
    for (const seat of seats) await turn(seat, Math.min(WARM_UP_SECONDS, 5 * seconds))
    for (let round = 0; round < rounds; round++) {
      for (const seat of seats) seat.rounds.push(await turn(seat, seconds / 2))
    }
    print(seats)
    return seats
  } finally {
    for (const one of started) await one.stop()
  }
}

const p50Of = ({ rounds }: Measured) => medianOf(rounds, 'p50')

function print(seats: readonly Measured[]): void {
  printTable(
    `A page of ${SIZE} by size and depth, 1 connection (medians of ${seats[0]?.rounds.length} rounds in turns)`,
    ['', 'page', 'p50 ms', 'p99 ms', 'CPU ms/request', '+ PostgreSQL'],
    seats.map((seat) => [
      `${seat.size} conversations, ${seat.contestant}`,
      String(seat.page),
      short(p50Of(seat)),
      ...(['p99', 'cpuServer', 'cpuDatabase'] as const).map((figure) => short(medianOf(seat.rounds, figure))),
    ]),
  )
}

export function sizeGoals(seats: readonly Measured[]): Goal[] {
  const ours = seats.filter((seat) => seat.contestant === 'Parley')
  const first = ours.filter((seat) => seat.page === 1)
  const [smallest, largest] = [first[0], first.at(-1)]
  const goals: Goal[] = []
  if (smallest !== undefined && largest !== undefined && largest !== smallest) {
    goals.push({
      what: `first page at ${largest.size}, p50 of that at ${smallest.size}`,
      measured: p50Of(largest) / p50Of(smallest),
      limit: 1.5,
      sense: 'at most',
      unit: ' ×',
    })
  }
  for (const deep of ours.filter((seat) => seat.page === DEEP)) {
    const shallow = first.find((seat) => seat.size === deep.size)
    if (shallow === undefined) continue
    goals.push({
      what: `${deep.size}: page ${DEEP}, p50 of that of page 1`,
      measured: p50Of(deep) / p50Of(shallow),
      limit: 5,
      sense: 'at most',
      unit: ' ×',
    })
  }
  return goals
}
