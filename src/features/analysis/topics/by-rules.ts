/** Topics by rules: key phrases by frequency, named entities by format and context, and chapters. */

import { fold } from '../../../core/fold.ts'
import { codePoints } from '../../../core/wire.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { extractChapters } from '../../text/extractive-summary/index.ts'
import { extractKeyPhrases } from '../../text/key-phrases/index.ts'
import { type EntityLocation, findNamedEntities, type KnownParticipants } from '../../text/named-entities/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import {
  type PhraseOccurrence,
  type SerializedChapter,
  type SerializedEntity,
  type SerializedPhrase,
  toSerializedChapters,
} from './schema.ts'

export interface Topics {
  readonly keyPhrases: readonly SerializedPhrase[]
  readonly namedThings: readonly SerializedEntity[]
  readonly chapters: readonly SerializedChapter[]
}

/** Maximum number of named entities per conversation; the most frequent ones are kept. */
export const THINGS_TOLD = 500
export const OCCURRENCES_TOLD = 100
/** Maximum text length for phrases and entities, in UTF-16 units; about 30 hours of speech. The rest is ignored. */
const TEXT_MAX = 2_000_000

export function topicsByRules(segments: readonly TranscriptSegment[], known: KnownParticipants): Topics {
  const looked = limitSegments(segments)
  const occurrences = occurrencesIn(looked)
  const things = findNamedEntities(looked, known)
  const names = new Set(
    [...known.people, ...things.flatMap(({ type, text }) => (type === 'person' ? [text] : []))].flatMap((name) =>
      fold(name).split(/[^\p{L}\p{N}]+/u),
    ),
  )
  return {
    keyPhrases: extractKeyPhrases(
      looked.map((segment, index) => ({ segment: index, text: segmentText(segment) })),
      names,
    ).map(({ text, score, count, places }) => ({
      ...{ text, score, count, occurrences: occurrences(places) },
    })),
    namedThings: things.slice(0, THINGS_TOLD).map(({ type, text, places }) => ({
      ...{ type, text, count: places.length, occurrences: occurrences(places) },
    })),
    chapters: toSerializedChapters(extractChapters(cutTranscript(segments))),
  }
}

export function topicsIn(segments: SegmentsInput, known: KnownParticipants): Topics {
  return topicsByRules(loadSegments(segments), known)
}

export const topicsTask = defineWorkerTask(import.meta.url, topicsIn, isShortInput)

function limitSegments(segments: readonly TranscriptSegment[]): TranscriptSegment[] {
  const looked: TranscriptSegment[] = []
  let left = TEXT_MAX
  for (const segment of segments) {
    if (left <= 0) break
    const text = segmentText(segment)
    const { start, end } = segment
    const cut = [{ text: text.slice(0, left).toWellFormed(), startTimestamp: start, endTimestamp: end }]
    looked.push(text.length <= left ? segment : { ...segment, words: cut })
    left -= text.length
  }
  return looked
}

function occurrencesIn(segments: readonly TranscriptSegment[]) {
  const texts = new Map<number, { text: string; isPlain: boolean }>()
  const getSegmentText = (index: number, segment: TranscriptSegment) => {
    const known = texts.get(index)
    if (known !== undefined) return known
    const text = segmentText(segment)
    const made = { text, isPlain: !/[\ud800-\udfff]/.test(text) }
    texts.set(index, made)
    return made
  }
  return (places: readonly EntityLocation[]): PhraseOccurrence[] =>
    places.slice(0, OCCURRENCES_TOLD).flatMap(({ segment: index, from, to }) => {
      const segment = segments[index]
      if (segment === undefined) return []
      const { text, isPlain } = getSegmentText(index, segment)
      const place = (at: number) => (isPlain ? at : codePoints(text.slice(0, at)))
      return [
        {
          ...{ segment: index, from: place(from), to: place(to) },
          ...{ speaker: segment.speaker.name, start: segment.start, quote: text.slice(from, to) },
        },
      ]
    })
}
