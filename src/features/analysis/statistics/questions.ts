/**
 * Detects questions by punctuation, and whether the next speaker answers them. Splits at every mark: an abbreviation
 * before a question leaves its end in place.
 */
import { SENTENCE_MARKS } from '../../../core/sentence-marks.ts'
import { isShrug } from '../../text/extractive-summary/index.ts'
import type { SpeakerTurn } from './turns.ts'
import { type Utterance, wordsIn } from './utterances.ts'

/** Maximum number of words per sign in a text with punctuation. */
const WORDS_A_SIGN = 100
/** Tag questions, which don't ask for an answer. */
const TAG =
  /^(?:(?:and|so|but|um|uh|oh|well)[\s,]+)*(?:right|ok|okay|alright|all right|yeah|yes|no|huh|hm+|mm+|you know|you see|isn't it|correct|make sense|makes sense)$/i
const TAG_LENGTH = 40
/** Maximum number of words that a speaker can say after a question before the answer; about 20 seconds. */
const GOES_ON = 50

interface Sentence {
  readonly text: string
  readonly mark: string
}

/** A question in an utterance. */
export interface SpokenQuestion {
  readonly utterance: Utterance
  /** Sentence with its question mark. */
  readonly text: string
  /** Number of words that the speaker says after it in the same turn, without later questions. */
  readonly wordsAfter: number
}

/** Splits a text into sentences. Text after the last sign is a sentence too. */
function* sentencesIn(text: string): Generator<Sentence> {
  let from = 0
  for (const match of text.matchAll(SENTENCE_MARKS)) {
    yield { text: text.slice(from, match.index), mark: match[0] }
    from = match.index + match[0].length
  }
  if (from < text.length) yield { text: text.slice(from), mark: '' }
}

/** Whether the text has punctuation at the ends of sentences. */
export function isPunctuated(utterances: readonly Utterance[]): boolean {
  let [words, signs] = [0, 0]
  for (const one of utterances) {
    words += one.words
    for (const _ of one.text.matchAll(SENTENCE_MARKS)) signs++
  }
  return signs > 0 && signs >= words / WORDS_A_SIGN
}

const isMarked = ({ mark }: Sentence) => /[?？؟]/.test(mark)

function isQuestion(sentence: Sentence): boolean {
  if (!isMarked(sentence)) return false
  if (sentence.text.length > TAG_LENGTH) return true
  return !TAG.test(
    sentence.text
      .replaceAll('’', "'")
      .replace(/^[\s\p{P}]+/u, '')
      .trim(),
  )
}

export const questionsIn = (text: string): number => sentencesIn(text).filter(isQuestion).toArray().length

export interface QuestionCounts {
  asked: number
  answered: number
}

/** Questions by speaker. A question is answered if the next turn contains more than a question or a shrug. */
export function countQuestions(turns: readonly SpeakerTurn[]): Map<number, QuestionCounts> {
  const by = new Map<number, QuestionCounts>()
  turns.forEach(({ speaker, utterances }, at) => {
    const asked = listQuestions(utterances)
    if (asked.length === 0) return
    const counts = by.get(speaker) ?? { asked: 0, answered: 0 }
    counts.asked += asked.length
    if (isAnswer(turns[at + 1])) counts.answered += asked.filter(({ wordsAfter }) => wordsAfter <= GOES_ON).length
    by.set(speaker, counts)
  })
  return by
}

/** Utterances with an answered question, with the number of their answered questions, which are their last ones. */
export function findAnswered(turns: readonly SpeakerTurn[]): ReadonlyMap<Utterance, number> {
  const answered = new Map<Utterance, number>()
  turns.forEach(({ utterances }, at) => {
    if (!isAnswer(turns[at + 1])) return
    for (const { utterance, wordsAfter } of listQuestions(utterances))
      if (wordsAfter <= GOES_ON) answered.set(utterance, (answered.get(utterance) ?? 0) + 1)
  })
  return answered
}

/** Questions of a turn, last one first. */
export function listQuestions(utterances: readonly Utterance[]): SpokenQuestion[] {
  const asked: SpokenQuestion[] = []
  let wordsAfter = 0
  for (const utterance of utterances.toReversed()) {
    if (!/[?？؟]/.test(utterance.text)) {
      wordsAfter += utterance.words
      continue
    }
    for (const sentence of [...sentencesIn(utterance.text)].reverse()) {
      if (isQuestion(sentence)) asked.push({ utterance, text: (sentence.text + sentence.mark).trim(), wordsAfter })
      else wordsAfter += wordsIn(sentence.text)
    }
  }
  return asked
}

/** Number of characters at the start of a reply that are checked. */
const BEGINNING = 200

function isAnswer(turn: SpeakerTurn | undefined): boolean {
  if (turn === undefined) return false
  const [first] = turn.utterances
  if (first === undefined || isShrug(first.text.slice(0, BEGINNING))) return false
  return turn.utterances.some(({ text }) =>
    sentencesIn(text).some((sentence) => !isMarked(sentence) && wordsIn(sentence.text) > 0),
  )
}
