/** Picks the passages of an answer from scored sentences: the best ones that don't repeat each other, with their context. */
import type { ReadText } from '../text.ts'
import { product, splitOnce } from './candidates.ts'
import { type Excerpt, excerptAround } from './excerpt.ts'
import type { Passage } from './format-passage.ts'
import type { ScoredSentence } from './probable-answer.ts'
import type { LineSentence } from './sentences.ts'

export type ScoredPassage = Passage & {
  readonly of: ReadText
  /** Whether its key sentence says what the named speaker of the question does, with its verb. */
  readonly statesSubject?: boolean
}

/** Minimum score relative to the best passage. Worse ones distract. */
const GOOD = 0.6
/** Score penalty for similarity to a passage that is listed already. */
const SAMENESS = 0.25

/** Picks the best key sentences. A sentence in an excerpt can't be the key of another excerpt. */
export function pickPassages(scored: readonly ScoredSentence[], most: number): ScoredPassage[] {
  const best = scored.reduce((max, { score }) => Math.max(max, score), 0)
  const left = new Set(scored.filter(({ score }) => score >= GOOD * best))
  const sameness = new Map<ScoredSentence, number>()
  const passages: ScoredPassage[] = []
  while (left.size > 0 && passages.length < most) {
    let next: ScoredSentence | undefined
    let worth = Number.NEGATIVE_INFINITY
    for (const one of left) {
      const own = one.score - SAMENESS * (sameness.get(one) ?? 0)
      if (own > worth) [next, worth] = [one, own]
    }
    if (next === undefined) break
    const chosen = next
    const { all } = splitOnce(chosen.of.lines, chosen.of.kind)
    left.delete(chosen)
    const others = passages.filter(({ of }) => of === chosen.of)
    const key = findNamingSentence(all, chosen)
    // Context that another passage shows already isn't repeated, and a key sentence that depends on it is left out.
    const excerpt = [withSubject(all, chosen, excerptAround(all, key)), excerptAround(all, key, 0)].find(
      ({ from, to }) => !others.some((other) => from < other.to && other.from < to),
    )
    if (excerpt === undefined || others.some((other) => isSame(all[other.key], all[excerpt.key]))) continue
    passages.push({ ...excerpt, of: chosen.of, all, statesSubject: chosen.statesSubject })
    for (const one of left) {
      if (one.of === chosen.of && one.position >= excerpt.from && one.position < excerpt.to) left.delete(one)
      else sameness.set(one, Math.max(sameness.get(one) ?? 0, product(chosen.vector, one.vector)))
    }
  }
  return passages
}

/** Whether a speaker repeats a sentence: “I am only able to help you search for restaurants.” */
const isSame = (a: LineSentence | undefined, b: LineSentence | undefined): boolean =>
  a !== undefined && b !== undefined && a.speaker === b.speaker && a.words.join(' ') === b.words.join(' ')

/** Maximum number of sentences before a pronoun that are added to name what it means. */
const SUBJECT_REACH = 3

/** Starts the excerpt of a sentence with a pronoun where what it means is said: “The driver notes?” – “They're out in May.” */
function withSubject(
  all: readonly LineSentence[],
  { position, of, isCarried }: ScoredSentence,
  excerpt: Excerpt,
): Excerpt {
  const asked = new Set(of.question.terms)
  const names = ({ terms }: LineSentence) => terms.some((term) => asked.has(term))
  if (!isCarried || all.slice(excerpt.from, position + 1).some(names)) return excerpt
  const first = Math.max(0, position - SUBJECT_REACH)
  const found = all.slice(first, excerpt.from).findLastIndex(names)
  return found === -1 ? excerpt : { ...excerpt, from: first + found }
}

/**
 * Position of the key sentence. If the chosen one has no term of the question, it is the first one with a term in its
 * excerpt: the reply “Wayloom.” to “Did anybody come up?”.
 */
function findNamingSentence(
  all: readonly LineSentence[],
  { position, terms, of, statesSubject, isCarried }: ScoredSentence,
): number {
  const asked = new Set(of.question.terms)
  const names = (sentence: Pick<LineSentence, 'terms'> | undefined) =>
    sentence?.terms.some((term) => asked.has(term)) === true
  if (statesSubject || isCarried || names({ terms })) return position
  const { from, to } = excerptAround(all, position)
  const found = all.slice(from, to).findIndex(names)
  return found === -1 ? position : from + found
}
