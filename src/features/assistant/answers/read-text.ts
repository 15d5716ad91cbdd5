/** Reads one conversation for a question. The functions are pure, so that worker tasks can run them. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { type TermInQuery, toSpokenSpelling } from '../../text/glossary-spellings/index.ts'
import {
  dot,
  type PassageVectors,
  parseQuestion,
  type QuestionVectors,
  type RankingQuestion,
  rankLines,
  readLines,
  toQuestionVectors,
} from '../../text/passage-ranking/index.ts'
import { type CutTranscript, cutSegments } from '../../text/passages/index.ts'
import { isShortInput, type SegmentsInput } from '../../text/transcripts/index.ts'
import { computeAnswerability, computeAnswerFeatures } from './extract/answerable.ts'
import { hasCloseTerms, omitAnnouncedNames, omitTitleNames } from './extract/closeness.ts'
import { toSaidWords } from './extract/to-said-words.ts'
import { toSpokenNumbers } from './extract/to-spoken-numbers.ts'
import learned from './extract/weights.json' with { type: 'json' }
import type { EvidenceText, TextReading } from './text.ts'

export interface QuestionForText {
  readonly asked: string
  /** Glossary terms in the question. */
  readonly terms: readonly TermInQuery[]
  /** Title of the conversation if the question is about it alone. Its names are then no subject of the question. */
  readonly title: string | undefined
}

/** The question in the spelling of the conversation, with the speakers that it names. */
export function parseForText({ lines }: CutTranscript, { asked, terms, title }: QuestionForText): RankingQuestion {
  const said = lines.map(({ text }) => text)
  const speakers = lines.map(({ speaker }) => speaker)
  const titled = title === undefined ? asked : omitTitleNames(asked, title, said)
  const question = omitAnnouncedNames(titled, said, [...new Set(speakers)])
  return parseQuestion(toSaidWords(toSpokenNumbers(toSpokenSpelling(question, terms, said), said), said), speakers)
}

/** @param whole whether the question is about everything, so that every line answers it */
export function rateText(
  cut: CutTranscript,
  question: RankingQuestion,
  vectors: PassageVectors | undefined,
  whole: boolean,
): TextReading {
  const { lines } = cut
  if (whole || lines.length === 0) return { question, place: lines.map(() => 1), answerability: 1 }
  const meaning = vectors && toQuestionVectors(cut, vectors)
  const read = readLines(lines)
  const { spans } = rankLines(cut, question, meaning, read)
  const probabilities = spans.map(({ probability }) => probability)
  const most = Math.max(...probabilities, 1e-9)
  const place = new Float64Array(lines.length)
  for (const { from, to, probability } of spans) place.fill(probability / most, from, to)
  const signs = computeAnswerFeatures(read, question, { likeness: findMaxSimilarity(meaning), probabilities })
  const answerability = computeAnswerability(signs, learned.answerable)
  return { question, place, signs, answerability, isClose: hasCloseTerms(read, question) }
}

/** Cosine similarity of the question and the most similar line. Undefined without embeddings. */
export function findMaxSimilarity(meaning: QuestionVectors | undefined): number | undefined {
  if (meaning === undefined) return undefined
  return meaning.lines.reduce((most, line) => (line === undefined ? most : Math.max(most, dot(line, meaning.core))), 0)
}

export const parseForSegments = (segments: SegmentsInput, question: QuestionForText): RankingQuestion =>
  parseForText(cutSegments(segments), question)

/** The same for segments, with the number of their lines. */
export function rateSegments(
  segments: SegmentsInput,
  question: RankingQuestion,
  vectors: PassageVectors | undefined,
  whole: boolean,
): TextReading & Pick<EvidenceText, 'lineCount'> {
  const cut = cutSegments(segments)
  return { ...rateText(cut, question, vectors, whole), lineCount: cut.lines.length }
}

export const parseTask = defineWorkerTask(import.meta.url, parseForSegments, isShortInput)
export const rateTask = defineWorkerTask(import.meta.url, rateSegments, isShortInput)
