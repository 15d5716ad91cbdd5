/** Finds passages with amounts of a certain thing in one transcript: discounts, fees, or prices per vehicle. */
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { excerptAround } from '../extract/excerpt.ts'
import { formatPassage, type Passage, proofsOfPassage } from '../extract/format-passage.ts'
import { statesBareSum, statesReduction } from '../extract/requested-value.ts'
import { type LineSentence, readSentences } from '../extract/sentences.ts'
import { listSynonyms } from '../extract/synonyms.ts'
import type { Proof } from '../text.ts'
import { type NamedCall, toText } from './call-text.ts'

export interface SaidAmount {
  /** Speaker, time and verbatim words. */
  readonly text: string
  readonly proofs: readonly Proof[]
}

/** A recorded amount. */
export interface AmountPlace {
  readonly segment: number
  /** Words of the amount, as in the transcript. */
  readonly quote: string
}

/** Number of sentences before and after an amount in which its thing is named. */
const REACH = 1
/** Maximum number of words of a passage. */
const PASSAGE_WORDS = 30

/**
 * Passages around the amounts whose thing is named next to them, in the order of the call.
 * @param topic stems that the thing's name contains
 */
export const findAmounts = (
  segments: SegmentsInput,
  call: NamedCall,
  places: readonly AmountPlace[],
  topic: readonly string[],
): SaidAmount[] =>
  findAmountPassages(segments, call, places, topic).map((passage) => ({
    text: formatPassage(passage, { named: false, marked: false }),
    proofs: proofsOfPassage(passage),
  }))

/** Passages around the amounts. The parameters are those of `findAmounts`. */
export function findAmountPassages(
  segments: SegmentsInput,
  call: NamedCall,
  places: readonly AmountPlace[],
  topic: readonly string[],
): Passage[] {
  const text = toText(call, cutSegments(segments))
  const all = readSentences(text.lines, 'conversation')
  const wordings = topic.map((stem) => ({
    stem,
    stems: listSynonyms(stem).union(listSameMeaning(stem)),
  }))
  const passages: Passage[] = []
  const amounts = all.filter((sentence) => hasAmount(sentence, places, text.lines) || statesBareSum(sentence.text))
  for (const { position, text: said } of amounts) {
    const near = all.slice(Math.max(0, position - REACH), position + REACH + 1)
    const terms = new Set(near.flatMap((sentence) => sentence.terms))
    const isAbout = wordings.every(
      ({ stem, stems }) => [...stems].some((one) => terms.has(one)) || statesReduction(stem, said),
    )
    if (!isAbout || position < (passages.at(-1)?.to ?? 0)) continue
    passages.push({ ...excerptAround(all, position, PASSAGE_WORDS), of: text, all })
  }
  return passages
}

export const amountsTask = defineWorkerTask(import.meta.url, findAmounts, isShortInput)

const hasAmount = (
  { text, pieces }: LineSentence,
  places: readonly AmountPlace[],
  lines: readonly { readonly segment: number }[],
): boolean =>
  places.some(
    ({ segment, quote }) => text.includes(quote) && pieces.some(({ line }) => lines[line]?.segment === segment),
  )
