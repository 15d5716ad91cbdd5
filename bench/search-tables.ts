/** What `bench:search` prints. */
import type { Round } from './load.ts'
import { median, medianOf, percentile, printTable, short } from './report.ts'
import { type FilledSearch, megabytesOf } from './search-fill.ts'
import type { WhileEmbedding } from './search-import.ts'
import type { InMemory } from './search-memory.ts'

export interface ModeTimes {
  readonly mode: 'lexical' | 'semantic' | 'hybrid'
  /** Milliseconds of each question by a bare client. */
  readonly bare: readonly number[]
  /** One request at a time, and several. */
  readonly single: readonly Round[]
  readonly many: readonly Round[]
  /** Milliseconds that the vector of a question costs, which is no work of the database. */
  readonly question: number
}

/** How much longer the service takes than a bare client, the vector of the question apart. */
export const timesBare = ({ single, bare, question }: ModeTimes): number =>
  (medianOf(single, 'p50') - question) / median(bare)

export async function printFilling(filled: FilledSearch): Promise<void> {
  const { kind, passages, conversations, importRate, bareRate, index, place } = filled
  printTable(
    `${kind}: ${passages} passages of ${conversations} conversations, ${short(await megabytesOf(place))} MB on disk`,
    ['indexing', 'passages/s'],
    [
      ['words: import through the service', short(importRate)],
      ['the passages alone into a bare table, by SQL', short(bareRate)],
      [`vectors: ${index.name ?? 'too few for an index'}`, short(passages / index.seconds)],
    ],
  )
}

export function printSearches(
  { kind, passages, index }: FilledSearch,
  seen: {
    readonly modes: readonly ModeTimes[]
    readonly recall: number
    readonly question: number
    readonly megabytes: number
  },
): void {
  printTable(
    `${kind}: GET /search over ${passages} passages (medians of ${seen.modes[0]?.single.length} rounds)`,
    [
      '',
      'p50 ms',
      'p99 ms',
      'bare SQL p50',
      'bare SQL p99',
      '× bare',
      'requests/s, 4 at a time',
      'CPU ms/request',
      '+ PostgreSQL',
    ],
    seen.modes.map((one) => {
      const { mode, bare, single, many } = one
      return [
        mode,
        short(medianOf(single, 'p50')),
        short(medianOf(single, 'p99')),
        short(median(bare)),
        short(percentile(bare, 0.99)),
        short(timesBare(one)),
        short(medianOf(many, 'requestsPerSecond')),
        short(medianOf(single, 'cpuServer')),
        kind === 'embedded' ? 'in it' : short(medianOf(single, 'cpuDatabase')),
      ]
    }),
  )
  const how = index.name === undefined ? 'No vector index, all distances are computed' : `Vector index: ${index.name}`
  console.log(`\n${how}; of the ten nearest it finds ${seen.recall.toFixed(3)}.`)
  console.log(
    `A question's vector costs ${short(seen.question)} ms here, which is left out of "× bare"; the database takes ${short(seen.megabytes)} MB.`,
  )
}

export function printInMemory({ passages, indexedPerSecond, times, megabytes }: InMemory): void {
  printTable(
    `MiniSearch in memory, ${passages} passages, words only, no door, nothing kept on disk`,
    ['', 'p50 ms', 'p99 ms', 'passages/s indexed', 'memory MB'],
    [['MiniSearch', short(median(times)), short(percentile(times, 0.99)), short(indexedPerSecond), short(megabytes)]],
  )
}

export function printEmbedding({ kind }: FilledSearch, { requests, embedded, alone }: WhileEmbedding): void {
  printTable(
    `${kind}: while an import is being embedded`,
    ['', 'p50 without', 'p50 while', 'p99 without', 'p99 while', '×'],
    requests.map(({ what, quiet, busy }) => [
      what,
      ...[quiet.p50, busy.p50, quiet.p99, busy.p99, busy.p99 / quiet.p99].map(short),
    ]),
  )
  console.log(`\nEmbedded ${short(embedded)} passages/s meanwhile; the encoder alone ${short(alone)}.`)
}
