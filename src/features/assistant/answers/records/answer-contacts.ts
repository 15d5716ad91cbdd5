/** Answers questions about the request of a support contact and its result. */
import {
  findServiceContact,
  type ServiceContact,
  splitTranscriptSentences,
  type TranscriptSentence,
} from '../../../text/extractive-summary/index.ts'
import type { Proof, Text } from '../text.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope } from './compose-record.ts'
import { count, formatClock } from './dates.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { QuoteFinder } from './quotes.ts'
import { containsAll } from './terms.ts'

/** Number of speakers and maximum number of words of a contact. Transcripts of other calls aren't read. */
const SPEAKERS = 2
const WORDS_MAX = 3_000
/** Maximum number of calls whose transcripts are read, and of contacts in an answer. */
const READ_MAX = 40
const LISTED_MAX = 10

/** Returns undefined if no call is a contact, so that passages answer. */
export const answerContacts: AnswerKind = async (ports, question) => {
  const { calls: all, total, notice } = await loadCalls(ports, question)
  const calls = all.filter(isShortTalkOfTwo).slice(0, READ_MAX)
  const finder = new QuoteFinder(ports)
  const found: { call: CallRecord; text: Text; contact: ServiceContact }[] = []
  for (const call of calls) {
    const text = await finder.text(call)
    const contact = findServiceContact(splitTranscriptSentences({ lines: text.lines }))
    if (contact !== undefined && isAbout(contact, question.topic)) found.push({ call, text, contact })
  }
  const [first] = found
  if (first === undefined) return undefined
  if (total === 1) {
    const { call, text, contact } = first
    const { request, answer } = contact
    const facts = [request, ...(answer === undefined ? [] : [answer])].map((sentence) => toFact(call, text, sentence))
    return listFacts(`Request${answer === undefined ? '' : ' and answer'} in the call ${nameCall(call)}`, facts)
  }
  const facts = found.map(({ call, text, contact: { request } }): Fact => {
    const { text: said, ...fact } = toFact(call, text, request)
    return { ...fact, text: `${said} [${nameCall(call)}]` }
  })
  return listFacts(`${count(found.length, 'request')}${nameQuestionScope(question)}, newest first`, facts, {
    notice: calls.length === READ_MAX ? `The answer covers the newest ${READ_MAX} calls of two people.` : notice,
    limit: LISTED_MAX,
  })
}

const isShortTalkOfTwo = ({ statistics }: CallRecord): boolean =>
  statistics?.speakers.length === SPEAKERS &&
  statistics.speakers.reduce((sum, { words }) => sum + words, 0) <= WORDS_MAX

const isAbout = ({ request, answer }: ServiceContact, topic: readonly string[]): boolean =>
  containsAll(`${request.text} ${answer?.text ?? ''}`, topic)

function toFact(call: CallRecord, text: Text, { speaker, spans, text: said }: TranscriptSentence): Fact {
  const proofs = spans.flatMap(({ segment, quote }): Proof[] => {
    const line = text.lines.findIndex((one) => one.segment === segment && one.text.includes(quote))
    return line < 0 ? [] : [{ of: text, line, quote }]
  })
  const start = spans[0]?.start ?? null
  return { text: `${speaker}${start === null ? '' : ` (${formatClock(start)})`}: ${said}`, proofs, calls: [call.id] }
}
