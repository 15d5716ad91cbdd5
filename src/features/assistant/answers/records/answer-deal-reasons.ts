/** Answers why deals were lost or won: first the loss reason of the CRM record, then passages of the calls. */

import { readDealField, readOutcome } from '../../../conversations/crm-records/index.ts'
import type { AnswerPart } from '../text.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { answerCauses, answerProblems } from './answer-statements.ts'
import { joinAnswers, nameCall, nameQuestionScope, stateEmpty, stateUnrecognized } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind, RecordPorts, RecordQuestion } from './model.ts'
import { selectCalls } from './queries.ts'
import type { Deal } from './queries-deals.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of deals whose calls are read. */
const DEALS_MAX = 4
/** Number of newest calls of a deal that are read; people state their reasons at the end. */
const CALLS_MAX = 2
/** Maximum number of quotes for each deal. */
const QUOTES_MAX = 4

export const answerDealReasons: AnswerKind = async (ports, question) => {
  const deals = await loadDeals(ports, question)
  const outcome = readWantedOutcome(question)
  const decided = deals.filter(({ fields }) => readOutcome(fields) === outcome)
  if (decided.length === 0) {
    if (deals.length === 0) return undefined
    // “Why do they want to leave?” doesn't say that a deal is lost. What they say in the call is the answer.
    if (question.isOneCall && !isAboutDeals(question)) return undefined
    // “What tipped the board?” isn't about a deal unless one is decided.
    if (!isAboutDeals(question) && !namesOutcome(question)) return undefined
    // “Why were proofs lost?” is about what happened in a call, whose title names it.
    if (isNarrowedByTitle(question) && !question.words.has('deal')) return undefined
    const none = stateEmpty(
      `No ${outcome} deals are recorded${nameQuestionScope(question)} among ${count(deals.length, 'deal')}.`,
    )
    // “Why did Harbor want to leave?” is about complaints, also if Harbor stayed.
    const isAsked = outcome === 'lost' && question.isNarrowed
    // “Why did Harbor want to leave?” is about their reasons, also if Harbor stayed.
    const isWish = isAsked && WISHES.test(question.prompt)
    const causes = isWish ? await answerCauses(ports, question) : undefined
    if (causes?.answered === true) return causes
    const problems = isAsked ? await answerProblems(ports, question) : undefined
    if (problems?.answered !== true) return none
    return isWish ? problems : joinAnswers([none, problems])
  }
  const pieces: AnswerPart[] = [
    { text: `${count(decided.length, `${outcome} deal`)}${nameQuestionScope(question)}:`, proofs: [] },
  ]
  let isReasonFound = outcome === 'lost'
  for (const deal of decided.slice(0, DEALS_MAX)) {
    const reason = readDealField(deal.fields, 'lossReason')
    pieces.push({ text: `\n${describeDeal(deal)}`, proofs: [] })
    if (outcome === 'lost') {
      pieces.push({
        text:
          reason === undefined
            ? '\n- The CRM record contains no loss reason.'
            : `\n- Loss reason in the CRM: ${reason}`,
        proofs: [],
      })
    }
    const reasons = await findReasons(ports, question, deal, outcome)
    pieces.push(...reasons)
    isReasonFound ||= reasons.length > 0
    if (outcome === 'won' && reasons.length === 0)
      pieces.push({ text: '\n- No statement about the reasons was found in its newest calls.', proofs: [] })
  }
  // “What convinced them?” can be answered by other words of the calls. “Why did we win?” is about the deal.
  if (!isReasonFound && !isAboutDeals(question)) return stateUnrecognized(pieces.map(({ text }) => text).join(''))
  const omitted = decided.length - DEALS_MAX
  return {
    pieces,
    conversations: decided.slice(0, DEALS_MAX).flatMap(({ callIds }) => callIds.slice(0, CALLS_MAX)),
    answered: true,
    notice: omitted > 0 ? `${count(omitted, `${outcome} deal`)} omitted.` : null,
  }
}

const STATEMENTS = {
  lost: { cues: ['reasons'] },
  // People seldom state why they buy, but what they like.
  won: { cues: ['praise'], without: ['worries', 'needs'] },
} as const

/** Questions to customers about their decision. */
const ASKS_DECISION =
  /\bwhat (?:\w+ )?(?:tipped|convinced|persuaded|decided|swayed|changed (?:your|their) minds?|made (?:you|them|the (?:board|difference)))\b|\bwhy (?:us|not us|did you (?:choose|pick|stay|sign|renew|go|decide))\b/i

const WISHES = /\b(?:want(?:s|ed)?|wish(?:es)?|think(?:s|ing)? (?:about|of)|plan(?:s|ned|ning)?) (?:to )?\w/i

/** Words of questions about customers who went to somebody else. */
const ELSEWHERE =
  `other another someone somebody else competitor elsewhere rival leave left cancel cancelled canceled churn
  churned`.split(/\s+/)

const OF_DEALS = ['deal', 'deals', 'lose', 'lost', 'losing', 'loss', 'losses', 'win', 'won', 'winning']

/** “Why do customers choose us?” is about all of them, so about their deals. */
const isAboutDeals = ({ words, side, names, people }: RecordQuestion): boolean =>
  OF_DEALS.some((word) => words.has(word)) || (side === 'external' && names.length + people.length === 0)

const isNarrowedByTitle = ({ isNarrowed, names, people, labels }: RecordQuestion): boolean =>
  isNarrowed && names.length + people.length + labels.length === 0

const DECISIONS = ['choose', 'buy', 'sign', 'stay', 'renew', 'convince', 'convinced', 'persuade', 'persuaded']

/** Whether the question is about a decision of the customer: to stay, to leave or to buy. */
const namesOutcome = ({ words, prompt }: RecordQuestion): boolean =>
  WISHES.test(prompt) || [...ELSEWHERE, ...DECISIONS].some((word) => words.has(word))

/** “Why do customers choose us?” is about deals that are won, “Why don't they?” about those that are lost. */
function readWantedOutcome({ words }: RecordQuestion): 'lost' | 'won' {
  const has = (...some: readonly string[]) => some.some((word) => words.has(word))
  if (has(...ELSEWHERE)) return 'lost'
  const isWon = has('win', 'won', 'winning') || (has(...DECISIONS) && !words.has('not'))
  return isWon && !(words.has('not') || has('lose', 'lost')) ? 'won' : 'lost'
}

/** Finds statements of the other side about its decision, in the newest calls of the deal. */
async function findReasons(
  ports: RecordPorts,
  { within }: RecordQuestion,
  { callIds }: Deal,
  outcome: keyof typeof STATEMENTS,
): Promise<AnswerPart[]> {
  if (callIds.length === 0) return []
  const newest = { ...within, conversationIds: callIds.slice(0, CALLS_MAX) }
  const { calls } = await selectCalls(ports.db, ports.org, newest, { order: 'newest', limit: CALLS_MAX })
  const reader = new TranscriptReader(ports, calls)
  for (const call of calls) {
    const wanted = { ...STATEMENTS[outcome], repliesTo: ASKS_DECISION, topic: [], isExternal: true }
    const best = (await reader.findStatements(call, wanted)).slice(0, QUOTES_MAX)
    if (best.length === 0) continue
    return best
      .toSorted((a, b) => a.position - b.position)
      .map(({ text, proofs }): AnswerPart => ({ text: `\n- ${text} [${nameCall(call)}]`, proofs }))
  }
  return []
}
