/** Answers which questions people asked in a call, and what they asked for. */

import { noCalls } from './answer-calls.ts'
import { answerRequestedTasks } from './answer-requests.ts'
import { toSource } from './call-text.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count, formatClock } from './dates.ts'
import { askedTask } from './find-questions.ts'
import type { AnswerKind, CallRecord, RecordQuestion } from './model.ts'
import { findNamedSpeakers } from './narrow.ts'
import { containsAll } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls whose transcripts are read for questions. */
const READ_MAX = 5

export const answerAskedQuestions: AnswerKind = async (ports, question) => {
  const requests = await answerRequestedTasks(ports, question)
  if (requests !== undefined) return requests
  const loaded = await loadCalls(ports, question)
  const { total } = loaded
  // In a call whose title names the topic, each question is about it.
  const isTitled = ({ title }: CallRecord) => question.topic.length > 0 && containsAll(title, question.topic)
  const titled = question.isOneCall ? [] : loaded.calls.filter(isTitled)
  const calls = [...titled, ...loaded.calls.filter((call) => !titled.includes(call))].slice(0, READ_MAX)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const reader = new TranscriptReader(ports, calls)
  const facts: Fact[] = []
  let hasPunctuation = false
  for (const call of calls) {
    const { asked, isPunctuated } = await reader.run(askedTask, call, titled.includes(call) ? [] : question.topic)
    hasPunctuation ||= isPunctuated
    for (const { line, quote } of asked) {
      if (!isAskedBy(question, call, line.speaker)) continue
      const at = line.start === null ? '' : ` ${formatClock(line.start)}`
      const where =
        calls.length === 1 ? (at === '' ? '' : ` [${at.trim()}]`) : ` [${nameCall(call)}${at === '' ? '' : ` at${at}`}]`
      const speaker = line.speaker === '' ? '' : `${line.speaker}: `
      facts.push({
        text: `${speaker}${quote}${where}`,
        proofs: [{ of: toSource(call), line, quote }],
        calls: [call.id],
      })
    }
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
      ? `The answer covers ${titled.length > 0 ? '' : 'the newest '}${calls.length} of ${count(total, 'call')}.`
      : null
  return listFacts(`${count(facts.length, 'question')} ${who}${place}`, facts, { notice, limit: 12 })
}

function isAskedBy(question: RecordQuestion, call: CallRecord, speaker: string): boolean {
  const { side, words, names } = question
  const speakers = findNamedSpeakers(question)
  if (speakers.length > 0) return speakers.includes(speaker)
  const isWe = words.has('we') || words.has('i')
  // An account in the question means its people.
  const wanted = side ?? (isWe ? 'internal' : names.length > 0 ? 'external' : undefined)
  if (wanted === undefined) return true
  return call.people.some(({ name, isInternal }) => name === speaker && isInternal === (wanted === 'internal'))
}
