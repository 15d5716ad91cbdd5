/** Finds sentences about a topic in one transcript, with their context. */
import { fold } from '../../../../core/fold.ts'
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms } from '../../../../core/terms.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { splitTranscriptSentences, type TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { type StatementCue, scoreSentence } from '../../../text/statement-cues/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { excerptAround } from '../extract/excerpt.ts'
import { formatPassage, type Passage, proofsOfPassage } from '../extract/format-passage.ts'
import { readSentences } from '../extract/sentences.ts'
import type { Proof } from '../text.ts'
import { type NamedCall, toText } from './call-text.ts'
import type { CallRecord, Side } from './model.ts'

/** Sentence about a topic, with its context. */
export interface SaidRemark {
  readonly speaker: string
  /** Speaker, time and verbatim words. */
  readonly text: string
  readonly proofs: readonly Proof[]
  readonly score: number
  /** Index of the first sentence of the remark in its call. */
  readonly position: number
}

export interface RemarkFilter {
  /** Names of the speakers whose remarks count. Empty means all. */
  readonly speakers: readonly string[]
  /** Side of the speakers whose remarks count, if sides are known. */
  readonly side: Side | undefined
  /** Whether only questions count. */
  readonly isAsked: boolean
  /** Whether the topic is the name of a person. Then also brief sentences count, and only capitalized words. */
  readonly isName?: boolean | undefined
}

/** Number of words of a passage, from which it grows no longer. */
const PASSAGE_WORDS = 30
/** Minimum number of words of a sentence that says something about a topic. */
const WORDS_MIN = 4
/** Number of words from which a longer sentence isn't better. */
const WORDS_FULL = 16
/** Score of a cue from which a sentence isn't better. */
const OPINION_FULL = 4

/** Words for prices. */
export const PRICE = /\b(?:pric\w+|costs?|expens\w+|fees?|cheap\w*)\b/i
/** Score of a sentence with an amount that doesn't contain a word for prices. */
const PRICE_BY_AMOUNT = 0.5
/** Contents of sentences that express an opinion. */
const OPINIONS: readonly StatementCue[] = ['praise', 'worries', 'needs', 'requests', 'reasons']

export interface RemarkTopic {
  readonly topic: readonly string[]
  readonly isPrice: boolean
}

