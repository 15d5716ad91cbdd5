/** Finds what a contact says and asks in a transcript. A worker thread reads long transcripts. */
import { fold } from '../../../core/fold.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { splitTranscriptSentences, type TranscriptSentence } from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import { type StatementCue, scoreSentence } from '../../text/statement-cues/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'

/** Contents of a quote. The first one with the best score names the quote. */
export const CONTENTS = [
  'complaints',
  'worries',
  'requests',
  'needs',
  'goals',
  'reasons',
  'price',
  'timing',
  'praise',
] as const satisfies readonly StatementCue[]
export type QuoteContent = (typeof CONTENTS)[number]

export interface SpokenLine {
  /** Verbatim words. */
  readonly text: string
  /** Seconds from the start of the recording. Null if the transcript has no times. */
  readonly start: number | null
  readonly segment: number
  /** Null if no rule recognizes the content, as in other languages than English. */
  readonly content: QuoteContent | null
}

export interface SpokenLines {
  readonly quotes: readonly SpokenLine[]
  readonly questions: readonly SpokenLine[]
}

/** Numbers of words of sentences that mean something without their context. */
const WORDS = { min: 7, max: 45 } as const
const QUESTION_WORDS_MIN = 5
/** Minimum number of terms of a sentence whose content no rule recognizes. */
const TERMS_MIN = 4
/** Minimum score of a sentence with a known content: more than one strong match in a sentence without own terms. */
const SCORE_MIN = 3
/** Deducted from the score of a sentence that means something else without its neighbors. */
const DEPENDENT = 1.5

/** @param limit maximum number of quotes, and of questions */
export function findSpokenLines(segments: SegmentsInput, names: readonly string[], limit: number): SpokenLines {
  const wanted = new Set(names.map(fold))
  const own = splitTranscriptSentences(cutTranscript(loadSegments(segments))).filter(({ speaker }) =>
    wanted.has(fold(speaker)),
  )
  const statements = own.flatMap((sentence) => {
    const { content, score } = judge(sentence)
    const own = score - (sentence.standsAlone ? 0 : DEPENDENT)
    return own > 0 && (content === null || own >= SCORE_MIN) ? [{ sentence, content, score: own }] : []
  })
  const questions = own
    .filter(({ text, length }) => text.endsWith('?') && length >= QUESTION_WORDS_MIN && length <= WORDS.max)
    .map((sentence) => ({
      sentence,
      content: null,
      score: sentence.terms.length + (sentence.standsAlone ? DEPENDENT : 0),
    }))
    .filter(({ sentence }) => sentence.terms.length > 0)
  return { quotes: pickBest(statements, limit), questions: pickBest(questions, limit) }
}

/** Content of a sentence with its score. A sentence without a known content scores below all others, by its terms. */
function judge(sentence: TranscriptSentence): { content: QuoteContent | null; score: number } {
  if (sentence.text.endsWith('?') && scoreSentence(sentence, 'requests', false) === 0)
    return { content: null, score: 0 }
  let best: { content: QuoteContent | null; score: number } = { content: null, score: 0 }
  for (const content of CONTENTS) {
    const score = scoreSentence(sentence, content, false)
    if (score > best.score) best = { content, score }
  }
  const { length, terms } = sentence
  const isRich = length >= WORDS.min && length <= WORDS.max && terms.length >= TERMS_MIN
  return best.content !== null || !isRich ? best : { content: null, score: Math.min(1, terms.length / 20) }
}

interface Rated {
  readonly sentence: TranscriptSentence
  readonly content: QuoteContent | null
  readonly score: number
}

function pickBest(rated: readonly Rated[], limit: number): SpokenLine[] {
  const kept: Rated[] = []
  for (const one of rated.toSorted((a, b) => b.score - a.score || a.sentence.position - b.sentence.position)) {
    if (kept.length === limit) break
    if (!kept.some(({ sentence }) => sentence.text === one.sentence.text)) kept.push(one)
  }
  return kept.flatMap(({ sentence: { spans }, content }) => {
    const [first] = spans
    if (first === undefined) return []
    const { segment, start } = first
    return [{ text: spans.map(({ quote }) => quote).join(' '), start, segment, content }]
  })
}

export const spokenLinesTask = defineWorkerTask(import.meta.url, findSpokenLines, isShortInput)
