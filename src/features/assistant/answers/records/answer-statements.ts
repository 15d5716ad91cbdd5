/** Answers what people complained about, objected to, asked for and praised. */
import { stemWord } from '../../../../core/stems.ts'
import { splitWords } from '../../../../core/terms.ts'
import type { StatementCue } from '../../../text/statement-cues/index.ts'
import { answerRequestedTasks } from './answer-requests.ts'
import { answerSaid } from './answer-said.ts'
import { isWithCustomer } from './call-figures.ts'
import {
  countAccounts,
  type Fact,
  listFacts,
  loadCalls,
  nameCall,
  nameFoundCalls,
  nameQuestionScope,
  stateEmpty,
  stateUnrecognized,
  toFacts,
} from './compose-record.ts'
import { count } from './dates.ts'
import { asksForFrequency, type GroupedStatement, listGroups } from './group-by-subject.ts'
import type { AnswerKind, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { findNamedSpeakers } from './narrow.ts'
import { selectAccountNames } from './queries-names.ts'
import { containsAll, readStems } from './terms.ts'
import { type CallStatement, TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls whose transcripts are read. */
const READ_MAX = 40
/** Maximum number of statements of each call, for one call and for several ones. */
const OF_ONE = 6
const OF_EACH = 2
const STATEMENTS_MAX = 8
/** Number of sentences about a topic from which they aren't listed in place of statements. */
const MENTIONS_MAX = 8

const PRICE = /\b(?:pric\w*|cost\w*|budget\w*|expens\w*|overpriced|fees?)\b/i

/** @param one name of a statement, such as \`problem\` */
const answerStatements =
  (cues: readonly StatementCue[], one: string, without: readonly StatementCue[] = [], unlike?: RegExp): AnswerKind =>
  async (ports, question) => {
    const { calls, total } = await loadCalls(ports, question, READ_MAX)
    // In a meeting of colleagues, such a question is about contents.
    if (!calls.some(isWithCustomer)) return undefined
    const reader = new TranscriptReader(ports, calls)
    let found: CallStatement[] = []
    const speakers = findNamedSpeakers(question)
    const isExternal = speakers.length === 0 && question.side !== 'internal'
    const isPrice = PRICE.test(question.prompt)
    const stems = isPrice ? question.topic.filter((stem) => !PRICE.test(stem)) : question.topic
    // “Are there legal or security concerns?”
    const topics = question.words.has('or') && stems.length > 1 ? stems.map((stem) => [stem]) : [stems]
    for (const call of calls) {
      const own: CallStatement[] = []
      // In a call whose title names the topic, each statement is about it.
      for (const topic of stems.length > 0 && containsAll(call.title, stems) ? [[]] : topics) {
        const filter = { cues, without, unlike, topic, isPrice, speakers, isExternal }
        own.push(...(await reader.findStatements(call, filter)))
      }
      const distinct = new Map(own.map((statement) => [statement.position, statement]))
      const best = preferFeelings(question, [...distinct.values()]).toSorted((a, b) => b.score - a.score)
      found.push(...best.slice(0, calls.length === 1 ? OF_ONE : OF_EACH))
    }
    found = preferFeelings(question, found)
    if (found.length === 0) {
      // Without a statement, passages can still answer a question about a topic or about one call.
      if (question.isOneCall) return undefined
      if (question.topic.length > 0) return answerTopic(ports, question, one)
      const state = speakers.length > 0 ? stateUnrecognized : stateEmpty
      return state(
        `No statement that may express ${one} was found in ${nameCount(calls.length, total)}${nameQuestionScope(question)}.`,
      )
    }
    if (isAboutAccounts(question)) return listAccounts(ports, question, found, one)
    const notice =
      total > calls.length && question.pick === undefined
        ? `The answer covers the newest ${calls.length} of ${count(total, 'call')}.`
        : null
    const groups = asksForFrequency(question) ? listGroups(found.map(toGrouped)) : []
    if (groups.length > 0) {
      const where = `in ${count(countCalls(found), 'call')}${nameQuestionScope(question)}`
      return listFacts(
        `${count(found.length, 'statement')} that may express ${one} ${where}, by common subjects`,
        groups,
        { notice },
      )
    }
    const best = new Set(found.toSorted((a, b) => b.score - a.score).slice(0, STATEMENTS_MAX))
    const shown = found.filter((statement) => best.has(statement))
    const facts = toFacts(shown, calls.length === 1)
    const place = nameFoundCalls(calls, facts, question)
    return listFacts(`${count(facts.length, `statement`)} that may express ${one}${place}`, facts, { notice })
  }

const countCalls = (found: readonly CallStatement[]): number => new Set(found.map(({ call }) => call.id)).size

const toGrouped = ({ call, text, key, proofs }: CallStatement): GroupedStatement => ({
  call,
  said: key,
  fact: { text, proofs, calls: [call.id] },
})

const FEELINGS = readStems(
  'angry annoyed annoys frustrated frustrates worried worries afraid scared upset unhappy disappointed nervous',
)

/** “What makes Karin angry?” is answered by the statements with that word, if there are any. */
function preferFeelings<T extends { readonly text: string }>(
  { prompt }: RecordQuestion,
  statements: readonly T[],
): T[] {
  const asked = new Set(splitWords(prompt).map(stemWord))
  const wanted = FEELINGS.filter((stem) => asked.has(stem))
  const stated = statements.filter(({ text }) => wanted.length > 0 && containsAny(text, wanted))
  return stated.length > 0 ? stated : [...statements]
}

const containsAny = (text: string, stems: readonly string[]): boolean => {
  const said = new Set(splitWords(text).map(stemWord))
  return stems.some((stem) => said.has(stem))
}

const nameCount = (read: number, total: number): string =>
  read < total ? `the newest ${read} of ${count(total, 'call')}` : count(read, 'call')

/** Whether the question requests the accounts that state something, such as “Which customers are unhappy?”. */
const isAboutAccounts = ({ words, side, isOneCall }: RecordQuestion): boolean => {
  const namesAccounts = side === 'external' || words.has('account') || words.has('accounts')
  const isList = (words.has('which') || words.has('who')) && !OBJECTS.some((word) => words.has(word))
  return !isOneCall && namesAccounts && (words.has('many') || isList)
}

/** Words for the statements. “Which problems do customers have?” requests these instead of the accounts. */
const OBJECTS = [
  'problems',
  'complaints',
  'bugs',
  'errors',
  'requests',
  'features',
  'feature',
  'objections',
  'concerns',
]

/** States that no statement was recognized, and what people say about the topic. Undefined if nobody speaks about it. */
async function answerTopic(
  ports: RecordPorts,
  question: RecordQuestion,
  one: string,
): Promise<RecordsAnswer | undefined> {
  const words = isAboutAccounts(question) ? new Set([...question.words, 'many']) : question.words
  const said = await answerSaid(ports, { ...question, words })
  const [first, ...rest] = said?.pieces ?? []
  if (said?.answered !== true || first === undefined) return undefined
  const lead = `No statement that may express ${one}${nameQuestionScope(question)} was recognized.`
  // What many people speak about says nothing about the question.
  if (rest.length >= MENTIONS_MAX) return stateUnrecognized(lead)
  // What people say about a topic can be next to the answer.
  return { ...said, yieldsToQuotes: true, pieces: [{ ...first, text: `${lead} ${first.text}` }, ...rest] }
}

/** Accounts with their number of statements and the clearest one, most statements first. */
async function listAccounts(
  ports: RecordPorts,
  question: RecordQuestion,
  found: readonly CallStatement[],
  one: string,
): Promise<RecordsAnswer> {
  const names = await selectAccountNames(ports.db, ports.org, [...new Set(found.map(({ call }) => call.id))])
  const byAccount = [...Map.groupBy(found, ({ call }) => names.get(call.id) ?? call.title)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const facts = byAccount.flatMap(([name, own]): Fact[] => {
    const [best] = own.toSorted((a, b) => b.score - a.score)
    if (best === undefined) return []
    const others = own.length === 1 ? '' : `${count(own.length, 'statement')}, such as `
    return [
      {
        text: `${name}: ${others}${best.text} [${nameCall(best.call)}]`,
        proofs: best.proofs,
        calls: own.map(({ call }) => call.id),
      },
    ]
  })
  return listFacts(
    `${countAccounts(found, names)} with statements that may express ${one}${nameQuestionScope(question)}`,
    facts,
  )
}

const COMPLAINTS =
  `unhappy frustrated annoyed complain complained complaining complaints complaint bug bugs defects errors
  faults incidents outages trouble issues`.split(/\s+/)
export const answerComplaints = answerStatements(['complaints'], 'a complaint')
/** Reasons that customers state. */
export const answerCauses = answerStatements(['causes'], 'a reason')
const answerNeeds = answerStatements(['needs', 'worries', 'complaints'], 'a problem')

export const answerProblems: AnswerKind = (ports, question) => {
  if (PRICE.test(question.prompt)) return answerPushback(ports, question)
  return COMPLAINTS.some((word) => question.words.has(word))
    ? answerComplaintsOrProblems(ports, question)
    : answerNeeds(ports, question)
}

/** Complaints. If there are none among several calls, statements of problems follow, which are weaker. */
const answerComplaintsOrProblems: AnswerKind = async (ports, question) => {
  const complaints = await answerComplaints(ports, question)
  if (complaints === undefined || complaints.answered || question.isOneCall) return complaints
  const problems = await answerNeeds(ports, question)
  const [lead, ...rest] = problems?.pieces ?? []
  if (problems?.answered !== true || lead === undefined) return complaints
  return { ...problems, pieces: [{ ...lead, text: `No complaint was recognized. ${lead.text}` }, ...rest] }
}
const answerAnyRequests = answerStatements(['requests'], 'a request')
/** Things of the sale, and dates: nobody builds them into the product. */
const SALE =
  /\b(?:prices?|proposals?|quotes?|offers?|contracts?|budgets?|meetings?|calls?|discounts?|references?|invoices?|in writing|an? answer|by (?:the end of|next|monday|tuesday|wednesday|thursday|friday|tomorrow|today))\b/i
const answerFeatureRequests = answerStatements(['requests'], 'a request for the product', [], SALE)
const answerWishes = answerStatements(['requests', 'goals'], 'a need or a request')

const answerPriorities = answerStatements(['goals', 'requests', 'worries', 'needs'], 'a goal, a wish or a worry')
const CARES = /\b(?:cares?|important|matters|priorit(?:y|ies))\b/i
/** “Which feature requests are most important?” is about requests. */
const NAMES_REQUESTS = /\b(?:requests?|wish(?:es)?|features?|improvements?)\b/i

const FEATURES = /\b(?:features?|product|improvements?|functions?|build|develop|add|support)\b/i

/** “What does Northwind need?” is about more than features. */
export const answerRequests: AnswerKind = async (ports, question) => {
  const tasks = await answerRequestedTasks(ports, question)
  if (tasks !== undefined) return tasks
  if (CARES.test(question.prompt) && !NAMES_REQUESTS.test(question.prompt)) return answerPriorities(ports, question)
  if (FEATURES.test(question.prompt)) return answerFeatureRequests(ports, question)
  return (/\bneeds?\b/i.test(question.prompt) ? answerWishes : answerAnyRequests)(ports, question)
}
export const answerPraise = answerStatements(['praise'], 'praise', ['worries', 'needs'])
const answerWorries = answerStatements(['worries', 'pushback'], 'an objection or a worry')
const answerPushback = answerStatements(['worries', 'pushback'], 'an objection to the price')

export const answerObjections: AnswerKind = (ports, question) =>
  (PRICE.test(question.prompt) ? answerPushback : answerWorries)(ports, question)
