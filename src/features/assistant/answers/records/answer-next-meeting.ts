/** Answers when people meet again: planned calls, and appointments in the transcript. */
import type { SummaryContent } from '../../../text/extractive-summary/index.ts'
import { noCalls } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, stateEmpty } from './compose-record.ts'
import { formatClock, formatMoment } from './dates.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectSummaries, selectTopics } from './queries.ts'
import { QuoteFinder, type RecordedQuote } from './quotes.ts'

/** Words of an appointment between the people of a call. */
const MEETING =
  /\b(?:meet(?:ing)?(?: again)?|(?:do|have|next|another|a) (?:\w+ )?(?:call|review|session|appointment|visit|talk)|speak (?:again|soon)|talk (?:again|to you)|see you|catch up|come by|come over|follow[- ]up (?:call|meeting)|calendar|invite|invitation)\b/i
/** Words that refer to a time in the future. */
const FUTURE =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next (?:week|month|year|quarter|time|call|review)|new year|in (?:an?|\w+|\d+) (?:days?|weeks?|months?)|\d{1,2}(?:st|nd|rd|th)|january|february|march|april|june|july|august|september|october|november|december|next)\b/i
/** Words that refer to the past. */
const PAST = /\b(?:was|were|met|had|talked|called|spoke|last|ago|yesterday|used to)\b/i
/** Part of the call, at its end, in which people agree on the next one. */
const END = 0.5
const LINES_MAX = 4
/** Maximum number of newest calls whose transcripts are read. */
const READ_MAX = 3

export const answerNextMeeting: AnswerKind = async (ports, question) => {
  const { calls } = await loadCalls(ports, { ...question, pick: undefined }, READ_MAX)
  const [newest] = calls
  if (newest === undefined) return noCalls(question)
  const planned = calls.filter(({ hasStart, startedAt }) => hasStart && new Date(startedAt) > question.now)
  if (planned.length > 0) {
    return listFacts(
      'Planned calls',
      planned.map((call) => ({ text: `“${call.title}”, ${formatMoment(call.startedAt)}`, calls: [call.id] })),
    )
  }
  const ids = calls.map(({ id }) => id)
  const [topics, summaries] = await Promise.all([
    selectTopics(ports.db, ports.org, ids),
    selectSummaries(ports.db, ports.org, ids),
  ])
  const finder = new QuoteFinder(ports)
  const facts: Fact[] = []
  // The newest agreement counts, so earlier calls are read only if the newest contains none.
  for (const call of calls) {
    const summary = summaries.get(call.id)
    if (summary === undefined || !topics.has(call.id)) return undefined
    facts.push(...(await findAppointments(finder, call, summary)))
    if (facts.length > 0) break
  }
  if (facts.length === 0) {
    const scope = calls.length === 1 ? `the call ${nameCall(newest)}` : `the newest ${calls.length} calls`
    return stateEmpty(`No date of another meeting was found in ${scope}.`)
  }
  const source = calls.find(({ id }) => facts[0]?.calls?.includes(id)) ?? newest
  return listFacts(`Next meeting, as agreed in the call ${nameCall(source)}`, facts.slice(-LINES_MAX))
}

async function findAppointments(finder: QuoteFinder, call: CallRecord, summary: string): Promise<Fact[]> {
  const { lines } = await finder.text(call)
  const last = lines.at(-1)?.segment ?? 0
  const { actionItems, decisions } = JSON.parse(summary) as SummaryContent
  const recorded = [...actionItems, ...decisions].flatMap(({ spans }) => spans)
  const quotes = new Map<number, RecordedQuote>()
  for (const { segment, quote } of recorded) {
    if (MEETING.test(quote) && !PAST.test(quote)) quotes.set(segment, { segment, quote })
  }
  for (const { segment, text } of lines) {
    if (segment < last * (1 - END)) continue
    for (const sentence of text.split(/(?<=[.?!…])\s+/)) {
      const isAppointment = MEETING.test(sentence) && FUTURE.test(sentence) && !PAST.test(sentence)
      if (isAppointment && !quotes.has(segment)) quotes.set(segment, { segment, quote: sentence.trim() })
    }
  }
  const inOrder = [...quotes.values()].sort((a, b) => a.segment - b.segment)
  const proofs = await finder.find(call, inOrder)
  return proofs.map((proof): Fact => {
    const { speaker = '', start = null } = proof.of.lines[proof.line] ?? {}
    const at = start === null ? '' : ` [${formatClock(start)}]`
    return { text: `${speaker === '' ? '' : `${speaker}: `}“${proof.quote}”${at}`, proofs: [proof], calls: [call.id] }
  })
}
