/** Gathers the stored results and transcripts of the conversations of a deck. */
import type { Context } from '../../../../core/operation.ts'
import { visibilityOf } from '../../../../core/principal.ts'
import { readSummary, surroundingsOf } from '../../../analysis/summaries/index.ts'
import { getConversationTopics } from '../../../analysis/topics/index.ts'
import type { Statistics } from '../../../conversations/records/index.ts'
import {
  extractiveSummary,
  NOTHING_SAID,
  type Span,
  type SummaryContent,
} from '../../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../../text/passages/index.ts'
import { outlineSegments, segmentText, type TranscriptSegment } from '../../../text/transcripts/index.ts'
import type { Clip, ContextType, DeckContext } from './context.ts'
import { selectTalks, type TalkRow, type ValueRow } from './queries.ts'

export interface Counted {
  readonly text: string
  readonly count: number
}

export interface NamedAt extends Counted {
  readonly type: string
  /** Index of the segment with the first mention. */
  readonly segment: number
}

export interface Speaker {
  readonly name: string
  /** Undefined if unknown. */
  readonly internal: boolean | undefined
  /** Share of the talk time, or of the words if there are no times, 0 to 1. */
  readonly share: number | undefined
}

export interface Talk {
  readonly id: string
  readonly title: string
  readonly at: string
  /** Duration in seconds. */
  readonly duration: number | undefined
  readonly segments: readonly TranscriptSegment[]
  readonly summary: SummaryContent
  readonly statistics: Statistics | undefined
  readonly speakers: readonly Speaker[]
  readonly phrases: readonly (Counted & { readonly score: number })[]
  readonly things: readonly NamedAt[]
  readonly trackers: readonly Counted[]
  /** Values that a person confirmed. */
  readonly values: readonly ValueRow[]
  readonly scorings: TalkRow['scorecard_results']
  readonly mark: string
}

export interface Material {
  readonly type: ContextType
  readonly title: string
  /** Conversations, oldest first. */
  readonly talks: readonly Talk[]
  /** Number of all conversations of the context, including these. */
  readonly total: number
}

export async function gather(ctx: Context, context: DeckContext): Promise<Material> {
  const visibility = visibilityOf(ctx.principal)
  const rows = await selectTalks(ctx.db, ctx.org, visibility, context.conversationIds)
  const talks: Talk[] = []
  for (const row of rows) {
    ctx.signal.throwIfAborted()
    const talk = context.clip === undefined ? await wholeTalk(ctx, row) : clippedTalk(row, context.clip)
    if (talk.segments.some((segment) => segmentText(segment).trim() !== '')) talks.push(talk)
  }
  return { type: context.type, title: context.title, talks, total: context.total }
}

async function wholeTalk(ctx: Context, row: TalkRow): Promise<Talk> {
  const [summary, topics] = await Promise.all([
    readSummary(ctx.db, ctx.org, visibilityOf(ctx.principal), row.id),
    getConversationTopics.handle({ id: row.id }, ctx),
  ])
  return {
    ...partsOf(row, JSON.parse(row.segments) as TranscriptSegment[]),
    summary: summary ?? NOTHING_SAID,
    phrases: listed<Counted & { score: number }>(topics.keyPhrases),
    things: listed<Counted & { type: string; occurrences: { segment: number }[] }>(topics.namedThings).map(
      ({ text, count, type, occurrences }) => ({ text, count, type, segment: occurrences[0]?.segment ?? 0 }),
    ),
    trackers: topics.trackers.map(({ name, count }) => ({ text: name, count })),
  }
}

const listed = <T>(json: { readonly text: string }): T[] => JSON.parse(json.text) as T[]

