/**
 * Adds explanations to the passages of a question for a reason. “Why did one save only three percent?” finds “The lowest
 * was three percent.” A few sentences later, somebody asks what was special about it, and somebody else replies. Such
 * replies rarely repeat words of the question.
 */
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms } from '../../../../core/terms.ts'
import { hasMeaning } from './answerable.ts'
import { excerptAround } from './excerpt.ts'
import { asksForReason, statesReason } from './fact-features.ts'
import type { Passage } from './format-passage.ts'
import { findReply } from './same-question.ts'
import type { LineSentence } from './sentences.ts'

/** Number of sentences after a passage in which its explanation is searched. */
const REACH = 20
/** Minimum number of words of a key sentence. Shorter ones are “I know that one.” */
const KEY_WORDS = 5
/** Terms of such questions that name nothing. */
const OF_REASON: ReadonlySet<string> = new Set(
  'special different wrong behind reason cause problem happen'.split(' ').map(stemWord),
)
const SEEKS_REASON =
  /\b(?:why|how come|what happened|what caused|what(?:'s| is| was| were) (?:it|that|so )?(?:special|different|wrong|behind|the (?:reason|cause|problem))|(?:can|could|do) you (?:know|say|see|tell)(?: me| us)? (?:which|why|what))\b/i

/** Passages with their explanations, each after the passage that it explains. */
export function addExplanations<P extends Passage>(prompt: string, passages: readonly P[]): readonly P[] {
  if (!asksForReason(prompt)) return passages
  const added: P[] = []
  return passages.flatMap((passage) => {
    const { all, from, to } = passage
    const explained = all.slice(from, to).some((one) => !one.isQuestion && statesReason(one.text))
    const about = new Set([...extractTerms(prompt), ...all.slice(from, to).flatMap(({ terms }) => terms)])
    const found = explained || passage.of.kind !== 'conversation' ? undefined : findExplanation(all, to, about)
    if (found === undefined) return [passage]
    const explanation = { ...passage, ...found }
    const overlaps = (other: P) => other.of === passage.of && found.from < other.to && other.from < found.to
    if ([...passages, ...added].some(overlaps)) return [passage]
    added.push(explanation)
    return [passage, explanation]
  })
}

/**
 * @param after position of the sentence after the passage
 * @param about terms of the passage and of the question
 */
function findExplanation(all: readonly LineSentence[], after: number, about: ReadonlySet<string>) {
  for (let at = after; at < Math.min(all.length, after + REACH); at++) {
    const sentence = all[at]
    if (sentence?.isQuestion !== true || !SEEKS_REASON.test(sentence.text)) continue
    // “Why did you call?” is about something else. “Do you know which?” names nothing.
    const named = sentence.terms.filter((term) => hasMeaning(term) && !OF_REASON.has(term))
    if (named.length > 0 && !named.some((term) => about.has(term))) continue
    const reply = findReply(all, at)
    const key = reply.find((position) => (all[position]?.words.length ?? 0) >= KEY_WORDS)
    if (key === undefined) continue
    const { from, to } = excerptAround(all, at)
    return { from, to: Math.max(to, key + 1), key }
  }
  return undefined
}
