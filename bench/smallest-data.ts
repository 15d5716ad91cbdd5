/** A folder like the one that PARLEY_DATA names, with a few short conversations of each set and what belongs to them. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { seriesOf } from './eval-data.ts'

/** Set → its conversations, and how many are taken. */
const SETS: Readonly<Record<string, readonly [file: string, most: number]>> = {
  qmsum: ['meetings.jsonl', 6],
  zoom: ['meetings.jsonl', 4],
  earnings21: ['calls.jsonl', 3],
  star: ['chats.jsonl', 24],
  p4g: ['chats.jsonl', 12],
  abcd: ['chats.jsonl', 5],
}

interface Line {
  readonly id: string
  readonly domain?: string
  readonly segments: readonly unknown[]
}

/** @param from the folder of all data */
export async function writeSmallestData(from: string, to: string): Promise<void> {
  for (const [set, [file, most]] of Object.entries(SETS)) {
    const all = (await linesOf(join(from, set, file))).map((text) => ({ text, line: JSON.parse(text) as Line }))
    // Short ones, each of another series: what is learned from some is tried on the others.
    const bySeries = new Map<string, (typeof all)[number]>()
    for (const one of all.toSorted((a, b) => a.line.segments.length - b.line.segments.length)) {
      const { id, domain } = one.line
      const series = domain === undefined || set !== 'qmsum' ? id : seriesOf({ id, domain })
      if (!bySeries.has(series)) bySeries.set(series, one)
    }
    const taken = [...bySeries.values()].slice(0, most)
    await write(join(to, set, file), taken)
    const ids = new Set(taken.map(({ line }) => line.id))
    for (const other of await readdir(join(from, set))) {
      if (other === file) continue
      if (!other.endsWith('.jsonl')) {
        await cp(join(from, set, other), join(to, set, other), { recursive: true })
        continue
      }
      const lines = (await linesOf(join(from, set, other))).filter((text) => {
        const { meeting_id, conversation_id } = JSON.parse(text) as { meeting_id?: string; conversation_id?: string }
        return ids.has(meeting_id ?? conversation_id ?? '')
      })
      await write(
        join(to, set, other),
        lines.map((text) => ({ text })),
      )
    }
  }
  await cp(join(from, 'baselines.json'), join(to, 'baselines.json'))
}

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')

async function write(path: string, lines: readonly { readonly text: string }[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, lines.map(({ text }) => `${text}\n`).join(''))
}
