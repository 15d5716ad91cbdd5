/** Answers which open deals are at risk or need attention: their signals, and what the other side worries about. */
import { describeDeal, loadDeals } from './answer-deals.ts'
import { answerObjections, answerProblems } from './answer-statements.ts'
import {
  type Fact,
  joinAnswers,
  listFacts,
  nameQuestionScope,
  stateEmpty,
  stateUnrecognized,
} from './compose-record.ts'
import { count } from './dates.ts'
import { type DealState, findWorry, isOpen, readDealState } from './deal-state.ts'
import type { AnswerKind } from './model.ts'
import type { Deal } from './queries-deals.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of deals whose calls are read. */
const DEALS_MAX = 8

const OF_DEALS = ['deal', 'deals', 'opportunity', 'opportunities', 'pipeline', 'forecast']

export const answerDealRisks: AnswerKind = async (ports, question) => {
  const deals = await loadDeals(ports, question)
  const open = deals.filter(isOpen)
  if (open.length === 0) {
    if (deals.length === 0) return undefined
    const none = `No open deals are recorded${nameQuestionScope(question)}.`
    // “What are the risks of the rollout?” can be answered by the words of a customer whose deal is closed.
    return OF_DEALS.some((word) => question.words.has(word)) ? stateEmpty(none) : stateUnrecognized(none)
  }
  const states: (DealState & { readonly deal: Deal })[] = []
  for (const deal of open.slice(0, DEALS_MAX)) states.push({ deal, ...(await readDealState(ports, question, deal)) })
  const reader = new TranscriptReader(
    ports,
    states.flatMap(({ calls }) => calls.map(({ call }) => call)),
  )
  const facts: (Fact & { readonly signs: number })[] = []
  for (const { deal, calls, signals } of states) {
    const worry = await findWorry(reader, calls)
    const signs = [...signals.map(({ text }) => text), ...(worry === undefined ? [] : [worry.text])]
    facts.push({
      text: `${describeDeal(deal)}. ${signs.length === 0 ? 'No sign of a risk in the newest calls.' : signs.join(' ')}`,
      proofs: worry?.proofs ?? [],
      calls: calls.map(({ call }) => call.id),
      signs: signs.length,
    })
  }
  const found = facts.filter(({ signs }) => signs > 0).length
  return listFacts(
    `${found} of ${count(facts.length, 'open deal')}${nameQuestionScope(question)} with signs of a risk`,
    facts.toSorted((a, b) => b.signs - a.signs),
    { notice: open.length > DEALS_MAX ? `${count(open.length - DEALS_MAX, 'open deal')} omitted.` : null },
  )
}

/** “What is blocking the deal?”: signals of the open deals, and what the other side worries about. */
export const answerBlockers: AnswerKind = async (ports, question) => {
  if (!question.isNarrowed && question.within.filters.opportunityIds === undefined) {
    return answerObjections(ports, question)
  }
  const found = [await answerDealRisks(ports, question), await answerObjections(ports, question)]
  const stated = found.filter((answer) => answer !== undefined)
  const answered = stated.filter((answer) => answer.answered)
  if (answered.length > 0) return joinAnswers(answered)
  const problems = await answerProblems(ports, question)
  return problems?.answered === true ? problems : stated.at(-1)
}
