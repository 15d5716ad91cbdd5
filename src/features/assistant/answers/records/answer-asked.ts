/** Answers which questions people asked in a call, and when they meet again, from the transcript and its named dates. */
import { noCalls } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count, formatClock, formatMoment } from './dates.ts'
import type { AnswerKind, CallRecord, RecordQuestion } from './model.ts'
import { selectSummaries, selectTopics } from './queries.ts'
import { QuoteFinder } from './quotes.ts'
import { containsAll } from './terms.ts'

/** Maximum number of calls whose transcripts are read for questions. */
const READ_MAX = 5
/** Minimum number of words of a question. Shorter ones are tags and requests to repeat. */
const WORDS_MIN = 4
const QUESTION = /(?<=^|[.?!…]\s+)[^.?!…]*\?/gu

export const answerAskedQuestions: AnswerKind = async (ports, question) => {
  const { calls, total } = await loadCalls(ports, question, READ_MAX)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const finder = new QuoteFinder(ports)
  const facts: Fact[] = []
  let hasPunctuation = false
  for (const call of calls) {
    const text = await finder.text(call)
    text.lines.forEach((line, index) => {
      hasPunctuation ||= /[.?!]\s*$/.test(line.text)
      if (!isAskedBy(question, call, line.speaker)) return
      for (const [asked] of line.text.matchAll(QUESTION)) {
        const quote = asked.trim()
        if (quote.split(/\s+/).length < WORDS_MIN || !containsAll(quote, question.topic)) continue
        const at = line.start === null ? '' : ` ${formatClock(line.start)}`
        const where =
          calls.length === 1
            ? at === ''
              ? ''
              : ` [${at.trim()}]`
            : ` [${nameCall(call)}${at === '' ? '' : ` at${at}`}]`
        const speaker = line.speaker === '' ? '' : `${line.speaker}: `
        facts.push({ text: `${speaker}${quote}${where}`, proofs: [{ of: text, line: index, quote }], calls: [call.id] })
      }
    })
  }
  const who =
    question.people.length > 0
      ? `by ${question.people[0]} `
      : question.side === undefined
        ? ''
        : `by ${question.side === 'external' ? 'the other side' : 'our side'} `
  const place =
    calls.length === 1
      ? `in the call ${nameCall(first)}`
      : `in ${count(calls.length, 'call')}${nameQuestionScope(question)}`
  if (facts.length === 0) {
    if (question.topic.length > 0 || !hasPunctuation) return undefined
    return stateEmpty(`No questions ${who}were recorded ${place}.`)
  }
  const notice =
    total > calls.length && question.pick === undefined
      ? `The answer covers the newest ${calls.length} of ${count(total, 'call')}.`
      : null
  return listFacts(`${count(facts.length, 'question')} ${who}${place}`, facts, { notice, limit: 12 })
}

function isAskedBy({ people, side, words, isOneCall }: RecordQuestion, call: CallRecord, speaker: string): boolean {
  if (people.length > 0 && (isOneCall || !words.has('with'))) return people.includes(speaker)
  const isWe = words.has('we') || words.has('i')
  const wanted = side ?? (isWe ? 'internal' : undefined)
  if (wanted === undefined) return true
  return call.people.some(({ name, isInternal }) => name === speaker && isInternal === (wanted === 'internal'))
}

/** Words of an appointment. */
const MEETING =
  /\b(?:meet(?:ing)?|call(?: you)?|speak|talk|see (?:you|each other)|catch up|catch-up|session|appointment|visit|come by|follow[- ]up|invit\w+|calendar|schedul\w+|next (?:call|meeting|time|session|appointment))\b/i
/** Words that refer to other appointments, or to the past. */
const PAST = /\b(?:was|were|met|had|talked|called|spoke|last|ago|yesterday|used to)\b/i
/** Part of the call, at its end, in which people agree on the next one. */
const END = 0.4

interface StoredThing {
  readonly type: string
  readonly text: string
  readonly occurrences: readonly { readonly segment: number }[]
}

export const answerNextMeeting: AnswerKind = async (ports, question) => {
  const { calls } = await loadCalls(ports, { ...question, pick: undefined }, READ_MAX)
  const [newest] = calls
  if (newest === undefined) return noCalls(question)
  const ids = calls.map(({ id }) => id)
  const [topics, summaries] = await Promise.all([
    selectTopics(ports.db, ports.org, ids),
    selectSummaries(ports.db, ports.org, ids),
  ])
  const finder = new QuoteFinder(ports)
  const planned = newest.hasStart && new Date(newest.startedAt) > question.now
  if (planned)
    return listFacts('Next call', [
      { text: `“${newest.title}”, ${formatMoment(newest.startedAt)}`, calls: [newest.id] },
    ])
  for (const call of question.isOneCall ? calls : calls.slice(0, 1)) {
    const row = topics.get(call.id)
    if (row === undefined || !summaries.has(call.id)) return undefined
    const things = JSON.parse(row.named_things) as StoredThing[]
    const text = await finder.text(call)
    const dated = new Map<number, string[]>()
    for (const { type, text: name, occurrences } of things) {
      if (type !== 'date' && type !== 'time') continue
      for (const { segment } of occurrences) dated.set(segment, [...(dated.get(segment) ?? []), name])
    }
    const last = text.lines.at(-1)?.segment ?? 0
    const facts = text.lines.flatMap((line, index): Fact[] => {
      const names = dated.get(line.segment)
      const isNear = line.segment >= last * (1 - END)
      if (names === undefined || !isNear || !MEETING.test(line.text) || PAST.test(line.text)) return []
      const at = line.start === null ? '' : ` [${formatClock(line.start)}]`
      const speaker = line.speaker === '' ? '' : `${line.speaker}: `
      return [
        {
          text: `${speaker}${line.text}${at}`,
          proofs: [{ of: text, line: index, quote: line.text }],
          calls: [call.id],
        },
      ]
    })
    if (facts.length > 0) return listFacts(`Next meeting, as agreed in the call ${nameCall(call)}`, facts.slice(-4))
  }
  return undefined
}
