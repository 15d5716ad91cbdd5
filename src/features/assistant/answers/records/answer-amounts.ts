/** Answers which amounts were named: all of them, or those of a certain thing. */

import { readRate } from '../extract/requested-value.ts'
import { noCalls } from './answer-calls.ts'
import { answerTypes } from './answer-named.ts'
import {
  answerPrices,
  asksForPrice,
  findPrices,
  isAboutPrice,
  loadAmountPlaces,
  TYPES_OF_PRICE,
} from './answer-prices.ts'
import { type Fact, joinAnswers, listFacts, loadCalls, nameCall, nameQuestionScope, toFacts } from './compose-record.ts'
import { count } from './dates.ts'
import { type AmountPlace, amountsTask, type SaidAmount } from './find-amounts.ts'
import { PRICE } from './find-remarks.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion } from './model.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls whose transcripts are read. */
const READ_MAX = 40
/** Up to this number of calls, all transcripts are read. Of more, only those with recorded amounts. */
const READ_ALL = 8
const LINES_MAX = 12
const PRICES_MAX = 6
/** Types of entities that state how much. */
const TYPES: readonly string[] = ['money', 'percent']

/** “How much discount can Priya give?” is about a permission of a person, which a sentence with that verb states. */
const ASKS_PERMISSION = /\b(?:can|could|may|might) \p{L}/iu

/** “Which discounts did we give?” is about certain amounts. */
export const answerMoney: AnswerKind = async (ports, question) => {
  if (question.people.length > 0 && ASKS_PERMISSION.test(question.prompt)) return undefined
  if (question.topic.length > 0) return answerAmountsAbout(ports, question)
  const price = asksForPrice(question) ? await answerPrices(ports, question) : undefined
  if (price !== undefined) return price
  const recorded = await answerTypes(ports, question, ['money'], 'amounts')
  const spoken = PRICE.test(question.prompt) ? await answerSpokenSums(ports, question) : undefined
  if (spoken === undefined) return recorded
  return recorded?.answered === true ? joinAnswers([recorded, spoken]) : spoken
}

/** Sums that people say without a currency, in few calls. They aren't recorded. */
const answerSpokenSums: AnswerKind = async (ports, question) => {
  const { calls } = await loadCalls(ports, question, READ_MAX)
  if (calls.length > READ_ALL) return undefined
  const reader = new TranscriptReader(ports, calls)
  const facts: Fact[] = []
  for (const call of calls) {
    const { id, title, startedAt } = call
    const where = calls.length === 1 ? '' : ` [${nameCall(call)}]`
    const said = await reader.run(amountsTask, call, { id, title, startedAt }, [], [])
    facts.push(...said.map(({ text, proofs }) => ({ text: `${text}${where}`, proofs, calls: [id] })))
  }
  if (facts.length === 0) return undefined
  return listFacts(`${count(facts.length, 'statement')} with sums without a currency`, facts, { limit: LINES_MAX })
}

/** Maximum number of words that name the thing. A longer name is a question about one fact, which quotes answer better. */
const TOPIC_MAX = 2

/** Statements with amounts of a thing, in the order of the calls. */
async function findStatements(
  ports: RecordPorts,
  { topic }: RecordQuestion,
  calls: readonly CallRecord[],
  places: ReadonlyMap<string, readonly AmountPlace[]>,
): Promise<readonly (SaidAmount & { readonly call: CallRecord })[]> {
  const reader = new TranscriptReader(ports, calls)
  const found: (SaidAmount & { readonly call: CallRecord })[] = []
  for (const call of calls) {
    const { id, title, startedAt } = call
    const own = await reader.run(amountsTask, call, { id, title, startedAt }, places.get(id) ?? [], topic)
    found.push(...own.map((statement) => ({ ...statement, call })))
  }
  return found
}

const answerAmountsAbout: AnswerKind = async (ports, question) => {
  if (question.topic.length > TOPIC_MAX) return undefined
  const { calls, notice } = await loadCalls(ports, question, READ_MAX)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const isPrice = isAboutPrice(question)
  const places = await loadAmountPlaces(ports, calls, isPrice ? TYPES_OF_PRICE : TYPES)
  // Spoken sums without a currency aren't recorded.
  const read = calls.filter(({ id }) => calls.length <= READ_ALL || (places.get(id) ?? []).length > 0)
  const said = isPrice
    ? await findPrices(ports, question, read, places)
    : await findStatements(ports, question, read, places)
  const facts = toFacts(said, calls.length === 1)
  // “What do we charge per driver?” isn't answered by other amounts in sentences with a driver.
  const rate = readRate(question.prompt)
  const stated =
    rate === undefined ? facts : facts.filter(({ proofs = [] }) => proofs.some(({ quote }) => rate.states(quote)))
  if (stated.length === 0) return undefined
  const place =
    calls.length === 1
      ? ` about “${question.topicText}” in the call ${nameCall(first)}`
      : ` in ${count(new Set(stated.flatMap((fact) => fact.calls)).size, 'call')}${nameQuestionScope(question)}`
  const order = isPrice && stated.length > 1 ? ', the likeliest price first' : ''
  const answer = listFacts(`${count(stated.length, 'statement')} with amounts${place}${order}`, stated, {
    notice,
    limit: isPrice ? PRICES_MAX : LINES_MAX,
  })
  // A model names the one amount.
  return { ...answer, yieldsToModel: true }
}
