/** Answers questions about the request of a support contact and its result. */
import type { ServiceContact, TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import { answerSummary } from './answer-summary.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope } from './compose-record.ts'
import { count, formatClock } from './dates.ts'
import { contactTask } from './find-contact.ts'
import { asksForFrequency, type GroupedStatement, listGroups } from './group-by-subject.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { containsAll } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Number of speakers and maximum number of words of a contact. Transcripts of other calls aren't read. */
const SPEAKERS = 2
const WORDS_MAX = 3_000
/** Maximum number of calls whose transcripts are read, and of contacts in an answer. */
const READ_MAX = 40
const LISTED_MAX = 10

const HAPPENED = /^\W*what happened\b/i

/** Returns undefined if no call is a contact, so that passages answer. */
export const answerContacts: AnswerKind = async (ports, question) => {
  const { calls: all, total, notice } = await loadCalls(ports, question)
  const short = all.filter(isShortTalkOfTwo)
  const calls = short.slice(0, READ_MAX)
  const reader = new TranscriptReader(ports, calls)
  const found: { call: CallRecord; contact: ServiceContact }[] = []
  for (const call of calls) {
    const contact = await reader.run(contactTask, call)
    if (contact !== undefined && isAbout(contact, question.topic)) found.push({ call, contact })
  }
  const [first] = found
  // “What happened?” in a call of several people.
  if (first === undefined)
    return question.isOneCall && HAPPENED.test(question.prompt) ? answerSummary(ports, question) : undefined
  if (total === 1) {
    const { call, contact } = first
    const { request, answer } = contact
    if (answer === undefined) {
      const notice = 'No sentence that states the result was found.'
      return listFacts(`Request in the call ${nameCall(call)}`, [await toFact(reader, call, request)], { notice })
    }
    const facts = [await toFact(reader, call, request), await toFact(reader, call, answer)]
    return listFacts(`Request and answer in the call ${nameCall(call)}`, facts)
  }
  const requests: GroupedStatement[] = []
  for (const { call, contact } of found) {
    requests.push({ call, said: contact.request.text, fact: await toFact(reader, call, contact.request) })
  }
  const lead = `${count(found.length, 'request')}${nameQuestionScope(question)}`
  const limits = {
    notice: short.length > READ_MAX ? `The answer covers the newest ${READ_MAX} calls of two people.` : notice,
    limit: LISTED_MAX,
  }
  const groups = asksForFrequency(question) ? listGroups(requests) : []
  if (groups.length > 0) return listFacts(`${lead}, by common subjects`, groups, limits)
  const facts = requests.map(({ call, fact }) => ({ ...fact, text: `${fact.text} [${nameCall(call)}]` }))
  return listFacts(`${lead}, newest first`, facts, limits)
}

const isShortTalkOfTwo = ({ statistics }: CallRecord): boolean =>
  statistics?.speakers.length === SPEAKERS &&
  statistics.speakers.reduce((sum, { words }) => sum + words, 0) <= WORDS_MAX

const isAbout = ({ request, answer }: ServiceContact, topic: readonly string[]): boolean =>
  containsAll(`${request.text} ${answer?.text ?? ''}`, topic)

async function toFact(
  reader: TranscriptReader,
  call: CallRecord,
  { speaker, spans, text }: TranscriptSentence,
): Promise<Fact> {
  const start = spans[0]?.start ?? null
  const at = start === null ? '' : ` (${formatClock(start)})`
  return { text: `${speaker}${at}: ${text}`, proofs: await reader.findQuotes(call, spans), calls: [call.id] }
}
