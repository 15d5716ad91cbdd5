/** Answers why deals were lost: first the loss reason of the CRM record, then passages of the calls. */
import { gather } from '../evidence.ts'
import { type AnswerPart, extractiveAnswer } from '../extract/extractive.ts'
import { describeDeal, loadDeals } from './answer-deals.ts'
import { nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count, formatClock, formatDay } from './dates.ts'
import { readDealField, readOutcome } from './deal-fields.ts'
import type { AnswerKind, RecordPorts, RecordQuestion } from './model.ts'
import type { Deal } from './queries-deals.ts'

/** Maximum number of deals whose calls are read. */
const DEALS_MAX = 4
/** Number of newest calls of a deal that are read; people state their reasons at the end. */
const CALLS_MAX = 2
/** Maximum number of quotes for each deal. */
const QUOTES_MAX = 4
/** Question that finds reasons. */
const REASONS = 'Why did they decide against us?'

export const answerDealReasons: AnswerKind = async (ports, question) => {
  const deals = await loadDeals(ports, question)
  const lost = deals.filter(({ fields }) => readOutcome(fields) === 'lost')
  if (lost.length === 0) {
    return deals.length === 0
      ? undefined
      : stateEmpty(`No lost deals are recorded${nameQuestionScope(question)} among ${count(deals.length, 'deal')}.`)
  }
  const pieces: AnswerPart[] = [
    { text: `${count(lost.length, 'lost deal')}${nameQuestionScope(question)}:`, proofs: [] },
  ]
  for (const deal of lost.slice(0, DEALS_MAX)) {
    const reason = readDealField(deal.fields, 'lossReason')
    pieces.push({ text: `\n${describeDeal(deal)}`, proofs: [] })
    pieces.push({
      text:
        reason === undefined ? '\n- The CRM record contains no loss reason.' : `\n- Loss reason in the CRM: ${reason}`,
      proofs: [],
    })
    pieces.push(...(await findReasons(ports, question, deal)))
  }
  const omitted = lost.length - DEALS_MAX
  return {
    pieces,
    conversations: lost.slice(0, DEALS_MAX).flatMap(({ callIds }) => callIds.slice(0, CALLS_MAX)),
    answered: true,
    notice: omitted > 0 ? `${count(omitted, 'lost deal')} omitted.` : null,
  }
}

async function findReasons(ports: RecordPorts, { within }: RecordQuestion, { callIds }: Deal): Promise<AnswerPart[]> {
  if (callIds.length === 0) return []
  const scope = { kind: 'conversations', within: { ...within, conversationIds: callIds.slice(0, CALLS_MAX) } } as const
  const { texts } = await gather(ports, scope, REASONS, false)
  return extractiveAnswer('list', texts)
    .flatMap(({ proofs }) => proofs.filter(({ key }) => key !== undefined).slice(0, 1))
    .slice(0, QUOTES_MAX)
    .map((proof): AnswerPart => {
      const { speaker = '', start = null } = proof.of.lines[proof.line] ?? {}
      const who = [speaker, start === null ? '' : formatClock(start)].filter((part) => part !== '').join(' at ')
      const date = proof.of.at === null ? '' : `, ${formatDay(proof.of.at)}`
      return { text: `\n- ${who}: “${proof.quote}” [“${proof.of.title}”${date}]`, proofs: [proof] }
    })
}
