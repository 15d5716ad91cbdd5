/** Parts of call details, each with a size limit. A note reports omitted items. */
import { z } from 'zod'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { clock } from '../../../core/tool-text.ts'
import { anyJson, type Json } from '../../../core/wire.ts'
import type { Summary } from '../../analysis/summaries/index.ts'
import type { StoredResult } from '../../coaching/scorecard-results/index.ts'
import { clipped, oneLine, takeFitting } from './bounds.ts'
import type { CardParticipant } from './card.ts'
import type { FieldValue, LinkedRecord } from './queries.ts'

/** Maximum sizes in tokens. */
const SUMMARY_MAX = 2_000
const PEOPLE_MAX = 1_000
const SCORECARDS_MAX = 2_000
const FIELDS_MAX = 1_500
const RECORDS_MAX = 1_500
/** Maximum lengths in characters. */
const WORDS_MAX = 300
const NAME_MAX = 100

export const participantTold = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  internal: z.boolean(),
})

export function toParticipantParts(people: readonly CardParticipant[], notes: string[]): CardParticipant[] {
  const all = people.map((one) => ({ ...one, name: one.name === null ? null : clipped(one.name, NAME_MAX) }))
  return limitToTokens(all, PEOPLE_MAX, 'participants', notes)
}

export const scorecardTold = z.object({
  scorecard_id: z.string(),
  title: z.string(),
  average: z.number(),
  items: z.array(z.object({ title: z.string(), score: z.number(), min: z.number(), max: z.number(), why: z.string() })),
})

export function toScorecardParts(
  { data, meta }: { readonly data: readonly StoredResult[]; readonly meta: { readonly totalRecords: number } },
  notes: string[],
): z.output<typeof scorecardTold>[] {
  const all = data.map(({ scorecardId, title, summary, items }) => ({
    scorecard_id: scorecardId,
    title: clipped(title, NAME_MAX),
    average: summary.averageScore,
    items: limitToTokens(items.map(toScoredItem), SCORECARDS_MAX - 100, 'items of a scorecard', notes),
  }))
  const open = data.reduce((sum, { unscored = [] }) => sum + unscored.length, 0)
  if (open > 0) notes.push(`Scorecards: ${open} items have no score and aren't included in the averages.`)
  const more = meta.totalRecords - data.length
  return limitToTokens(all, SCORECARDS_MAX, 'scorecard results', notes, more)
}

function toScoredItem({ title, description, numericResult: { score, min, max } }: StoredResult['items'][number]) {
  return { title: clipped(title, NAME_MAX), score, min, max, why: clipped(description, WORDS_MAX) }
}

export const fieldTold = z.object({
  key: z.string(),
  title: z.string(),
  /** Value in its own type; long text is shortened. */
  value: anyJson,
  confirmed: z.boolean(),
  source: z.string(),
  confidence: z.number(),
  quote: z.string().nullable(),
})

/** Returns confirmed values where available, otherwise extracted ones. */
export function toFieldParts(
  { extracted, confirmed }: { extracted: Record<string, FieldValue>; confirmed: Record<string, FieldValue> },
  notes: string[],
): z.output<typeof fieldTold>[] {
  const all = Object.entries({ ...extracted, ...confirmed }).map(([key, { title, value, ...field }]) => {
    const quote = field.evidence.find((one) => typeof one.quote === 'string')?.quote
    return {
      key: clipped(key, NAME_MAX),
      title: clipped(title, NAME_MAX),
      value: shortened(value),
      confirmed: Object.hasOwn(confirmed, key),
      source: field.source,
      confidence: field.confidence,
      quote: typeof quote === 'string' ? clipped(quote, WORDS_MAX) : null,
    }
  })
  return limitToTokens(all, FIELDS_MAX, 'fields', notes)
}

export const crmTold = z.object({
  code: z.string(),
  id: z.string(),
  fields: z.record(z.string(), anyJson),
  /** Number of fields that didn't fit. */
  fields_left_out: z.int(),
})

/** Maximum size of the fields of one record in tokens. */
const RECORD_MAX = 700

export function toRecordParts(records: readonly LinkedRecord[], notes: string[]): z.output<typeof crmTold>[] {
  const all = records.map(({ code, id, fields }) => {
    const values = Object.entries(fields ?? {}).map(
      ([name, value]) => [clipped(name, NAME_MAX), shortened(value)] as const,
    )
    const { kept, omitted } = takeFitting(values, RECORD_MAX)
    return { code, id, fields: Object.fromEntries(kept), fields_left_out: omitted }
  })
  return limitToTokens(all, RECORDS_MAX, 'linked CRM records', notes)
}

/** Formats a summary as text. Each line is verbatim or supported by quotes. */
export function summaryText(summary: Summary): string {
  const { headline, paragraphs, decisions, actionItems, openQuestions, chapters } = summary
  if (headline === null) return 'The call has no content to summarize.'
  const formatStart = ({ spans: [first] }: { spans: readonly { start: number | null }[] }) =>
    first === undefined || first.start === null ? '' : ` (${clock(first.start)})`
  const list = (name: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${name}:`, ...all.map((one) => `- ${one}`)]
  const told = [
    oneLine(headline.text),
    ...paragraphs.map(({ text }) => oneLine(text)),
    ...list(
      'Decisions',
      decisions.map((one) => oneLine(one.text) + formatStart(one)),
    ),
    ...list(
      'Action items',
      actionItems.map((one) => {
        const who = one.owner === null ? '' : ` · ${oneLine(one.owner.name)}`
        const due =
          one.due === null ? '' : ` · due ${oneLine(one.due)}${one.dueDate === null ? '' : ` (${one.dueDate})`}`
        return oneLine(one.text) + who + due + formatStart(one)
      }),
    ),
    ...list(
      'Open questions',
      openQuestions.map((one) => oneLine(one.text) + formatStart(one)),
    ),
    ...list(
      'Chapters',
      chapters.map((one) => oneLine(one.title) + formatStart(one)),
    ),
  ].join('\n')
  return truncateToTokens(told, SUMMARY_MAX)
}

function limitToTokens<T>(all: readonly T[], tokens: number, what: string, notes: string[], more = 0): T[] {
  const { kept, omitted } = takeFitting(all, tokens)
  if (omitted + more > 0) notes.push(`${omitted + more} more ${what} omitted.`)
  return kept
}

/** The value in its own type. Text on one line, and lists and objects that are too long as the start of their JSON. */
function shortened(value: unknown): Json {
  if (typeof value === 'string') return clipped(value, WORDS_MAX)
  const text = JSON.stringify(value) ?? 'null'
  return text.length > WORDS_MAX ? clipped(text, WORDS_MAX) : (JSON.parse(text) as Json)
}

export const formatValue = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
