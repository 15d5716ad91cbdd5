/**
 * Conversations for tests, one a line as JSON with `id`, `title`, `segments` and, in some corpora, times. The written ones
 * ship with the repository: they are the calls of the demo. The recorded ones aren't part of it; tests use them too where
 * they are (`testing/real-data.ts`).
 */
import { readFile } from 'node:fs/promises'
import { TALKS } from '../src/demo/calls.ts'
import { renderTranscript } from '../src/demo/render-transcript.ts'
import { realData } from '../src/testing/real-data.ts'

export interface CorpusLine {
  readonly id: string
  readonly title: string
  /** Seconds. */
  readonly duration?: number
  readonly date?: string
  readonly started_at?: string
  readonly segments: readonly {
    readonly speaker: string
    readonly text: string
    readonly start?: number
    readonly end?: number
  }[]
}

export interface Corpus {
  readonly name: string
  /** Number of conversations. */
  readonly count: number
  read(): Promise<string>
}

type TimedCall = readonly [speaker: string, text: string, start: number, end: number][]

async function readCalls(): Promise<{ id: string; title: string; turns: TimedCall }[]> {
  const calls = TALKS.map(async (talk) => {
    const { turns = [] } = await renderTranscript(talk)
    const timed = turns.map(({ speaker, words }): TimedCall[number] => [
      ...([speaker, words.map(({ text }) => text).join(' ')] as const),
      ...([words[0]?.startTimestamp ?? 0, words.at(-1)?.endTimestamp ?? 0] as const),
    ])
    return { id: `written-${talk.id}`, title: talk.title, turns: timed }
  })
  return (await Promise.all(calls)).filter(({ turns }) => turns.length > 0)
}

const written = (
  name: string,
  toLine: (call: Awaited<ReturnType<typeof readCalls>>[number]) => CorpusLine,
): Corpus => ({
  name: `written ${name}`,
  // A chat is plain text, and has no times.
  count: TALKS.filter(({ form }) => form !== 'plain').length,
  read: async () => (await readCalls()).map((call) => `${JSON.stringify(toLine(call))}\n`).join(''),
})

export const WRITTEN_CORPORA: readonly Corpus[] = [
  written('calls', ({ id, title, turns }) => ({
    ...{ id, title, started_at: '2026-03-04T13:30:00+01:00', duration: turns.at(-1)?.[3] ?? 0 },
    segments: turns.map(([speaker, text, start, end]) => ({ speaker, text, start, end })),
  })),
  written('meetings', ({ id, title, turns }) => ({
    ...{ id, title },
    segments: turns.map(([speaker, text]) => ({ speaker, text })),
  })),
  written('chats', ({ id, title, turns }) => ({
    ...{ id, title, date: '2026-03-04' },
    segments: turns.map(([speaker, text, start]) => ({ speaker, text, start: Math.floor(start) })),
  })),
]

const RECORDED: readonly (readonly [file: string, count: number])[] = [
  ['zoom/meetings.jsonl', 44],
  ['qmsum/meetings.jsonl', 122],
  ['earnings21/calls.jsonl', 26],
  ['star/chats.jsonl', 298],
  ['p4g/chats.jsonl', 180],
]

export const CORPORA: readonly Corpus[] = [
  ...WRITTEN_CORPORA,
  ...(realData === undefined
    ? []
    : RECORDED.map(
        ([file, count]): Corpus => ({ name: file, count, read: () => readFile(`${realData}/${file}`, 'utf8') }),
      )),
]

export const parseCorpus = (source: string): CorpusLine[] =>
  source
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusLine)
