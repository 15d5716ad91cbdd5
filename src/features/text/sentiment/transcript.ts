/** Opinions in a transcript, by speaker. */
import { splitWords } from '../../../core/terms.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { splitText } from '../sentences/index.ts'
import { isShortInput, loadSegments, type SegmentsInput, segmentText } from '../transcripts/index.ts'
import { isEnglish } from './language.ts'
import { measureSentence, type Opinion } from './measure.ts'

export interface OpinionQuote {
  /** Position of the line in the transcript, from 0. */
  readonly segment: number
  /** Seconds; null if the transcript has no times. */
  readonly start: number | null
  readonly opinion: Opinion
  /** The sentence, verbatim. */
  readonly quote: string
  /** Words that decided. */
  readonly words: readonly string[]
}

export interface SpeakerOpinions {
  /** Empty if unknown. */
  readonly speaker: string
  /** Number of words that the speaker said. */
  readonly words: number
  /** In order of the transcript. */
  readonly opinions: readonly OpinionQuote[]
}

export type TranscriptSentiment =
  | { readonly state: 'measured'; readonly speakers: readonly SpeakerOpinions[] }
  | { readonly state: 'no_transcript' | 'unsupported_language' }

export function measureTranscript(input: SegmentsInput): TranscriptSentiment {
  const segments = loadSegments(input)
  if (segments.length === 0) return { state: 'no_transcript' }
  if (!isEnglish(segments.map(segmentText))) return { state: 'unsupported_language' }
  const speakers = new Map<string, { words: number; opinions: OpinionQuote[] }>()
  for (const [index, segment] of segments.entries()) {
    const { name } = segment.speaker
    const known = speakers.get(name) ?? { words: 0, opinions: [] }
    speakers.set(name, known)
    const text = segmentText(segment)
    known.words += splitWords(text).length
    for (const { from, to } of splitText(text)) {
      const quote = text.slice(from, to)
      const found = measureSentence(quote)
      if (found !== undefined) known.opinions.push({ segment: index, start: segment.start, quote, ...found })
    }
  }
  return { state: 'measured', speakers: [...speakers].map(([speaker, one]) => ({ speaker, ...one })) }
}

export const sentimentTask = defineWorkerTask(import.meta.url, measureTranscript, isShortInput)