export function readRemarks(
  segments: SegmentsInput,
  call: NamedCall & Pick<CallRecord, 'people'>,
  { topic, isPrice }: RemarkTopic,
  { speakers, side, isAsked, isName = false }: RemarkFilter,
): SaidRemark[] {
  const text = toText(call, cutSegments(segments))
  const sentences = splitTranscriptSentences(text)
  const all = readSentences(text.lines, 'conversation')
  // “We're ready.” – “Ready when you are.” Such a word isn't a name.
  if (isName && sentences.some((sentence) => usesAsWord(sentence, topic))) return []
  const sides = new Map(call.people.map(({ name, isInternal }) => [name, isInternal ?? undefined]))
  const isBySide = (speaker: string) =>
    side === undefined || sides.get(speaker) === undefined || sides.get(speaker) === (side === 'internal')
  const scored = sentences
    .filter(({ speaker }) => (speakers.length > 0 ? speakers.includes(speaker) : isBySide(speaker)))
    .filter(({ position }) => !isAsked || all[position]?.isQuestion === true)
    .map((sentence) => ({
      sentence,
      score: isName
        ? scoreMention(sentence, topic)
        : scoreRemark(sentence, topic, isPrice, sides.get(sentence.speaker)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const kept: { readonly passage: Passage; readonly speaker: string; readonly score: number }[] = []
  for (const { sentence, score } of scored) {
    const passage: Passage = { ...excerptAround(all, sentence.position, PASSAGE_WORDS), of: text, all }
    const isRepeated = kept.some((one) => one.passage.from < passage.to && passage.from < one.passage.to)
    if (!isRepeated && containsTopic(passage, topic, isPrice)) kept.push({ passage, speaker: sentence.speaker, score })
  }
  return kept.map(({ passage, speaker, score }) => ({
    speaker,
    text: formatPassage(passage, { named: false, marked: false }),
    proofs: proofsOfPassage(passage),
    score,
    position: passage.from,
  }))
}

export const remarksTask = defineWorkerTask(import.meta.url, readRemarks, isShortInput)

/** Returns 0 for a sentence that isn't about the topic. */
function scoreRemark(
  sentence: TranscriptSentence,
  topic: readonly string[],
  isPrice: boolean,
  isInternal: boolean | undefined,
): number {
  const words = sentence.text.split(/\s+/).length
  if (words < WORDS_MIN) return 0
  const own = new Set(extractTerms(sentence.text))
  const about = isPrice
    ? PRICE.test(sentence.text)
      ? 1
      : Math.min(PRICE_BY_AMOUNT, scoreSentence(sentence, 'price', undefined))
    : topic.filter((stem) => own.has(stem)).length / topic.length
  if (about === 0) return 0
  const opinion = Math.max(0, ...OPINIONS.map((cue) => scoreSentence(sentence, cue, isInternal)))
  return 2 * about + Math.min(words, WORDS_FULL) / WORDS_FULL + Math.min(opinion, OPINION_FULL) / OPINION_FULL
}

/** Descriptions of a person: “Our engineer Ana”, “Ana runs the depot”, “Ana's the owner”, “It was Ana”. */
const DESCRIBED_BEFORE = /\b(?:our|my|your|his|her|their|the|is|was|called|named)(?: \p{Ll}+){0,2},? $/iu
const DESCRIBED_AFTER =
  /^(?:,? (?:our|my|your|the|from|at|in|who|and (?:his|her))\b|['’]s\b|,? (?:is|was|are|has|had|runs?|leads?|looks?|does|did|wants?|wanted|decides?|wrote|works?|handles?|owns?|said)\b)/iu
/** Words to a person who isn't there say nothing about that person. */
const GREETS =
  /^(?:(?:and|so|well|okay|please) )?(?:say (?:hi|hello)|tell|congratulations|thank|thanks|hi|hello|bye|greet)\b/i

const usesAsWord = ({ text }: Pick<TranscriptSentence, 'text'>, topic: readonly string[]): boolean =>
  (text.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []).some((word) => topic.includes(stemWord(fold(word))))

/** Whether a text has a name inside of a sentence. At its start, every word is capitalized. */
export const namesInside = (text: string, topic: readonly string[]): boolean =>
  [...text.matchAll(/\p{Ll},? (\p{Lu}[\p{L}\p{M}]*)/gu)].some(([, word = '']) => topic.includes(stemWord(fold(word))))

/** Returns 0 for a sentence that doesn't contain the name. */
function scoreMention({ text }: Pick<TranscriptSentence, 'text'>, topic: readonly string[]): number {
  const named = [...text.matchAll(/\p{Lu}[\p{L}\p{M}]*/gu)].filter(([word]) => topic.includes(stemWord(fold(word))))
  const [first] = named
  if (first === undefined || topic.some((stem) => !named.some(([word]) => stemWord(fold(word)) === stem))) return 0
  const [before, after] = [
    text.slice(0, first.index),
    text.slice((named.at(-1)?.index ?? 0) + (named.at(-1)?.[0].length ?? 0)),
  ]
  const described = (DESCRIBED_BEFORE.test(before) ? 1 : 0) + (DESCRIBED_AFTER.test(after) ? 1 : 0)
  const words = Math.min(text.split(/\s+/).length, WORDS_FULL) / WORDS_FULL
  return GREETS.test(text) ? words / 2 : 1 + described + words
}

/** A passage of several sentences can contain the words of a topic together. */
function containsTopic({ all, from, to }: Passage, topic: readonly string[], isPrice: boolean): boolean {
  if (isPrice) return true
  const own = new Set(all.slice(from, to).flatMap(({ terms }) => terms))
  return topic.every((stem) => own.has(stem))
}