/** Summarizes a clip separately, because the stored results describe the complete conversation. */
function clippedTalk(row: TalkRow, clip: Clip): Talk {
  const all = JSON.parse(row.segments) as TranscriptSegment[]
  const timed = all.some(({ start, end }) => start !== null || end !== null)
  const within = all.flatMap((segment, index) => (isWithin(segment, index, clip, timed) ? [{ segment, index }] : []))
  const segments = within.map(({ segment }) => segment)
  const saidOn = row.live_started_at === null ? null : new Date(row.live_started_at)
  const named = [...row.participants, ...row.internal_participants]
  const summary = extractiveSummary(
    cutTranscript(segments),
    surroundingsOf(outlineSegments(segments).speakers, named, saidOn),
  )
  const first = within[0]?.index ?? 0
  const silent = { ...row, statistics: null, scorecard_results: [], confirmed: {} }
  return {
    // Segment indexes refer to the complete transcript, so the segments before the clip are replaced by empty ones.
    ...partsOf(silent, [...all.slice(0, first).map(silenced), ...segments]),
    duration: timed ? clip.end - clip.start : undefined,
    summary: moved(summary, first),
    phrases: [],
    things: [],
    trackers: [],
  }
}

const silenced = (segment: TranscriptSegment): TranscriptSegment => ({ ...segment, words: [] })

function isWithin({ start, end }: TranscriptSegment, index: number, clip: Clip, timed: boolean): boolean {
  if (!timed) return clip.segments !== undefined && index >= clip.segments.first && index <= clip.segments.last
  const [from, to] = [start ?? end, end ?? start]
  return from !== null && to !== null && from < clip.end && to > clip.start
}

/** Shifts segment indexes to the complete transcript. */
function moved(summary: SummaryContent, by: number): SummaryContent {
  const shift = (spans: readonly Span[]) => spans.map((span) => ({ ...span, segment: span.segment + by }))
  const line = <L extends { readonly spans: readonly Span[] }>(one: L): L => ({ ...one, spans: shift(one.spans) })
  return {
    headline: summary.headline === null ? null : line(summary.headline),
    paragraphs: summary.paragraphs.map(line),
    decisions: summary.decisions.map(line),
    actionItems: summary.actionItems.map(line),
    openQuestions: summary.openQuestions.map(line),
    chapters: summary.chapters.map((chapter) => ({
      ...line(chapter),
      firstSegment: chapter.firstSegment + by,
      lastSegment: chapter.lastSegment + by,
    })),
  }
}

function partsOf(row: TalkRow, segments: readonly TranscriptSegment[]) {
  return {
    id: row.id,
    title: row.title,
    at: row.started_at,
    duration: row.media_duration ?? row.statistics?.duration ?? undefined,
    segments,
    statistics: row.statistics ?? undefined,
    speakers: speakersOf(row, segments),
    // A deck is read by customers, so it has only values that a person confirmed.
    values: Object.values(row.confirmed),
    scorings: row.scorecard_results,
    mark: row.mark,
  }
}

function speakersOf({ statistics }: TalkRow, segments: readonly TranscriptSegment[]): Speaker[] {
  if (statistics !== null && statistics.speakers.length > 0) {
    return statistics.speakers.map(({ name, internal, talkShare, wordShare }) => ({
      name,
      internal: internal ?? undefined,
      share: talkShare ?? wordShare,
    }))
  }
  const words = new Map<string, { internal: boolean | undefined; words: number }>()
  for (const { speaker, words: said } of segments) {
    if (speaker.name === '' || said.length === 0) continue
    const known = words.get(speaker.name) ?? { internal: speaker.internal, words: 0 }
    words.set(speaker.name, { ...known, words: known.words + said.length })
  }
  const all = [...words.values()].reduce((sum, one) => sum + one.words, 0)
  return [...words]
    .map(([name, one]) => ({ name, internal: one.internal, share: one.words / Math.max(1, all) }))
    .toSorted((a, b) => b.share - a.share)
}

/** Whether the speaker belongs to the organization. Undefined if unknown. */
export const sideOf = (talk: Talk, speaker: string): boolean | undefined =>
  talk.speakers.find(({ name }) => name === speaker)?.internal
