/** Questions, by the signs of a text that has any, and whether the next one to speak answers them. */
import { isShrug } from '../gist/index.ts'
import type { Turn } from './turns.ts'
import { type Utterance, wordsIn } from './utterances.ts'

/** Once for a run of signs, from its beginning: a million points in a row are read once. */
const SIGN = /(?<![.?!…])[.?!…؟]+["'”’»)\]]*(?=\s|$)|[。！？]+[」』）]*/gu
/** Words for one sign, at most, in a text that is written with them. */
const WORDS_A_SIGN = 100
/** Said to keep in touch: nothing is asked. */
const TAG =
  /^(?:(?:and|so|but|um|uh|oh|well)[\s,]+)*(?:right|ok|okay|alright|all right|yeah|yes|no|huh|hm+|mm+|you know|you see|isn't it|correct|make sense|makes sense)$/i
const TAG_LENGTH = 40
/** Words that ask nothing, with which a speaker may go on before the answer: some twenty seconds. */
const GOES_ON = 50

interface Sentence {
  readonly text: string
  readonly mark: string
}

/** What the last one has no mark of is the rest of the text. */
function* sentencesIn(text: string): Generator<Sentence> {
  let from = 0
  for (const match of text.matchAll(SIGN)) {
    yield { text: text.slice(from, match.index), mark: match[0] }
    from = match.index + match[0].length
  }
  if (from < text.length) yield { text: text.slice(from), mark: '' }
}

/** Whether the text is written with signs at the ends of sentences. */
export function isPunctuated(utterances: readonly Utterance[]): boolean {
  let [words, signs] = [0, 0]
  for (const one of utterances) {
    words += one.words
    for (const _ of one.text.matchAll(SIGN)) signs++
  }
  return signs > 0 && signs >= words / WORDS_A_SIGN
}

const isMarked = ({ mark }: Sentence) => /[?？؟]/.test(mark)

function asks(sentence: Sentence): boolean {
  if (!isMarked(sentence)) return false
  if (sentence.text.length > TAG_LENGTH) return true
  return !TAG.test(
    sentence.text
      .replaceAll('’', "'")
      .replace(/^[\s\p{P}]+/u, '')
      .trim(),
  )
}

export const questionsIn = (text: string): number => sentencesIn(text).filter(asks).toArray().length

export interface Asked {
  asked: number
  answered: number
}

/** By speaker. A question is answered when the next turn says something beside a question or a shrug. */
export function askedIn(turns: readonly Turn[]): Map<number, Asked> {
  const by = new Map<number, Asked>()
  turns.forEach(({ speaker, utterances }, at) => {
    const waiting = waitingIn(utterances)
    if (waiting.length === 0) return
    const counts = by.get(speaker) ?? { asked: 0, answered: 0 }
    counts.asked += waiting.length
    if (isAnswer(turns[at + 1])) counts.answered += waiting.filter((words) => words <= GOES_ON).length
    by.set(speaker, counts)
  })
  return by
}

/** For each question of a turn, the words that its speaker says after it, further questions left out. */
function waitingIn(utterances: readonly Utterance[]): number[] {
  const waiting: number[] = []
  let after = 0
  for (const { text, words } of utterances.toReversed()) {
    if (!/[?？؟]/.test(text)) {
      after += words
      continue
    }
    for (const sentence of [...sentencesIn(text)].reverse()) {
      if (asks(sentence)) waiting.push(after)
      else after += wordsIn(sentence.text)
    }
  }
  return waiting
}

/** Characters at the beginning of a reply that tell whether it is one. */
const BEGINNING = 200

function isAnswer(turn: Turn | undefined): boolean {
  if (turn === undefined) return false
  const [first] = turn.utterances
  if (first === undefined || isShrug(first.text.slice(0, BEGINNING))) return false
  return turn.utterances.some(({ text }) =>
    sentencesIn(text).some((sentence) => !isMarked(sentence) && wordsIn(sentence.text) > 0),
  )
}
