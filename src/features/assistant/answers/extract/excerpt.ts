/**
 * Excerpt of a conversation around a key sentence. It contains the sentences that the meaning depends on, and the part
 * of the speaker's turn that a busy reader takes in at a glance. An excerpt starts and ends at a sentence.
 */
import { needsNext, needsPrevious } from '../../../text/sentences/index.ts'
import type { LineSentence } from './sentences.ts'

/** Range of sentences around the key: the first one, and the one after the last. */
export interface Excerpt {
  readonly from: number
  readonly to: number
  readonly key: number
}

/** Maximum number of words of an excerpt. Sentences that the meaning depends on can exceed it. */
const WORDS_MAX = 40
/** Maximum number of sentences in each direction that the meaning can depend on. */
const NEEDED_MAX = 2
/** Maximum number of sentences of the same speaker between a question and its reply. */
const TAIL_MAX = 2
/** Minimum number of words of a question that somebody replies to. Shorter ones are asides, such as “Right?” */
const ASKING_WORDS = 3

/** @param all sentences of the text in order. `key` is an index in it. */
export function excerptAround(all: readonly LineSentence[], key: number, wordsMax = WORDS_MAX): Excerpt {
  let { from, to } = withReply(all, key, withNeeded(all, key, key + 1))
  // A question that somebody else answers is explained by the rest of the answer, not by what precedes the question.
  const isAnswered = all[key]?.isQuestion === true && to > key + 1 && all[to - 1]?.speaker !== all[key]?.speaker
  const speaker = isAnswered ? all[to - 1]?.speaker : all[key]?.speaker
  // A sentence that needs others in turn is added with them, or not at all.
  const grow = (added: { from: number; to: number }): boolean => {
    const sentences = all.slice(added.from, added.to)
    const words = sentences.reduce((sum, one) => sum + one.words.length, 0)
    const isAdded = (_: LineSentence, at: number) => added.from + at < from || added.from + at >= to
    if (words > wordsMax || !sentences.filter(isAdded).every(({ whole }) => whole)) return false
    ;({ from, to } = added)
    return true
  }
  const isTheirs = (at: number) => at >= 0 && all[at]?.speaker === speaker
  // What follows explains a key sentence more often than what precedes it.
  for (let grew = true; grew; ) {
    grew = isTheirs(to) && isTheirs(to - 1) && grow(withNeeded(all, from, to + 1))
    grew = (isTheirs(from - 1) && isTheirs(from) && grow(withNeeded(all, from - 1, to))) || grew
  }
  return { from, to, key }
}

/**
 * Adds the reply to a question whose speaker says a little more before somebody else replies: “Are we safe to go? Jonas
 * said wait.”
 */
function withReply(all: readonly LineSentence[], key: number, range: { from: number; to: number }) {
  const question = all[key]
  if (question?.isQuestion !== true || question.words.length < ASKING_WORDS || range.to > key + 1) return range
  const following = all.slice(key + 1, key + 2 + TAIL_MAX)
  const reply = following.findIndex(({ speaker }) => speaker !== question.speaker)
  return reply === -1 ? range : { from: range.from, to: key + 2 + reply }
}

/** Adds the sentences that the first and the last one of a range depend on. */
function withNeeded(all: readonly LineSentence[], first: number, last: number): { from: number; to: number } {
  let [from, to] = [first, last]
  for (let step = 0; step < NEEDED_MAX && isNeeded(needsPrevious, all[from], all[from - 1]); step++) from--
  for (let step = 0; step < NEEDED_MAX && isNeeded(needsNext, all[to - 1], all[to]); step++) to++
  return { from, to }
}

const isNeeded = (
  needs: typeof needsPrevious,
  sentence: LineSentence | undefined,
  neighbor: LineSentence | undefined,
): boolean => sentence !== undefined && neighbor !== undefined && needs(sentence, neighbor)
