/** Worker tasks that choose the passages of an answer. */
import { extractTerms } from '../../../core/terms.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput } from '../../text/transcripts/index.ts'
import {
  type AnswerOptions,
  answerWithVerdict,
  extractAnswerParts,
  type PassageAnswer,
  type RelatedOptions,
  relatedPassages,
} from './extract/extractive.ts'
import { classifyQuestion, type QuestionKind } from './extract/kind.ts'
import { type AnswerPart, type EvidenceText, withLines } from './text.ts'
import { isLikelyAnswer } from './threshold.ts'

export const answerFromTexts = (
  kind: QuestionKind,
  prompt: string,
  texts: readonly EvidenceText[],
  {
    near,
    ...options
  }: Pick<AnswerOptions, 'fromMany' | 'isNamed' | 'about' | 'accounts'> & { readonly near: readonly EvidenceText[] },
): PassageAnswer => answerWithVerdict(kind, prompt, texts.map(withLines), { ...options, near: near.map(withLines) })

export const relatedInTexts = (
  kind: QuestionKind,
  texts: readonly EvidenceText[],
  options: RelatedOptions,
): AnswerPart[] => relatedPassages(kind, texts.map(withLines), options)

const areShort = (texts: readonly EvidenceText[]) =>
  texts.every(({ content }) => !('lines' in content) && isShortInput(content))

/** Passages of each text for its question. A text that probably contains no answer has none. */
export const extractParts = (questions: readonly string[], texts: readonly EvidenceText[]): AnswerPart[][] =>
  texts.map((text, index) =>
    isLikelyAnswer(text) ? extractAnswerParts(classifyQuestion(questions[index] ?? ''), withLines(text)) : [],
  )

/** A question to a text, for callers that also use less certain answers. */
export interface PartsRequest {
  readonly question: string
  /** Terms that an answer is about. */
  readonly terms: readonly string[]
  /** Minimum probability that the text contains an answer. */
  readonly least: number
}

export interface RequestedParts {
  readonly parts: readonly AnswerPart[]
  /** Ratio of the terms that the text or its title contains, 0 to 1. */
  readonly saidRatio: number
}

/** Passages of each text for its question, and how many of the terms it contains. Neither if an answer is too improbable. */
export const extractRequested = (requests: readonly PartsRequest[], texts: readonly EvidenceText[]): RequestedParts[] =>
  texts.map((evidence, index) => {
    const { question, terms, least } = requests[index] ?? { question: '', terms: [], least: 1 }
    if (!isLikelyAnswer(evidence) && evidence.answerability < least) return { parts: [], saidRatio: 0 }
    const text = withLines(evidence)
    const said = new Set([...extractTerms(text.title), ...text.lines.flatMap((line) => extractTerms(line.text))])
    return {
      parts: extractAnswerParts(classifyQuestion(question), text),
      saidRatio: terms.length === 0 ? 0 : terms.filter((term) => said.has(term)).length / terms.length,
    }
  })

export const answerTask = defineWorkerTask(import.meta.url, answerFromTexts, (_, __, texts, { near }) =>
  areShort([...texts, ...near]),
)
export const relatedTask = defineWorkerTask(import.meta.url, relatedInTexts, (_, texts) => areShort(texts))
export const partsTask = defineWorkerTask(import.meta.url, extractParts, (_, texts) => areShort(texts))
export const requestedPartsTask = defineWorkerTask(import.meta.url, extractRequested, (_, texts) => areShort(texts))
