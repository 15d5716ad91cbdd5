/** Gathers the stored results and transcripts of the conversations of a deck. */
import type { Context } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { readSummary, toSummaryContext } from '../../../analysis/summaries/index.ts'
import { getConversationTopics } from '../../../analysis/topics/index.ts'
import type { Statistics } from '../../../conversations/records/index.ts'
import {
  type EvidenceSpan,
  extractiveSummary,
  NOTHING_SAID,
  type SummaryContent,
} from '../../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../../text/passages/index.ts'
import { outlineSegments, segmentText, type TranscriptSegment } from '../../../text/transcripts/index.ts'
import type { DeckClip, DeckContext, DeckSourceType } from './context.ts'
import { selectTalks, type TalkRow, type ValueRow } from './queries.ts'

export interface CountedValue {
  readonly text: string
  readonly count: number
}

export interface EntityMention extends CountedValue {
  readonly type: string
  /** Index of the segment with the first mention. */
  readonly segment: number
}

export interface DeckSpeaker {
  readonly name: string
  /** Undefined if unknown. */
  readonly internal: boolean | undefined
  /** Share of the talk time, or of the words if there are no times, 0 to 1. */
  readonly share: number | undefined
}

export interface DeckConversation {
  readonly id: string
  readonly title: string
  readonly at: string
  /** Duration in seconds. */
  readonly duration: number | undefined
  readonly segments: readonly TranscriptSegment[]
  readonly summary: SummaryContent
  readonly statistics: Statistics | undefined
  readonly speakers: readonly DeckSpeaker[]
  readonly phrases: readonly (CountedValue & { readonly score: number })[]
  readonly entities: readonly EntityMention[]
  readonly trackers: readonly CountedValue[]
  /** Values that a person confirmed. */
  readonly values: readonly ValueRow[]
  readonly scorings: TalkRow['scorecard_results']
  readonly mark: string
}

export interface DeckInput {
  readonly type: DeckSourceType
  readonly title: string
  /** Conversations, oldest first. */
  readonly conversations: readonly DeckConversation[]
  /** Number of all conversations of the context, including these. */
  readonly total: number
}

export async function gather(ctx: Context, context: DeckContext): Promise<DeckInput> {
  const visibility = toVisibility(ctx.principal)
  const rows = await selectTalks(ctx.db, ctx.org, visibility, context.conversationIds)
  const talks: DeckConversation[] = []
  for (const row of rows) {
    ctx.signal.throwIfAborted()
    const talk = context.clip === undefined ? await wholeTalk(ctx, row) : clippedTalk(row, context.clip)
    if (talk.segments.some((segment) => segmentText(segment).trim() !== '')) talks.push(talk)
  }
  return { type: context.type, title: context.title, conversations: talks, total: context.total }
}

async function wholeTalk(ctx: Context, row: TalkRow): Promise<DeckConversation> {
  const [summary, topics] = await Promise.all([
    readSummary(ctx.db, ctx.org, toVisibility(ctx.principal), row.id),
    getConversationTopics.handle({ id: row.id }, ctx),
  ])
  return {
    ...toConversationParts(row, JSON.parse(row.segments) as TranscriptSegment[]),
    summary: summary ?? NOTHING_SAID,
    phrases: parseList<CountedValue & { score: number }>(topics.keyPhrases),
    entities: parseList<CountedValue & { type: string; occurrences: { segment: number }[] }>(topics.namedThings).map(
      ({ text, count, type, occurrences }) => ({ text, count, type, segment: occurrences[0]?.segment ?? 0 }),
    ),
    trackers: topics.trackers.map(({ name, count }) => ({ text: name, count })),
  }
}

const parseList = <T>(json: { readonly text: string }): T[] => JSON.parse(json.text) as T[]

/** Summarizes a clip separately, because the stored results describe the complete conversation. */
function clippedTalk(row: TalkRow, clip: DeckClip): DeckConversation {
  const all = JSON.parse(row.segments) as TranscriptSegment[]
  const timed = all.some(({ start, end }) => start !== null || end !== null)
  const within = all.flatMap((segment, index) => (isWithin(segment, index, clip, timed) ? [{ segment, index }] : []))
  const segments = within.map(({ segment }) => segment)
  const saidOn = row.live_started_at === null ? null : new Date(row.live_started_at)
  const named = [...row.participants, ...row.internal_participants]
  const summary = extractiveSummary(
    cutTranscript(segments),
    toSummaryContext(outlineSegments(segments).speakers, named, saidOn),
  )
  const first = within[0]?.index ?? 0
  const silent = { ...row, statistics: null, scorecard_results: [], confirmed: {} }
  return {
    // Segment indexes refer to the complete transcript, so the segments before the clip are replaced by empty ones.
    ...toConversationParts(silent, [...all.slice(0, first).map(withoutWords), ...segments]),
    duration: timed ? clip.end - clip.start : undefined,
    summary: shiftSegments(summary, first),
    phrases: [],
    entities: [],
    trackers: [],
  }
}

const withoutWords = (segment: TranscriptSegment): TranscriptSegment => ({ ...segment, words: [] })

function isWithin({ start, end }: TranscriptSegment, index: number, clip: DeckClip, timed: boolean): boolean {
  if (!timed) return clip.segments !== undefined && index >= clip.segments.first && index <= clip.segments.last
  const [from, to] = [start ?? end, end ?? start]
  return from !== null && to !== null && from < clip.end && to > clip.start
}

/** Shifts segment indexes to the complete transcript. */
function shiftSegments(summary: SummaryContent, by: number): SummaryContent {
  const shift = (spans: readonly EvidenceSpan[]) => spans.map((span) => ({ ...span, segment: span.segment + by }))
  const line = <L extends { readonly spans: readonly EvidenceSpan[] }>(one: L): L => ({
    ...one,
    spans: shift(one.spans),
  })
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

function toConversationParts(row: TalkRow, segments: readonly TranscriptSegment[]) {
  return {
    id: row.id,
    title: row.title,
    at: row.started_at,
    duration: row.media_duration ?? row.statistics?.duration ?? undefined,
    segments,
    statistics: row.statistics ?? undefined,
    speakers: toDeckSpeakers(row, segments),
    // A deck is read by customers, so it has only values that a person confirmed.
    values: Object.values(row.confirmed),
    scorings: row.scorecard_results,
    mark: row.mark,
  }
}

function toDeckSpeakers({ statistics }: TalkRow, segments: readonly TranscriptSegment[]): DeckSpeaker[] {
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
export const findSpeakerSide = (talk: DeckConversation, speaker: string): boolean | undefined =>
  talk.speakers.find(({ name }) => name === speaker)?.internal
