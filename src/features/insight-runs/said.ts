/** What was found, gathered for one question: who says something, and the sources that a text names by their marks. */
import type { NewItem } from '../insights/index.ts'
import type { FoundRow } from './queries.ts'
import type { Finding, SourceFinding } from './schema.ts'
import { plainly } from './words.ts'

/** A conversation, or a source of the knowledge base, that says something to the question. */
export interface Says {
  readonly kind: 'conversation' | 'source'
  readonly id: string
  readonly title: string
  /** When the conversation was. */
  readonly at: string | null
  /** 0 to 1: how surely it is about the question. */
  readonly worth: number
  readonly notes: readonly SaidNote[]
}

export interface SaidNote {
  readonly text: string
  readonly quotes: readonly string[]
  readonly items: readonly NewItem[]
}

export interface Gathered {
  readonly question: string
  /** Conversations first, newest first. */
  readonly says: readonly Says[]
  /** Conversations with words that were read. */
  readonly read: number
  /** Of those, how many by a language model. */
  readonly byModel: number
  /** Conversations that were meant. */
  readonly meant: number
}

export function gathered(
  question: string,
  rows: readonly FoundRow[],
  sources: readonly SourceFinding[],
  meant: number,
): Gathered {
  const conversations = rows
    .filter(({ findings }) => findings.length > 0)
    .map(
      (row): Says => ({
        ...{ kind: 'conversation', id: row.id, title: row.title, at: row.started_at },
        worth: Math.max(...row.findings.map(({ worth }) => worth)),
        notes: row.findings.map((finding) => noteOf(row, finding)),
      }),
    )
  const bySource = Map.groupBy(sources, ({ sourceId }) => sourceId)
  const known = [...bySource].map(
    ([id, found]): Says => ({
      ...{ kind: 'source', id, title: found[0]?.title ?? '', at: null, worth: 1 },
      notes: found.map(({ text, quotes }) => ({
        ...{ text, quotes },
        items: quotes.map((quote) => ({ knowledgeSourceId: id, quote })),
      })),
    }),
  )
  const byModel = rows.filter(({ by_model }) => by_model).length
  return { question, says: [...conversations, ...known], read: rows.length, byModel, meant }
}

const noteOf = ({ id, transcript_version }: FoundRow, { text, spots }: Finding): SaidNote => ({
  text,
  quotes: spots.map(({ quote }) => quote),
  items: spots.map(({ segment, words }) => ({
    ...{ conversationId: id, transcriptVersion: transcript_version, segment, words },
  })),
})

/** Sources of one text. */
const ITEMS_MAX = 150

/** Gives each source its mark, `[1]`, `[2]` …, in the order they are named. */
export function createMarks() {
  const items: NewItem[] = []
  const known = new Map<string, number>()
  return {
    items: items as readonly NewItem[],
    /** Marks of these, as far as there is room. */
    of(wanted: readonly NewItem[]): string {
      const marks = wanted.flatMap((item) => {
        const key = JSON.stringify(item)
        const before = known.get(key)
        if (before !== undefined) return [before]
        if (items.length >= ITEMS_MAX) return []
        items.push(item)
        known.set(key, items.length)
        return [items.length]
      })
      return [...new Set(marks)].map((mark) => `[${mark}]`).join('')
    },
  }
}
export type Marks = ReturnType<typeof createMarks>

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
export const dayOf = (at: string): string => DAY.format(new Date(at))

const TITLE_MAX = 100

export function placeOf({ title, at, kind }: Says): string {
  const name = plainly(title)
  const short = [...name].length > TITLE_MAX ? `${[...name].slice(0, TITLE_MAX).join('')}…` : name
  return kind === 'source' ? `${short} (knowledge base)` : `${short} (${at === null ? '' : dayOf(at)})`
}
