/**
 * How good an order is. The measures and what counts as right are those of the plain baselines that tables are printed
 * beside: turns against annotated spans, chunks of eight turns in a row, and for calls with times the minute.
 */
import type { Point, Query, Segment } from './eval-data.ts'

/** Turns of a chunk. */
export const CHUNK = 8
/** Seconds around a chunk within which a point belongs to it. */
const NEAR = 60

export const chunkOf = (segment: number): number => Math.floor(segment / CHUNK)

/**
 * The chunks that should be found: those half or more of whose turns lie inside the spans, or where there is none such,
 * those that the spans touch.
 */
export function goldChunks(spans: NonNullable<Query['relevant_spans']>, turns: number): Set<number> {
  const inside = new Map<number, number>()
  for (const [from, to] of spans) {
    for (let turn = from; turn <= Math.min(to, turns - 1); turn++) {
      inside.set(chunkOf(turn), (inside.get(chunkOf(turn)) ?? 0) + 1)
    }
  }
  const lengthOf = (chunk: number) => Math.min(CHUNK, turns - chunk * CHUNK)
  const halves = [...inside].filter(([chunk, count]) => count * 2 >= lengthOf(chunk))
  return new Set((halves.length > 0 ? halves : [...inside]).map(([chunk]) => chunk))
}

/** The chunks of a call within a minute of which a point was made. */
export function chunksAt({ time }: Pick<Point, 'time'>, segments: readonly Segment[]): Set<number> {
  const found = new Set<number>()
  for (let first = 0; first < segments.length; first += CHUNK) {
    const start = segments[first]?.start ?? Number.NaN
    const end = segments[Math.min(first + CHUNK, segments.length) - 1]?.end ?? Number.NaN
    if (start - NEAR <= time && time <= end + NEAR) found.add(chunkOf(first))
  }
  return found
}

/** Each once, where it stands first. */
export const distinct = <T>(order: readonly T[]): T[] => [...new Set(order)]

export const recall = <T>(order: readonly T[], gold: ReadonlySet<T>, first: number): number =>
  order.slice(0, first).filter((one) => gold.has(one)).length / gold.size

/** Whether one that is right is among the first. */
export const hit = <T>(order: readonly T[], gold: ReadonlySet<T>, first: number): number =>
  order.slice(0, first).some((one) => gold.has(one)) ? 1 : 0

/** One over the place of the first that is right. */
export function reciprocalRank<T>(order: readonly T[], gold: ReadonlySet<T>): number {
  const at = order.findIndex((one) => gold.has(one))
  return at === -1 ? 0 : 1 / (at + 1)
}

export function ndcg<T>(order: readonly T[], gold: ReadonlySet<T>, first: number): number {
  const gain = (place: number) => 1 / Math.log2(place + 2)
  let found = 0
  order.slice(0, first).forEach((one, place) => {
    if (gold.has(one)) found += gain(place)
  })
  let best = 0
  for (let place = 0; place < Math.min(first, gold.size); place++) best += gain(place)
  return best === 0 ? 0 : found / best
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A result as the measures see it: the turn it quotes, and all turns it shows. */
export interface Found {
  readonly meeting: string
  readonly segment: number
  readonly segments: readonly number[]
}

/** The turns that results point at, in their order; then the others that they show. */
export const turnsOf = (found: readonly Found[]): number[] =>
  distinct([...found.map(({ segment }) => segment), ...found.flatMap(({ segments }) => segments)])

/** A result is right about the chunk that most of its turns are in; where two have as many, about that of its quote. */
export const chunksOf = (found: readonly Found[]): number[] => distinct(found.map(chunkOfResult))

function chunkOfResult({ segment, segments }: Found): number {
  const turns = new Map([[chunkOf(segment), 0.5]])
  for (const one of distinct(segments)) turns.set(chunkOf(one), (turns.get(chunkOf(one)) ?? 0) + 1)
  return [...turns].reduce((most, other) => (other[1] > most[1] ? other : most))[0]
}

export const meetingsOf = (found: readonly Found[]): string[] => distinct(found.map(({ meeting }) => meeting))
