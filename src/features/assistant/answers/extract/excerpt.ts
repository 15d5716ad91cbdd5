/**
 * Excerpt of a conversation around a key sentence: the sentences that its meaning depends on, and as much of the
 * speaker's turn as a busy reader takes in at a glance. An excerpt starts and ends at a sentence.
 */
import { needsNext, needsPrevious } from '../../../text/sentences/index.ts'
import type { Sentence } from './sentences.ts'

/** Range of sentences around the key: the first one, and the one after the last. */
export interface Excerpt {
  readonly from: number
  readonly to: number
  readonly key: number
}

/** Maximum number of words of an excerpt. Sentences that the meaning depends on can exceed it. */
const WORDS_MAX = 55
/** Maximum number of sentences in each direction that the meaning can depend on. */
const NEEDED_MAX = 2

/** @param all sentences of the text in order. `key` is an index in it. */
export function excerptAround(all: readonly Sentence[], key: number, wordsMax = WORDS_MAX): Excerpt {
  let [from, to] = [key, key + 1]
  for (let step = 0; step < NEEDED_MAX && isNeeded(needsPrevious, all[from], all[from - 1]); step++) from--
  for (let step = 0; step < NEEDED_MAX && isNeeded(needsNext, all[to - 1], all[to]); step++) to++
  let words = all.slice(from, to).reduce((sum, one) => sum + one.words.length, 0)
  const speaker = all[key]?.speaker
  const fits = (one: Sentence | undefined): one is Sentence =>
    one !== undefined && one.whole && one.speaker === speaker && words + one.words.length <= wordsMax
  // What follows explains a key sentence more often than what precedes it.
  for (let grew = true; grew; ) {
    grew = false
    const next = all[to]
    if (fits(next) && all[to - 1]?.speaker === speaker) {
      ;[to, words, grew] = [to + 1, words + next.words.length, true]
    }
    const previous = all[from - 1]
    if (fits(previous) && all[from]?.speaker === speaker) {
      ;[from, words, grew] = [from - 1, words + previous.words.length, true]
    }
  }
  return { from, to, key }
}

/** A document has no speakers, and its sentences are written to be read in order. */
const isNeeded = (
  needs: typeof needsPrevious,
  sentence: Sentence | undefined,
  neighbor: Sentence | undefined,
): boolean => sentence !== undefined && neighbor !== undefined && needs(sentence, neighbor)
