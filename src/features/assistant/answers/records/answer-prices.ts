/** Answers which price was agreed, offered or is paid, in the calls of one account or deal. */
import { listFacts, loadCalls, nameFoundCalls, toFacts } from './compose-record.ts'
import { count } from './dates.ts'
import type { AmountPlace } from './find-amounts.ts'
import { PRICE } from './find-remarks.ts'
import { loadEntities } from './mentions.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion } from './model.ts'
import { type PriceStatement, priceStatementsTask } from './price-statements.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls. The prices of more calls belong to several deals. */
const PRICE_CALLS_MAX = 12
/** Maximum number of statements in an answer. */
const LISTED_MAX = 5
/** Minimum rating relative to the best statement. */
const GOOD = 0.5

const PAYS = /\b(?:pa(?:y|ys|ying|id)|charge[sd]?)\b/i
/** Questions for all prices that were mentioned. */
const ALL = /\b(?:prices|amounts|fees|costs|sums|figures|all|named?|mention\w*|discuss\w*|came up|list)\b/i
const AGREES = /\b(?:agree\w*|settle\w*|final|contract)\b/i
const OFFERED = /\b(?:offer\w*|quoted?|propos\w*)\b/i

/** Whether a question is about prices or payments. */
export const isAboutPrice = ({ prompt }: Pick<RecordQuestion, 'prompt'>): boolean =>
  PRICE.test(prompt) || PAYS.test(prompt)

/** Whether a question requests one price: “What does Harbor pay?”, “Which price was agreed?” */
export const asksForPrice = ({ prompt, topic }: Pick<RecordQuestion, 'prompt' | 'topic'>): boolean =>
  topic.length === 0 && isAboutPrice({ prompt }) && !ALL.test(prompt)

export interface RatedPrice extends PriceStatement {
  readonly call: CallRecord
  readonly rating: number
}

/**
 * Statements with prices in the calls, the likeliest price first.
 * @param places amounts of each call, by its ID
 */
export async function findPrices(
  ports: RecordPorts,
  { prompt, topic }: Pick<RecordQuestion, 'prompt' | 'topic'>,
  calls: readonly CallRecord[],
  places: ReadonlyMap<string, readonly AmountPlace[]>,
): Promise<readonly RatedPrice[]> {
  const reader = new TranscriptReader(ports, calls)
  const found: Omit<RatedPrice, 'rating'>[] = []
  for (const call of calls) {
    const { id, title, startedAt } = call
    const own = await reader.run(priceStatementsTask, call, { id, title, startedAt }, places.get(id) ?? [], topic)
    found.push(...own.map((statement) => ({ ...statement, call })))
  }
  const named = found.filter((one) => one.namesTopic)
  return rateStatements(named.length > 0 ? named : found, calls, OFFERED.test(prompt))
}

/**
 * Recorded amounts of the calls, by the ID of the call.
 * @param types types of entities
 */
export async function loadAmountPlaces(
  ports: RecordPorts,
  calls: readonly CallRecord[],
  types: readonly string[],
): Promise<ReadonlyMap<string, readonly AmountPlace[]>> {
  const entities = await loadEntities(ports, calls)
  return new Map(
    [...entities].map(([id, own]) => [
      id,
      own.filter(({ type }) => types.includes(type)).flatMap(({ occurrences }) => occurrences),
    ]),
  )
}

/** Types of entities of a price, which is never a percentage. */
export const TYPES_OF_PRICE: readonly string[] = ['money']

/** Undefined if there are many calls, or no statement with a price. */
export const answerPrices: AnswerKind = async (ports, question) => {
  const { calls, total, notice } = await loadCalls(ports, question, PRICE_CALLS_MAX + 1)
  if (total > PRICE_CALLS_MAX) return undefined
  const rated = await findPrices(ports, question, calls, await loadAmountPlaces(ports, calls, TYPES_OF_PRICE))
  const [best] = rated
  if (best === undefined || best.rating <= 0) return undefined
  const shown = rated.filter(({ rating }) => rating >= GOOD * best.rating).slice(0, LISTED_MAX)
  const facts = toFacts(shown, calls.length === 1)
  const place = nameFoundCalls(calls, facts, question)
  const isAgreed = shown.some((one) => one.isAgreed)
  const missing = AGREES.test(question.prompt) && !isAgreed ? 'No agreement on a price was recognized. ' : ''
  const order = facts.length === 1 ? '' : ', the likeliest price first'
  const lead = `${missing}${count(facts.length, 'statement')} with prices${place}${order}`
  const answer = listFacts(lead, facts, { notice })
  // A model names the one price.
  return { ...answer, yieldsToModel: true }
}

/** Minimum rating as a price of statements without an agreement or an offer. */
const PRICE_MIN = 1
/** Weights of what makes a statement the price of a deal. */
const AGREED = 2
const OFFER = 1
const OFFER_IF_REQUESTED = 2
const REPEATED = 0.75
const REPEATED_MAX = 2
/** Later calls, and the end of a call, correct what was said before. */
const LATER_CALL = 0.5
const LATER_IN_CALL = 0.5
const NAMES_TOPIC = 1.5

function rateStatements(
  found: readonly Omit<RatedPrice, 'rating'>[],
  calls: readonly CallRecord[],
  isForOffer: boolean,
): RatedPrice[] {
  const times = new Map<number, number>()
  for (const { values } of found) for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  const order = calls.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
  return found
    .map((statement) => {
      const { price, isAgreed, isOffered, namesTopic, values, at } = statement
      const repeated = Math.max(0, ...values.map((value) => (times.get(value) ?? 1) - 1))
      const call = order.findIndex(({ id }) => id === statement.call.id) / Math.max(1, order.length - 1)
      const rating =
        price +
        (isAgreed ? AGREED : 0) +
        (isOffered ? (isForOffer ? OFFER_IF_REQUESTED : OFFER) : 0) +
        REPEATED * Math.min(REPEATED_MAX, repeated) +
        LATER_CALL * call +
        LATER_IN_CALL * at +
        (namesTopic ? NAMES_TOPIC : 0)
      return { ...statement, rating: price < PRICE_MIN && !isAgreed && !isOffered ? 0 : rating }
    })
    .toSorted((a, b) => b.rating - a.rating)
}
