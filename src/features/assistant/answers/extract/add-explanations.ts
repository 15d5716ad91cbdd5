/**
 * Adds explanations to the passages of a question for a reason. “Why did one save only three percent?” finds “The lowest
 * was three percent.” A few sentences later, somebody asks what was special about it, and somebody else replies. Such
 * replies rarely repeat words of the question.
 */
import { excerptAround } from './excerpt.ts'
import { asksForReason, statesReason } from './fact-features.ts'
import type { Passage } from './format-passage.ts'
import { findReply } from './same-question.ts'
import type { LineSentence } from './sentences.ts'

/** Number of sentences after a passage in which its explanation is searched. */
const REACH = 20
/** Minimum number of words of a key sentence. Shorter ones are “I know that one.” */
const KEY_WORDS = 5
const SEEKS_REASON =
  /\b(?:why|how come|what happened|what caused|what(?:'s| is| was| were) (?:it|that|so )?(?:special|different|wrong|behind|the (?:reason|cause|problem))|(?:can|could|do) you (?:know|say|see|tell)(?: me| us)? (?:which|why|what))\b/i

/** Passages with their explanations, each after the passage that it explains. */
export function addExplanations<P extends Passage>(prompt: string, passages: readonly P[]): readonly P[] {
  if (!asksForReason(prompt)) return passages
  const added: P[] = []
  return passages.flatMap((passage) => {
    const { all, from, to } = passage
    const explained = all.slice(from, to).some((one) => !one.isQuestion && statesReason(one.text))
    const found = explained || passage.of.kind !== 'conversation' ? undefined : findExplanation(all, to)
    if (found === undefined) return [passage]
    const explanation = { ...passage, ...found }
    const overlaps = (other: P) => other.of === passage.of && found.from < other.to && other.from < found.to
    if ([...passages, ...added].some(overlaps)) return [passage]
    added.push(explanation)
    return [passage, explanation]
  })
}

/** @param after position of the sentence after the passage */
function findExplanation(all: readonly LineSentence[], after: number) {
  for (let at = after; at < Math.min(all.length, after + REACH); at++) {
    const sentence = all[at]
    if (sentence?.isQuestion !== true || !SEEKS_REASON.test(sentence.text)) continue
    const reply = findReply(all, at)
    const key = reply.find((position) => (all[position]?.words.length ?? 0) >= KEY_WORDS)
    if (key === undefined) continue
    const { from, to } = excerptAround(all, at)
    return { from, to: Math.max(to, key + 1), key }
  }
  return undefined
}
