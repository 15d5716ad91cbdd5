/** Part three: every parameter of the list alone, one request at a time. */
import { ask, type Contestant, measure, startParley } from './contestants.ts'
import type { Filled } from './fill.ts'
import { type Case, filterCases } from './filter-cases.ts'
import type { Load, Round } from './load.ts'
import { type Goal, medianOf, printTable, short, tell } from './report.ts'

const LIMIT_MS = 30
const ROUNDS = 3
const REQUESTS_MAX = 500

interface Measured extends Case {
  readonly total: number
  readonly rounds: Round[]
}

export async function measureFilters(
  load: Load,
  filled: Filled,
  { seconds }: { seconds: number },
): Promise<Measured[]> {
  tell(`${filled.size}: every parameter alone`)
  const parley = await startParley(filled)
  try {
    const cases = await filterCases(filled)
    const measured = await Promise.all(
      cases.map(async (one) => ({ ...one, total: await totalOf(parley, filled, one), rounds: [] as Round[] })),
    )
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of measured) {
        const effort = { connections: 1, seconds: Math.max(0.05, seconds / ROUNDS), requestsMax: REQUESTS_MAX }
        one.rounds.push(await measure(load, filled, parley, targetOf(parley.baseUrl, filled, one), effort))
      }
    }
    print(filled, measured)
    return measured
  } finally {
    await parley.stop()
  }
}

function targetOf(baseUrl: string, filled: Filled, { query }: Case) {
  return { url: `${baseUrl}/conversations/list?${new URLSearchParams(query)}`, headers: { authorization: filled.key } }
}

async function totalOf({ baseUrl }: Contestant & { baseUrl: string }, filled: Filled, one: Case): Promise<number> {
  return JSON.parse(await ask(targetOf(baseUrl, filled, one))).meta.totalRecords
}

function print({ size }: Filled, measured: readonly Measured[]): void {
  printTable(
    `Each parameter alone at ${size} conversations, 1 connection (medians of ${ROUNDS} rounds)`,
    ['parameter', 'found', 'p50 ms', 'p99 ms', `${LIMIT_MS} ms`],
    measured.map(({ name, total, rounds }) => {
      const p50 = medianOf(rounds, 'p50')
      return [name, String(total), short(p50), short(medianOf(rounds, 'p99')), p50 >= LIMIT_MS ? 'MISSED' : '']
    }),
  )
}

export function filterGoals(measured: readonly Measured[]): Goal[] {
  const worst = measured.toSorted((a, b) => medianOf(b.rounds, 'p50') - medianOf(a.rounds, 'p50'))
  // All that miss; when none does, the slowest stands for all.
  const told = worst.filter((one) => medianOf(one.rounds, 'p50') >= LIMIT_MS)
  return (told.length > 0 ? told : worst.slice(0, 1)).map((one) => ({
    what: `${told.length > 0 ? '' : 'slowest parameter: '}${one.name}, p50`,
    measured: medianOf(one.rounds, 'p50'),
    limit: LIMIT_MS,
    sense: 'at most' as const,
    unit: ' ms',
  }))
}
