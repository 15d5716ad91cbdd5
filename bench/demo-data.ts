/**
 * `node bench/demo-data.ts FOLDER`: a folder like the one that PARLEY_DATA names, with calls of the demo in place of
 * recorded conversations. Tests of crashes, faults and updates use it where there are none, such as in CI. Nothing can be
 * evaluated with it.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { TALKS } from '../src/demo/calls.ts'
import { renderTranscript } from '../src/demo/render-transcript.ts'

/** Calls that one long meeting consists of, and the number of meetings and of copies of each call. */
const MEETING_CALLS = 8
const MEETINGS = 40
const COPIES = 4

interface Segment {
  readonly speaker: string
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Call {
  readonly id: string
  readonly title: string
  readonly segments: readonly Segment[]
}

async function readCalls(): Promise<Call[]> {
  const calls = await Promise.all(
    TALKS.map(async (talk): Promise<Call> => {
      const { turns = [] } = await renderTranscript(talk)
      const segments = turns.map(({ speaker, words }) => ({
        ...{ speaker, text: words.map(({ text }) => text).join(' ') },
        ...{ start: words[0]?.startTimestamp ?? 0, end: words.at(-1)?.endTimestamp ?? 0 },
      }))
      return { id: talk.id, title: talk.title, segments }
    }),
  )
  return calls.filter(({ segments }) => segments.length > 0)
}

/** Several calls after another, as one meeting. */
function joinCalls(calls: readonly Call[], number: number): Call {
  let end = 0
  const segments = Array.from({ length: MEETING_CALLS }, (_, index) => {
    const offset = end
    const moved = (calls[(number * 3 + index) % calls.length]?.segments ?? []).map((segment) => ({
      ...segment,
      start: segment.start + offset,
      end: segment.end + offset,
    }))
    end = moved.at(-1)?.end ?? offset
    return moved
  }).flat()
  return { id: `demo-meeting-${number}`, title: `Meeting ${number}`, segments }
}

/** @returns number of conversations */
export async function writeDemoData(folder: string): Promise<number> {
  const calls = await readCalls()
  const meetings = Array.from({ length: MEETINGS }, (_, number) => joinCalls(calls, number))
  const short = calls.flatMap((call) =>
    Array.from({ length: COPIES }, (_, copy) => ({ ...call, id: `demo-${call.id}-${copy}` })),
  )
  const files: Readonly<Record<string, readonly Call[]>> = {
    ...{ 'zoom/meetings.jsonl': meetings, 'star/chats.jsonl': short },
    ...{ 'qmsum/meetings.jsonl': [], 'earnings21/calls.jsonl': [], 'p4g/chats.jsonl': [] },
  }
  for (const [file, lines] of Object.entries(files)) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return meetings.length + short.length
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder: node bench/demo-data.ts FOLDER')
  console.log(`${await writeDemoData(resolve(folder))} conversations`)
}
