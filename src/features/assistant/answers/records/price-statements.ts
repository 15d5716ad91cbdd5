/** Statements with prices in a call, rated by whether they are agreed, offered or neither. English only. */
import { findNumbers } from '../../../../core/numbers.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { formatPassage, proofsOfPassage } from '../extract/format-passage.ts'
import { statesBareSum, statesFigure } from '../extract/requested-value.ts'
import type { NamedCall } from './call-text.ts'
import { type AmountPlace, findAmountPassages, type SaidAmount } from './find-amounts.ts'
import { containsAll } from './terms.ts'

export interface PriceStatement extends SaidAmount {
  /** Rating as a price, higher for words of a price and lower for savings, budgets and prices of others. */
  readonly price: number
  /** Whether words of a contract or of an acceptance are part of the passage. */
  readonly isAgreed: boolean
  /** Whether the passage states an offer. */
  readonly isOffered: boolean
  /** Whether the sentences with the amounts contain the words of the thing themselves, and no synonyms of them. */
  readonly namesTopic: boolean
  /** Numbers of the amounts: 46 for “forty-six dollars”. */
  readonly values: readonly number[]
  /** Position in the call, 0 at its start and 1 at its end. */
  readonly at: number
}

const PRICED =
  /\b(?:prices?|pricing|costs?|pays?|paid|fees?|licen[cs]es?|plans?|charges?|offers?|proposals?|contracts?|rates?|onboarding|setup|subscription|all in)\b/i
/** “Forty-six dollars a vehicle”, “fifty-eight each” */
const PER_UNIT =
  /\b(?:dollars|euros|pounds|cents|thousand|hundred|[a-z]{1,10}ty(?:-[a-z]{1,10})?|\d{1,12}) (?:(?:an?|per|for each|for every) (?!hour|day|week|month|quarter|year)[a-z]|each\b)/i
const PER_TIME = /\b(?:an?|per|each|every) (?:month|quarter|year)\b/i
/** Money that nobody pays for the product. */
const OTHER_MONEY =
  /\b(?:credits?|refunds?|budgets?|overtime|salar(?:y|ies)|saves?|saved|savings?|business case|losses|lost|revenue|fines?|penalt(?:y|ies)|bonus|(?:your|their|my|the) costs?|costs? (?:us|me))\b/i
/** Prices of others. */
const OF_OTHERS =
  /\b(?:they|competitors?|(?:the )?other (?:offer|vendor)|somebody else) (?:offers?|charges?|wants?|asks?)\b|\boffer (?:here )?from\b|\b(?:had|have|got) an(?:other)? offer\b/i
/** Amounts that are only calculated. */
const CALCULATED =
  /\b(?:would(?:['’]ve| have)? be(?:en)?|i calculated|let['’]s say|for example|could jump|times|if (?:i|we|you) (?:take|took))\b/i
const REFUSED = /\bno[.!]|\b(?:not possible|too (?:much|high|expensive)|above my line|i can['’]?t)\b/i
const AGREED =
  /\b(?:as in the contract|in the contract|(?:we|you) (?:have )?agreed|agreed (?:on|price)|we have a deal|it['’]s a deal|that['’]s a deal|final (?:price|offer)|fixed|that i can live with|i can live with|i(?:['’]ll| will) take (?:it|that)|accepted|i accept|signed?|then (?:it['’]s|that['’]s|we have)|in writing)\b/i
const OFFERED =
  /\b(?:(?:our|your|the|my) (?:offer|proposal|quote)|you (?:wrote|offered|quoted)|what i can do|i can (?:do|go|give|offer)|i could (?:do|go|give|offer)|we (?:can|could|would) (?:do|go|offer)|(?:our|the) price|on the list)\b/i

/**
 * Statements around amounts, rated as prices.
 * @param topic stems of the thing that the prices are for
 */
export function findPriceStatements(
  segments: SegmentsInput,
  call: NamedCall,
  places: readonly AmountPlace[],
  topic: readonly string[],
): PriceStatement[] {
  return findAmountPassages(segments, call, places, topic).map((passage) => {
    const said = passage.all.slice(passage.from, passage.to)
    const text = said.map((sentence) => sentence.text).join(' ')
    const stated = said.filter((sentence) => statesFigure(sentence.text) || statesBareSum(sentence.text))
    const amounts = stated.map((sentence) => sentence.text).join(' ')
    const isCalculated = CALCULATED.test(amounts)
    const isOther = OTHER_MONEY.test(amounts) || OF_OTHERS.test(text)
    return {
      text: formatPassage(passage, { named: false, marked: false }),
      proofs: proofsOfPassage(passage),
      price: ratePrice(text, amounts) - (isCalculated ? CALCULATED_COST : 0) - (isOther ? OTHER_COST : 0),
      isAgreed: AGREED.test(text) && !isCalculated && !isOther && !REFUSED.test(text),
      isOffered: OFFERED.test(text) && !isCalculated && !isOther,
      namesTopic: topic.length > 0 && containsAll(amounts, topic),
      values: [...new Set(findNumbers(amounts).map(({ value }) => value))].slice(0, VALUES_MAX),
      at: passage.key / Math.max(1, passage.all.length),
    }
  })
}

/** Maximum number of different numbers of a passage that are compared with those of others. */
const VALUES_MAX = 20
const CALCULATED_COST = 1
const OTHER_COST = 2

/** @param amounts sentences of the passage that state amounts */
const ratePrice = (text: string, amounts: string): number =>
  Number(PRICED.test(text)) + 1.5 * Number(PER_UNIT.test(amounts)) + 0.5 * Number(PER_TIME.test(amounts))

export const priceStatementsTask = defineWorkerTask(import.meta.url, findPriceStatements, isShortInput)
