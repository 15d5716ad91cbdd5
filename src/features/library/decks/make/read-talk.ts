/**
 * Worker tasks that read the transcripts of a deck, so that the event loop neither parses nor splits them
 * (docs/decisions/0101).
 */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import {
  computeClarity,
  splitTranscriptSentences,
  type TranscriptSentence,
} from '../../../text/extractive-summary/index.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { type StatementCue, scoreSentence } from '../../../text/statement-cues/index.ts'
import {
  isShortInput,
  loadSegments,
  outlineSegments,
  type SegmentsInput,
  type Speaker,
  type TranscriptSegment,
  toSegmentsInput,
} from '../../../text/transcripts/index.ts'
import type { DeckClip } from './context.ts'

export interface DeckSpeaker {
  readonly name: string
  /** Undefined if unknown. */
  readonly internal: boolean | undefined
  /** Share of the talk time, or of the words if there are no times, 0 to 1. */
  readonly share: number | undefined
}

/** Cues that decks have slides for. */
const SALES_CUES = [
  'needs',
  'goals',
  'offer',
  'price',
  'timing',
  'worries',
  'praise',
  'complaints',
] as const satisfies readonly StatementCue[]
export type SalesCue = (typeof SALES_CUES)[number]

/** A sentence that matches a cue. */
export interface CuedSentence {
  readonly sentence: TranscriptSentence
  readonly score: number
}

/** Maximum number of sentences of a conversation for each cue, best ones first. Slides show at most a dozen. */
const CUED_MAX = 200

/** Minimum clarity of a sentence on a slide, which shows nothing of its context. */
const CLARITY_MIN = 0.5

export interface TalkReading {
  /** Whether a letter or a digit was said. */
  readonly hasWords: boolean
  readonly speakers: readonly DeckSpeaker[]
  /** Sentences by cue, in their order. */
  readonly cued: Readonly<Record<SalesCue, readonly CuedSentence[]>>
}

/** @param known speakers of the statistics; undefined if there are none, so that the words are counted */
export function readTalk(input: SegmentsInput, known: readonly DeckSpeaker[] | undefined): TalkReading {
  const segments = loadSegments(input)
  const speakers = known ?? countSpeakers(segments)
  const sides = new Map(speakers.map(({ name, internal }) => [name, internal]))
  const sentences = splitTranscriptSentences(cutSegments(input)).filter(({ qualified }) => !qualified)
  const findCued = (cue: SalesCue): CuedSentence[] =>
    sentences
      .map((sentence) => ({ sentence, score: scoreSentence(sentence, cue, sides.get(sentence.speaker)) }))
      .filter(({ sentence, score }) => score > 0 && computeClarity(sentence) >= CLARITY_MIN)
      .map(({ sentence, score }) => ({ sentence, score: score * computeClarity(sentence) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, CUED_MAX)
      .toSorted((a, b) => a.sentence.position - b.sentence.position)
  return {
    hasWords: outlineSegments(input).hasWords,
    speakers,
    cued: Object.fromEntries(SALES_CUES.map((cue) => [cue, findCued(cue)])) as Record<SalesCue, CuedSentence[]>,
  }
}

function countSpeakers(segments: readonly TranscriptSegment[]): DeckSpeaker[] {
  const words = new Map<string, { internal: boolean | undefined; words: number }>()
  for (const { speaker, words: said } of segments) {
    if (speaker.name === '' || said.length === 0) continue
    const before = words.get(speaker.name) ?? { internal: speaker.internal, words: 0 }
    words.set(speaker.name, { ...before, words: before.words + said.length })
  }
  const all = [...words.values()].reduce((sum, one) => sum + one.words, 0)
  return [...words]
    .map(([name, one]) => ({ name, internal: one.internal, share: one.words / Math.max(1, all) }))
    .toSorted((a, b) => b.share - a.share)
}

export interface ClippedTalk {
  /** Segments of the clip alone. */
  readonly clip: SegmentsInput
  /** The same after empty segments in place of those before the clip, so that indexes refer to the complete transcript. */
  readonly padded: SegmentsInput
  /** Index of the first segment of the clip in the complete transcript. */
  readonly first: number
  /** Whether the transcript has times. */
  readonly isTimed: boolean
  readonly speakers: readonly Speaker[]
}

export async function clipTalk(input: SegmentsInput, clip: DeckClip): Promise<ClippedTalk> {
  const all = loadSegments(input)
  const isTimed = all.some(({ start, end }) => start !== null || end !== null)
  const within = all.flatMap((segment, index) => (isWithin(segment, index, clip, isTimed) ? [{ segment, index }] : []))
  const first = within[0]?.index ?? 0
  const segments = within.map(({ segment }) => segment)
  const before = all.slice(0, first).map((segment) => ({ ...segment, words: [] }))
  return {
    clip: await toSegmentsInput(JSON.stringify(segments)),
    padded: await toSegmentsInput(JSON.stringify([...before, ...segments])),
    ...{ first, isTimed },
    speakers: outlineSegments(segments).speakers,
  }
}

function isWithin({ start, end }: TranscriptSegment, index: number, clip: DeckClip, isTimed: boolean): boolean {
  if (!isTimed) return clip.segments !== undefined && index >= clip.segments.first && index <= clip.segments.last
  const [from, to] = [start ?? end, end ?? start]
  return from !== null && to !== null && from < clip.end && to > clip.start
}

export const readTalkTask = defineWorkerTask(import.meta.url, readTalk, isShortInput)
export const clipTalkTask = defineWorkerTask(import.meta.url, clipTalk, isShortInput)
