/** Finds what people expressed in calls: problems, objections and reasons, as passages with context. */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { splitTranscriptSentences, type TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { type StatementCue, scoreSentence } from '../../../text/statement-cues/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { excerptAround } from '../extract/excerpt.ts'
import { formatPassage, type Passage, proofsOfPassage } from '../extract/format-passage.ts'
import { type LineSentence, readSentences } from '../extract/sentences.ts'
import type { Proof } from '../text.ts'
import { type NamedCall, toText } from './call-text.ts'
import type { CallRecord } from './model.ts'
import { containsAll } from './terms.ts'

export interface Statement {
  /** Speaker, time and verbatim words. */
  readonly text: string
  readonly proofs: readonly Proof[]
  /** Sentence that expresses the content. */
  readonly key: string
  readonly score: number
  readonly position: number
}

/** Conditions that statements must meet. */
export interface StatementFilter {
  readonly cues: readonly StatementCue[]
  /** Content that no sentence of the passage may express: praise with a worry behind it is none. */
  readonly without?: readonly StatementCue[]
  /** Content of sentences that aren't statements of this kind: “I need the proposal by Friday” requests no feature. */
  readonly unlike?: RegExp | undefined
  /** Stems that the passage must contain. */
  readonly topic: readonly string[]
  /** Questions whose replies count too, whatever they express: “What tipped it?” */
  readonly repliesTo?: RegExp | undefined
  /** Whether the passage must be about money. It names amounts more often than the word “price”. */
  readonly isPrice?: boolean
  /** Names of the speakers whose statements count. Empty or undefined means all. */
  readonly speakers?: readonly string[]
  /** Whether statements of our own side are left out, if sides are known. */
  readonly isExternal: boolean
  /** Maximum number of statements. Each is compared with all that are kept, so the cost grows with their product. */
  readonly limit?: number
}

const LIMIT_DEFAULT = 50

/** Maximum number of words of a passage. */
const PASSAGE_WORDS = 30
/** Number of sentences after a question in which somebody replies to it. */
const REPLY_REACH = 10
/** Minimum number of words of a reply that counts. “Two things.” announces others. */
const REPLY_WORDS = 4
/** Score of a reply, above those of other statements. */
const REPLY_SCORE = 3
/** Words that turn a positive statement. */
const NEGATIVE =
  /\b(?:worr\w+|but|problem|unfortunately|however|didn['’]t|isn['’]t|wasn['’]t|not|worse|slow|lost|failed|up by)\b/i
/** Minimum ratio of shared terms of two sentences that say the same. */
const SAME = 0.8

/** Best statements of one call, in the order of their scores, without repetitions. */
export function findStatements(
  segments: SegmentsInput,
  call: NamedCall & Pick<CallRecord, 'people'>,
  {
    cues,
    without = [],
    unlike,
    repliesTo,
    topic,
    isPrice = false,
    speakers = [],
    isExternal,
    limit = LIMIT_DEFAULT,
  }: StatementFilter,
): Statement[] {
  const text = toText(call, cutSegments(segments))
  const sentences = splitTranscriptSentences(text)
  const all = readSentences(text.lines, 'conversation')
  const replies = repliesTo === undefined ? new Set<number>() : findReplies(all, repliesTo)
  const sides = new Map(call.people.map(({ name, isInternal }) => [name, isInternal ?? undefined]))
  const scored = sentences
    .filter(({ speaker }) => speakers.length === 0 || speakers.includes(speaker))
    .filter(({ speaker }) => !(isExternal && sides.get(speaker) === true))
    .filter(({ text: said }) => unlike?.test(said) !== true)
    .map((sentence) => {
      const side = isExternal ? sides.get(sentence.speaker) : undefined
      const score = Math.max(...cues.map((cue) => scoreSentence(sentence, cue, side)))
      return { sentence, score: replies.has(sentence.position) ? REPLY_SCORE : score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const kept: { passage: Passage; sentence: TranscriptSentence; score: number }[] = []
  for (const { sentence, score } of scored) {
    if (kept.length === limit) break
    const passage: Passage = { ...excerptAround(all, sentence.position, PASSAGE_WORDS), of: text, all }
    const isRepeated = kept.some(
      (other) =>
        (passage.from < other.passage.to && other.passage.from < passage.to) || isAlike(sentence, other.sentence),
    )
    const expresses = (cue: StatementCue) =>
      sentences.slice(passage.from, passage.to).some((one) => scoreSentence(one, cue, undefined) > 0)
    const isFitting =
      replies.has(sentence.position) ||
      ((!isPrice || expresses('price') || expresses('pushback')) &&
        !without.some(expresses) &&
        !(without.length > 0 && NEGATIVE.test(joinWords(passage))))
    if (!isRepeated && isFitting && containsAll(joinWords(passage), topic)) kept.push({ passage, sentence, score })
  }
  return kept.map(({ passage, sentence, score }) => ({
    text: formatPassage(passage, { named: false, marked: false }),
    proofs: proofsOfPassage(passage),
    key: sentence.text,
    score,
    position: sentence.position,
  }))
}

export const statementsTask = defineWorkerTask(import.meta.url, findStatements, isShortInput)

/** Positions of the sentences that reply to such questions. */
function findReplies(all: readonly LineSentence[], question: RegExp): Set<number> {
  const found = new Set<number>()
  for (const [at, asked] of all.entries()) {
    if (!asked.isQuestion || !question.test(asked.text)) continue
    const replying = all[at + 1]?.speaker
    if (replying === asked.speaker) continue
    for (let next = at + 1; next < Math.min(all.length, at + REPLY_REACH); next++) {
      const reply = all[next]
      const isReply = reply !== undefined && reply.speaker === replying && !reply.isQuestion
      if (isReply && reply.words.length >= REPLY_WORDS) found.add(next)
    }
  }
  return found
}

const joinWords = ({ all, from, to }: Passage): string =>
  all
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

function isAlike(a: TranscriptSentence, b: TranscriptSentence): boolean {
  const [one, other] = [new Set(a.terms), new Set(b.terms)]
  const fewer = Math.min(one.size, other.size)
  return fewer > 0 && [...one].filter((term) => other.has(term)).length / fewer >= SAME
}
