/**
 * The conversations that search and answers are measured on, with what people wrote about them: QMSum's questions to
 * meetings, and the points that a community noted of its Zoom calls. Labels stay here; the service gets transcripts.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ROOT } from './processes.ts'

export interface Segment {
  readonly speaker: string
  readonly text: string
  /** Seconds; QMSum has none. */
  readonly start?: number
  readonly end?: number
}

export interface Meeting {
  readonly id: string
  readonly title: string
  readonly domain: string
  readonly segments: readonly Segment[]
  /** Seconds, and a day. Of Zoom calls. */
  readonly duration?: number
  readonly date?: string
}

export interface Query {
  readonly id: string
  readonly meeting_id: string
  /** A general one asks for the meeting as a whole, and has no spans. */
  readonly kind: 'specific' | 'general'
  readonly query: string
  /** What somebody wrote as the answer. */
  readonly answer?: string
  readonly relevant_spans?: Spans
  readonly answer_sentences?: readonly string[]
  /** What supports each sentence of the answer. */
  readonly evidence?: readonly (readonly {
    readonly segment: number
    readonly type: string
    readonly quote: string
  }[])[]
}

/** Turns, both ends inside. */
export type Spans = readonly (readonly [from: number, to: number])[]

/** What a meeting was about for a while. */
export interface Topic {
  readonly meeting_id: string
  readonly topic: string
  readonly spans: Spans
}

/** Something that was said or decided, and the second at which it was. */
export interface Point {
  readonly id: string
  readonly meeting_id: string
  readonly text: string
  readonly time: number
  /** The turn at that time. */
  readonly segment: number
}

export interface EvaluationData {
  readonly folder: string
  readonly meetings: readonly Meeting[]
  readonly queries: readonly Query[]
  readonly topics: readonly Topic[]
  readonly calls: readonly Meeting[]
  readonly points: readonly Point[]
}

/** @param given else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone */
export function dataFolder(given: string | undefined): string {
  return resolve(ROOT, given ?? process.env.PARLEY_EVAL_DATA ?? process.env.PARLEY_DATA ?? '../shared/data')
}

/** @param most conversations of each set, drawn evenly from all of it, with what belongs to them */
export async function readData(folder: string, most = Number.POSITIVE_INFINITY): Promise<EvaluationData> {
  const read = <Row>(file: string) => readLines<Row>(join(folder, file))
  const meetings = spread(await read<Meeting>('qmsum/meetings.jsonl'), most)
  const calls = spread(await read<Meeting>('zoom/meetings.jsonl'), most)
  const known = new Set([...meetings, ...calls].map(({ id }) => id))
  const ofKnown = <Row extends { meeting_id: string }>(rows: Row[]) => rows.filter((row) => known.has(row.meeting_id))
  return {
    folder,
    meetings,
    queries: ofKnown(await read<Query>('qmsum/queries.jsonl')),
    topics: ofKnown(await read<Topic>('qmsum/topics.jsonl')),
    calls,
    points: ofKnown(await read<Point>('zoom/points.jsonl')),
  }
}

export async function readLines<Row>(path: string): Promise<Row[]> {
  const text = await readFile(path, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** So many of a list, at even distances, so that every part of it is there. */
export function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T)
}

/**
 * Meetings of one team, one research group or one committee: they talk about the same things. ES2005a to ES2005d are one
 * team; Bmr003 and Bmr026 one research group; covid_1 and covid_2 one committee.
 */
export function seriesOf({ id, domain }: Pick<Meeting, 'id' | 'domain'>): string {
  const name = id.slice(id.indexOf('-') + 1)
  if (domain === 'product') return name.slice(0, -1)
  return (domain === 'academic' ? /^[A-Za-z]+/ : /^[^_]+/).exec(name)?.[0] ?? name
}
