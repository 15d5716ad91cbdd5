/** Gathers the stored results and transcripts of the conversations of a deck. */
import type { Context } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { extractiveSummaryTask, readSummary, toSummaryContext } from '../../../analysis/summaries/index.ts'
import { getConversationTopics } from '../../../analysis/topics/index.ts'
import type { Statistics } from '../../../conversations/records/index.ts'
import { type EvidenceSpan, NOTHING_SAID, type SummaryContent } from '../../../text/extractive-summary/index.ts'
import { type SegmentsInput, toSegmentsInput } from '../../../text/transcripts/index.ts'
import type { DeckClip, DeckContext, DeckSourceType } from './context.ts'
import { selectTalks, type TalkRow, type ValueRow } from './queries.ts'
import { clipTalkTask, type DeckSpeaker, readTalkTask, type TalkReading } from './read-talk.ts'

export interface CountedValue {
  readonly text: string
  readonly count: number
}

export interface EntityMention extends CountedValue {
  readonly type: string
  /** Index of the segment with the first mention. */
  readonly segment: number
}

export interface DeckConversation {
  readonly id: string
  readonly title: string
  readonly at: string
  /** Duration in seconds. */
  readonly duration: number | undefined
  readonly segments: SegmentsInput
  /** Sentences by cue, in their order. */
  readonly cued: TalkReading['cued']
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
    const segments = await toSegmentsInput(row.segments)
    const talk = await (context.clip === undefined
      ? readWhole(ctx, row, segments)
      : readClip(ctx, row, segments, context.clip))
    if (talk !== undefined) talks.push(talk)
  }
  return { type: context.type, title: context.title, conversations: talks, total: context.total }
}

/** @returns undefined if nothing was said */
async function readWhole(ctx: Context, row: TalkRow, segments: SegmentsInput): Promise<DeckConversation | undefined> {
  const parts = await readParts(ctx, row, segments)
  if (parts === undefined) return undefined
  const [summary, topics] = await Promise.all([
    readSummary(ctx, toVisibility(ctx.principal), row.id),
    getConversationTopics.handle({ id: row.id }, ctx),
  ])
  return {
    ...parts,
    summary: summary ?? NOTHING_SAID,
    phrases: parseList<CountedValue & { score: number }>(topics.keyPhrases),
    entities: parseList<CountedValue & { type: string; occurrences: { segment: number }[] }>(topics.namedThings).map(
      ({ text, count, type, occurrences }) => ({ text, count, type, segment: occurrences[0]?.segment ?? 0 }),
    ),
    trackers: topics.trackers.map(({ name, count }) => ({ text: name, count })),
  }
}

const parseList = <T>(json: { readonly text: string }): T[] => JSON.parse(json.text) as T[]

/**
 * Summarizes a clip separately, because the stored results describe the complete conversation.
 * @returns undefined if nothing was said
 */
async function readClip(
  ctx: Context,
  row: TalkRow,
  segments: SegmentsInput,
  clip: DeckClip,
): Promise<DeckConversation | undefined> {
  const clipped = await ctx.requestWorkers.run(clipTalkTask, [segments, clip], ctx.signal)
  const silent = { ...row, statistics: null, scorecard_results: [], confirmed: {} }
  const parts = await readParts(ctx, silent, clipped.padded)
  if (parts === undefined) return undefined
  const saidOn = row.live_started_at === null ? null : new Date(row.live_started_at)
  const named = [...row.participants, ...row.internal_participants]
  const surroundings = toSummaryContext(clipped.speakers, named, saidOn)
  const material = { segments: clipped.clip, surroundings }
  const summary = await ctx.requestWorkers.run(extractiveSummaryTask, [material], ctx.signal)
  return {
    ...parts,
    duration: clipped.isTimed ? clip.end - clip.start : undefined,
    summary: shiftSegments(summary, clipped.first),
    phrases: [],
    entities: [],
    trackers: [],
  }
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

/** @returns undefined if nothing was said */
async function readParts(ctx: Context, row: TalkRow, segments: SegmentsInput) {
  const known = toDeckSpeakers(row)
  const { hasWords, speakers, cued } = await ctx.requestWorkers.run(readTalkTask, [segments, known], ctx.signal)
  if (!hasWords) return undefined
  return {
    id: row.id,
    title: row.title,
    at: row.started_at,
    duration: row.media_duration ?? row.statistics?.duration ?? undefined,
    segments,
    statistics: row.statistics ?? undefined,
    ...{ speakers, cued },
    // A deck is read by customers, so it has only values that a person confirmed.
    values: Object.values(row.confirmed),
    scorings: row.scorecard_results,
    mark: row.mark,
  }
}

/** Speakers of the statistics. Undefined if there are none. */
function toDeckSpeakers({ statistics }: TalkRow): DeckSpeaker[] | undefined {
  if (statistics === null || statistics.speakers.length === 0) return undefined
  return statistics.speakers.map(({ name, internal, talkShare, wordShare }) => ({
    name,
    internal: internal ?? undefined,
    share: talkShare ?? wordShare,
  }))
}

/** Whether the speaker belongs to the organization. Undefined if unknown. */
export const findSpeakerSide = (talk: DeckConversation, speaker: string): boolean | undefined =>
  talk.speakers.find(({ name }) => name === speaker)?.internal
