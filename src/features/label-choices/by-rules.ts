/**
 * Options chosen by their own words, where no language model is. Every option is worth what is said of it: its terms, and
 * half as much those of its description, each weighed by how few of the label's options share it, and by how often it
 * was said, more of the same counting less and less. One is chosen when it is worth enough, and much more than the next
 * one; else the label is left open. `docs/labels.md` has the formula.
 */
import { definePiece } from '../../core/aside.ts'
import { termsOf } from '../../core/terms.ts'
import { isTalk, type Sentence, type Span, sentencesOf } from '../gist/index.ts'
import type { ChoosableLabel } from '../labels/index.ts'
import { cutTranscript } from '../passages/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../transcripts/index.ts'
import { type Chosen, EVIDENCE_MAX } from './chosen.ts'

/** What a term of a description counts beside one of the option's own words. */
const OF_DESCRIPTION = 0.5
/** How soon more of a term stops to count more. */
const SATURATION = 1
/** The least an option that is chosen is worth, and by how much it leads the next one, as a part of its own worth. */
const LEAST = 0.6
const LEAD = 0.25
/** Slope and middle of the confidence over the lead; fitted to what `npm run eval:scorecards` finds. */
const SLOPE = 5
const MIDDLE = 0.2

export interface SpokenTerms {
  readonly sentences: readonly Sentence[]
  /** How often each term was said. */
  readonly counts: ReadonlyMap<string, number>
}

/** For each label an option, where the words tell one. */
export function chosenByRules(segments: SegmentsInput, labels: readonly ChoosableLabel[]): Chosen[] {
  const spoken = spokenTerms(sentencesOf(cutTranscript(loadSegments(segments))))
  return labels.flatMap((label) => chooseByRules(label, spoken) ?? [])
}

export const choicePiece = definePiece(import.meta.url, chosenByRules, isShortInput)

export function spokenTerms(sentences: readonly Sentence[]): SpokenTerms {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { sentences, counts }
}

/** @returns undefined where the words do not tell */
export function chooseByRules(label: ChoosableLabel, spoken: SpokenTerms): Chosen | undefined {
  const weighed = termWeights(label)
  const ranked = label.options
    .map((option, at) => ({ option, weights: weighed[at] ?? new Map(), worth: worthOf(weighed[at], spoken) }))
    .sort((one, other) => other.worth - one.worth)
  const [best, next] = ranked
  if (best === undefined || best.worth < LEAST) return undefined
  const lead = 1 - (next?.worth ?? 0) / best.worth
  if (lead < LEAD) return undefined
  const evidence = evidenceFor(best.weights, spoken.sentences)
  if (evidence.length === 0) return undefined
  const confidence = Math.round(100 / (1 + Math.exp(-SLOPE * (lead - MIDDLE)))) / 100
  return { labelId: label.id, optionId: best.option.id, source: 'rule', confidence, evidence }
}

/** For each option, its terms and what each of them tells of it. */
function termWeights({ options }: ChoosableLabel): Map<string, number>[] {
  const own = options.map(({ value, description }) => {
    const terms = new Map<string, number>()
    for (const term of telling(description)) terms.set(term, OF_DESCRIPTION)
    for (const term of telling(value)) terms.set(term, 1)
    return terms
  })
  const sharing = new Map<string, number>()
  for (const terms of own) for (const term of terms.keys()) sharing.set(term, (sharing.get(term) ?? 0) + 1)
  // What all options have in common tells nothing of any; a single option has nothing to be told from.
  const rarity = (term: string) =>
    options.length === 1 ? 1 : Math.log(options.length / (sharing.get(term) ?? 1)) / Math.log(options.length)
  return own.map((terms) => new Map([...terms].map(([term, weight]) => [term, weight * rarity(term)])))
}

/** Words of talking tell nothing, unless an option has no others. */
function telling(text: string): string[] {
  const terms = termsOf(text)
  const some = terms.filter((term) => !isTalk(term))
  return some.length > 0 ? some : terms
}

function worthOf(weights: ReadonlyMap<string, number> | undefined, { counts }: SpokenTerms): number {
  let worth = 0
  for (const [term, weight] of weights ?? []) {
    const count = counts.get(term) ?? 0
    worth += (weight * count) / (count + SATURATION)
  }
  return worth
}

function evidenceFor(weights: ReadonlyMap<string, number>, sentences: readonly Sentence[]): Span[] {
  return sentences
    .map((sentence) => ({
      sentence,
      worth: [...new Set(sentence.terms)].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0),
    }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth || one.sentence.position - other.sentence.position)
    .slice(0, EVIDENCE_MAX)
    .flatMap(({ sentence }) => sentence.spans.slice(0, 1))
    .sort((one, other) => one.segment - other.segment)
}
