/** Findings for one question, and the citations of an answer. */
import type { NewInsightItem } from '../insights/index.ts'
import type { FindingsRow } from './queries.ts'
import type { InsightFinding, SourceFinding } from './schema.ts'
import { plainly } from './words.ts'

/** Conversation or knowledge source with findings for the question. */
export interface SourceStatement {
  readonly kind: 'conversation' | 'source'
  readonly id: string
  readonly title: string
  /** Start time of the conversation. Null for knowledge sources. */
  readonly at: string | null
  /** Confidence that it is about the question, 0 to 1. */
  readonly worth: number
  readonly notes: readonly SaidNote[]
}

export interface SaidNote {
  readonly text: string
  readonly quotes: readonly string[]
  readonly items: readonly NewInsightItem[]
}

export interface GatheredFindings {
  readonly question: string
  /** Conversations first, newest first. */
  readonly says: readonly SourceStatement[]
  /** Number of conversations with a transcript that were read. */
  readonly read: number
  /** Number of conversations read by a language model. */
  readonly byModel: number
  /** Number of selected conversations before the limit was applied. */
  readonly meant: number
}

export function gatherFindings(
  question: string,
  rows: readonly FindingsRow[],
  sources: readonly SourceFinding[],
  meant: number,
): GatheredFindings {
  const conversations = rows
    .filter(({ findings }) => findings.length > 0)
    .map(
      (row): SourceStatement => ({
        ...{ kind: 'conversation', id: row.id, title: row.title, at: row.started_at },
        worth: Math.max(...row.findings.map(({ worth }) => worth)),
        notes: row.findings.map((finding) => toConversationNote(row, finding)),
      }),
    )
  const bySource = Map.groupBy(sources, ({ sourceId }) => sourceId)
  const known = [...bySource].map(
    ([id, found]): SourceStatement => ({
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

const toConversationNote = ({ id, transcript_version }: FindingsRow, { text, spots }: InsightFinding): SaidNote => ({
  text,
  quotes: spots.map(({ quote }) => quote),
  items: spots.map(({ segment, words }) => ({
    ...{ conversationId: id, transcriptVersion: transcript_version, segment, words },
  })),
})

/** Maximum number of citations in one answer. */
const ITEMS_MAX = 150

/** Assigns citation numbers `[1]`, `[2]` to sources in the order of their first use. */
export function createMarks() {
  const items: NewInsightItem[] = []
  const known = new Map<string, number>()
  return {
    items: items as readonly NewInsightItem[],
    /** Returns the citations of the items. Items beyond the maximum get none. */
    of(wanted: readonly NewInsightItem[]): string {
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
export const formatDay = (at: string): string => DAY.format(new Date(at))

const TITLE_MAX = 100

export function formatSourceTitle({ title, at, kind }: SourceStatement): string {
  const name = plainly(title)
  const short = [...name].length > TITLE_MAX ? `${[...name].slice(0, TITLE_MAX).join('')}…` : name
  return kind === 'source' ? `${short} (knowledge base)` : `${short} (${at === null ? '' : formatDay(at)})`
}
