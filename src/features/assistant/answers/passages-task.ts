/** Worker tasks that choose the passages of an answer. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput } from '../../text/transcripts/index.ts'
import {
  type AnswerOptions,
  answerWithVerdict,
  extractAnswerParts,
  type PassageAnswer,
  relatedPassages,
} from './extract/extractive.ts'
import { classifyQuestion, type QuestionKind } from './extract/kind.ts'
import { type AnswerPart, type EvidenceText, withLines } from './text.ts'
import { isLikelyAnswer } from './threshold.ts'

export const answerFromTexts = (
  kind: QuestionKind,
  prompt: string,
  texts: readonly EvidenceText[],
  options: Pick<AnswerOptions, 'fromMany'>,
): PassageAnswer => answerWithVerdict(kind, prompt, texts.map(withLines), options)

export const relatedInTexts = (kind: QuestionKind, texts: readonly EvidenceText[]): AnswerPart[] =>
  relatedPassages(kind, texts.map(withLines))

const areShort = (texts: readonly EvidenceText[]) =>
  texts.every(({ content }) => !('lines' in content) && isShortInput(content))

/** Passages of each text for its question. A text that probably contains no answer has none. */
export const extractParts = (questions: readonly string[], texts: readonly EvidenceText[]): AnswerPart[][] =>
  texts.map((text, index) =>
    isLikelyAnswer(text) ? extractAnswerParts(classifyQuestion(questions[index] ?? ''), withLines(text)) : [],
  )

export const answerTask = defineWorkerTask(import.meta.url, answerFromTexts, (_, __, texts) => areShort(texts))
export const relatedTask = defineWorkerTask(import.meta.url, relatedInTexts, (_, texts) => areShort(texts))
export const partsTask = defineWorkerTask(import.meta.url, extractParts, (_, texts) => areShort(texts))
