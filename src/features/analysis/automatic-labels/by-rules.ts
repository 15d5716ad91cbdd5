/**
 * Options chosen by their own words, used without a language model. The score of an option adds up the weights of its
 * terms in the conversation. Description terms count half. Terms that fewer options share weigh more, and repetitions
 * saturate. The best option is chosen if its score and its lead are high enough. `docs/labels.md` has the formula.
 */

import { extractTerms } from '../../../core/terms.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import type { ChoosableLabel } from '../../conversations/labels/index.ts'
import {
  type EvidenceSpan,
  isTalk,
  joinSpans,
  splitTranscriptSentences,
  type TranscriptSentence,
} from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { type ChosenOption, EVIDENCE_MAX } from './chosen.ts'

/** Weight of a term of the description, relative to a term of the option value. */
const OF_DESCRIPTION = 0.5
/** Saturation constant of the term frequency: `count / (count + SATURATION)`. */
const SATURATION = 1
/** Minimum score of a chosen option, and its minimum lead over the next one as a fraction of its own score. */
const LEAST = 0.6
const LEAD = 0.25
/** Slope and midpoint of the logistic confidence curve over the lead, fitted with `npm run eval:scorecards`. */
const SLOPE = 5
const MIDDLE = 0.2

export interface SpokenTerms {
  readonly sentences: readonly TranscriptSentence[]
  /** Number of occurrences of each term. */
  readonly counts: ReadonlyMap<string, number>
}

/** Chooses at most one option per label. */
export function chooseLabelsByRules(segments: SegmentsInput, labels: readonly ChoosableLabel[]): ChosenOption[] {
  const spoken = spokenTerms(splitTranscriptSentences(cutTranscript(loadSegments(segments))))
  return labels.flatMap((label) => chooseByRules(label, spoken) ?? [])
}

export const labelChoiceTask = defineWorkerTask(import.meta.url, chooseLabelsByRules, isShortInput)

export function spokenTerms(sentences: readonly TranscriptSentence[]): SpokenTerms {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { sentences, counts }
}

/** @returns undefined if no option has a sufficient score and lead */
export function chooseByRules(label: ChoosableLabel, spoken: SpokenTerms): ChosenOption | undefined {
  const weighed = termWeights(label)
  const ranked = label.options
    .map((option, at) => ({ option, weights: weighed[at] ?? new Map(), worth: scoreTerms(weighed[at], spoken) }))
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

/** Term weights of each option. */
function termWeights({ options }: ChoosableLabel): Map<string, number>[] {
  const own = options.map(({ value, description }) => {
    const terms = new Map<string, number>()
    for (const term of extractSignificantTerms(description)) terms.set(term, OF_DESCRIPTION)
    for (const term of extractSignificantTerms(value)) terms.set(term, 1)
    return terms
  })
  const sharing = new Map<string, number>()
  for (const terms of own) for (const term of terms.keys()) sharing.set(term, (sharing.get(term) ?? 0) + 1)
  // A term that all options share weighs 0. The terms of a single option weigh 1.
  const rarity = (term: string) =>
    options.length === 1 ? 1 : Math.log(options.length / (sharing.get(term) ?? 1)) / Math.log(options.length)
  return own.map((terms) => new Map([...terms].map(([term, weight]) => [term, weight * rarity(term)])))
}

/** Returns the terms of a text without conversational stopwords, or all terms if nothing else remains. */
function extractSignificantTerms(text: string): string[] {
  const terms = extractTerms(text)
  const some = terms.filter((term) => !isTalk(term))
  return some.length > 0 ? some : terms
}

function scoreTerms(weights: ReadonlyMap<string, number> | undefined, { counts }: SpokenTerms): number {
  let worth = 0
  for (const [term, weight] of weights ?? []) {
    const count = counts.get(term) ?? 0
    worth += (weight * count) / (count + SATURATION)
  }
  return worth
}

/** Whole sentences: a part of one can have another meaning. */
function evidenceFor(weights: ReadonlyMap<string, number>, sentences: readonly TranscriptSentence[]): EvidenceSpan[] {
  return sentences
    .map((sentence) => ({
      sentence,
      worth: [...new Set(sentence.terms)].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0),
    }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth || one.sentence.position - other.sentence.position)
    .slice(0, EVIDENCE_MAX)
    .sort((one, other) => one.sentence.position - other.sentence.position)
    .flatMap(({ sentence }) => joinSpans(sentence.spans))
}
