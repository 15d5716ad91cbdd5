/**
 * Relation of a sentence to what the conversation is about, by the terms that recur in it. A term weighs more if several
 * people use it, and if it recurs in many parts of the conversation.
 */
import { WEEKDAYS } from '../../../core/calendar-words.ts'
import { SCALE_WORDS, SMALL_NUMBERS, TENS } from '../../../core/numbers.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Numbers and units, which recur in calls of all subjects. */
const COUNTING: ReadonlySet<string> = new Set(
  [
    ...[...SMALL_NUMBERS, ...TENS, ...SCALE_WORDS, ...WEEKDAYS],
    ...'percent dollar euro pound cent second minute hour day week month quarter year half morning afternoon evening'.split(
      ' ',
    ),
  ].flatMap(extractTerms),
)
/** Weight of a term that both sides use, relative to one that only one of them uses. */
const SHARED = 1.3
/** Number of full weights from which a sentence is entirely about a short and a long conversation. */
const TERMS_FULL = { short: 1.6, long: 4 } as const
/** Number of parts of equal length, and of sentences from which the spread over them says something. */
const PARTS = 10
const PARTS_FROM = 150
/** Ratio of the weight of a term that is independent of its spread. */
const SPREAD_FREE = 0.4

interface TermUse {
  count: number
  readonly speakers: Set<string>
  readonly parts: Set<number>
}

/** @param names terms of the speakers' names */
export function weighTopicTerms(
  sentences: readonly TranscriptSentence[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const uses = new Map<string, TermUse>()
  for (const { terms, speaker, position } of sentences) {
    for (const term of new Set(terms)) {
      const use = uses.get(term) ?? { count: 0, speakers: new Set(), parts: new Set() }
      use.count++
      use.speakers.add(speaker)
      use.parts.add(Math.floor((position * PARTS) / sentences.length))
      uses.set(term, use)
    }
  }
  const hasParts = sentences.length >= PARTS_FROM
  return new Map(
    [...uses].flatMap(([term, { count, speakers, parts }]) => {
      if (count < 2 || names.has(term) || COUNTING.has(term)) return []
      const spread = hasParts ? SPREAD_FREE + ((1 - SPREAD_FREE) * parts.size) / PARTS : 1
      return [[term, Math.log(count) * (speakers.size > 1 ? SHARED : 1) * spread] as const]
    }),
  )
}

/** Returns a measure of the relation of a sentence to what the conversation is about, 0 to 1. */
export function measureTopics(
  sentences: readonly TranscriptSentence[],
  names: ReadonlySet<string>,
): (sentence: TranscriptSentence) => number {
  const weights = weighTopicTerms(sentences, names)
  const maximum = Math.max(...[...weights.values()].toSorted((a, b) => b - a).slice(2, 3), Number.MIN_VALUE)
  const full = sentences.length >= PARTS_FROM ? TERMS_FULL.long : TERMS_FULL.short
  return ({ terms }) => {
    const sum = [...new Set(terms)].reduce((total, term) => total + Math.min(1, (weights.get(term) ?? 0) / maximum), 0)
    return Math.min(1, sum / full)
  }
}
