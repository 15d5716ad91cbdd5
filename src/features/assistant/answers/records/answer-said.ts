/** Answers what people said about a topic, who spoke about it, and how many accounts did. */

import { countAccounts, type Fact, listFacts, nameCall, stateEmpty } from './compose-record.ts'
import { count, joinAnd } from './dates.ts'
import type { AnswerKind, RecordQuestion, RecordsAnswer, Side } from './model.ts'
import { findNamedSpeakers } from './narrow.ts'
import { selectAccountNames } from './queries-names.ts'
import { findRemarks, type Remark, type RemarksOfTopic } from './remarks.ts'
import { readStems } from './terms.ts'

/** Maximum number of remarks in an answer, and of each call. */
const REMARKS_MAX = 8
const OF_EACH = 2
/** Maximum number of people whom an answer names together. */
const SUBJECTS_MAX = 3

export const answerSaid: AnswerKind = async (ports, question) => {
  const answer = await findAnswer(ports, question)
  return answer === undefined ? undefined : { ...answer, yieldsToModel: true }
}

const findAnswer: AnswerKind = async (ports, question) => {
  const { topic, words, isOneCall } = question
  // In one call, passages show the context that a list of remarks lacks.
  if (topic.length === 0 || isOneCall || hasUnknownSubject(question)) return undefined
  const isAsked = ASKED.some((word) => words.has(word))
  const speakers = findNamedSpeakers(question)
  const found = await findRemarks(ports, question, { speakers, side: findSubjectSide(question), isAsked })
  // Whether drivers need a phone isn't a matter of two words in one sentence.
  const isState = isWhether(question) && !(NEEDS.test(question.prompt) && topic.length > 1)
  if (found.remarks.length === 0) return isState ? answerNobody(question, found) : undefined
  // Whether somebody needs what they speak about is a matter of passages.
  if (NEEDS.test(question.prompt)) return undefined
  if (words.has('who')) return listSpeakers(question, found, isAsked)
  if ((words.has('many') && !words.has('times')) || asksForAccounts(question)) {
    const names = await selectAccountNames(ports.db, ports.org, [...new Set(found.remarks.map(({ call }) => call.id))])
    return listAccounts(question, found, isAsked, names)
  }
  return listRemarks(question, found, isAsked)
}

/** Subject of a question with a verb of speaking: “Did Quagga raise its guidance?” */
const SUBJECT =
  /^\s*(?:did|does|do|has|have)\s+(\S{1,80}(?:\s+\S{1,80}){0,5}?)\s+(?:raised?|mention(?:ed)?|ask(?:ed)?|say|said|talk(?:ed)?|speak|spoke|named?)\b/i

/** Whether the subject of the question is part of its topic, because it is neither a person nor an account of the calls. */
function hasUnknownSubject({ prompt, topic }: Pick<RecordQuestion, 'prompt' | 'topic'>): boolean {
  const [, subject = ''] = SUBJECT.exec(prompt) ?? []
  return readStems(subject).some((stem) => topic.includes(stem))
}

/** “Which customers asked about single sign-on?” */
const asksForAccounts = ({ prompt }: Pick<RecordQuestion, 'prompt'>): boolean =>
  /^\s*(?:which|what) (?:of (?:our|the|my) )?(?:customers?|clients?|prospects?|buyers?|accounts?|companies)\b/i.test(
    prompt,
  )

const NEEDS = /^\s*(?:does|do|did)\b.*\b(?:need|want|require|request)\b/i
const ASKED = ['ask', 'asked', 'asks']
const WE_SAY = /\b(?:we|i)\s+(?:ever\s+)?(?:say|said|tell|told|mention(?:ed)?|think|talk(?:ed)?|speak|spoke)\b/i

/** Side whose remarks count. An account in the question means its people. */
function findSubjectSide({ side, names, prompt }: RecordQuestion): Side | undefined {
  if (WE_SAY.test(prompt)) return 'internal'
  return side ?? (names.length > 0 || asksForAccounts({ prompt }) ? 'external' : undefined)
}

/** Whether “nobody” answers the question: “Did anybody mention …?”, “Who asked about …?” */
const isWhether = ({ prompt }: RecordQuestion): boolean =>
  /^\s*(?:was|were|is|did|does|do|has|have|who|how (?:often|many))\b/i.test(prompt)

function formatSubject(question: RecordQuestion): string {
  const speakers = findNamedSpeakers(question)
  if (speakers.length > 0 && speakers.length <= SUBJECTS_MAX) return joinAnd(speakers)
  const side = findSubjectSide(question)
  return side === 'external' ? 'Customers' : side === 'internal' ? 'Colleagues' : 'People'
}

/** Time range of the question, and the accounts that restrict its calls. */
const formatScope = ({ names, range }: RecordQuestion): string =>
  `${names.length === 0 ? '' : ` with ${names.slice(0, 3).join(', ')}`}${range === undefined ? '' : ` (${range.label})`}`

/** Maximum number of small words between two words of a topic: “one throat to choke”. */
const BETWEEN = String.raw`(?:[^\p{L}\p{N}]{1,3}[\p{L}'’]{1,5}){0,2}[^\p{L}\p{N}]{1,3}`

/** The topic as the question words it, with its small words. */
function quoteTopic({ topicText, prompt }: Pick<RecordQuestion, 'topicText' | 'prompt'>): string {
  const words = topicText.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > TOPIC_WORDS_MAX) return topicText
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join(BETWEEN)}(?![\\p{L}\\p{N}])`, 'iu').exec(prompt)?.[0] ?? topicText
}
const TOPIC_WORDS_MAX = 8

const countCalls = (remarks: readonly Remark[]): number => new Set(remarks.map(({ call }) => call.id)).size

function answerNobody(question: RecordQuestion, { looked, hasTerm }: RemarksOfTopic): RecordsAnswer | undefined {
  // The words occur, but nobody whom the question is about says them in one sentence.
  if (hasTerm) return undefined
  const who = findSubjectSide(question) === 'external' ? 'No customer mentions' : 'Nobody mentions'
  return stateEmpty(`${who} “${quoteTopic(question)}” in ${count(looked, 'call')}${formatScope(question)}.`)
}

function listRemarks(question: RecordQuestion, { remarks, notice }: RemarksOfTopic, isAsked: boolean): RecordsAnswer {
  const byCall = Map.groupBy(remarks, ({ call }) => call.id)
  const best = [...byCall.values()].flatMap((own) => own.slice(0, OF_EACH).toSorted((a, b) => a.position - b.position))
  const shown = new Set(best.toSorted((a, b) => b.score - a.score).slice(0, REMARKS_MAX))
  const facts = best.filter((remark) => shown.has(remark)).map(toFact)
  const named = findNamedSpeakers(question)
  // “The minister” can mean many people. Only some of them speak about the topic.
  const speakers = [...new Set(best.map(({ speaker }) => speaker))].filter((name) => named.includes(name))
  const subject =
    named.length === 0 || speakers.length > SUBJECTS_MAX || speakers.length === 0
      ? formatSubject(question)
      : joinAnd(speakers)
  const verb = `${isAsked ? 'ask' : 'speak'}${subject === speakers[0] ? 's' : ''}`
  return listFacts(
    `${subject} ${verb} about “${quoteTopic(question)}” in ${count(countCalls(remarks), 'call')}${formatScope(question)}`,
    facts,
    {
      notice: joinNotices(
        notice,
        remarks.length > facts.length ? `The best ${facts.length} of ${remarks.length} sentences are shown.` : null,
      ),
    },
  )
}

function listSpeakers(question: RecordQuestion, { remarks, notice }: RemarksOfTopic, isAsked: boolean): RecordsAnswer {
  const bySpeaker = [...Map.groupBy(remarks, ({ speaker }) => speaker)].toSorted(([, a], [, b]) => b.length - a.length)
  // A remark starts with its speaker.
  const facts = bySpeaker.flatMap(([speaker, own]) =>
    own.length === 1 ? own.map(toFact) : toGroupFact(speaker || 'Somebody', own),
  )
  const people = count(bySpeaker.length, 'person', 'people')
  const verb = `${isAsked ? 'ask' : 'speak'}${bySpeaker.length === 1 ? 's' : ''}`
  return listFacts(`${people} ${verb} about “${quoteTopic(question)}”${formatScope(question)}`, facts, { notice })
}

function listAccounts(
  question: RecordQuestion,
  { remarks, notice }: RemarksOfTopic,
  isAsked: boolean,
  names: ReadonlyMap<string, string>,
): RecordsAnswer {
  const byPerson = ['people', 'persons', 'colleagues', 'reps', 'sellers'].some((word) => question.words.has(word))
  if (byPerson) return listSpeakers(question, { remarks, notice, looked: 0, hasTerm: true }, isAsked)
  const byAccount = [...Map.groupBy(remarks, ({ call }) => names.get(call.id) ?? call.title)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const facts = byAccount.flatMap(([name, own]) => toGroupFact(name, own))
  const verb = isAsked ? 'ask' : 'speak'
  const calls = countCalls(remarks)
  const about = `about “${quoteTopic(question)}” in ${count(calls, 'call')}${formatScope(question)}`
  // Without accounts, the calls are listed by their titles.
  const who = remarks.some(({ call }) => names.has(call.id))
    ? `${countAccounts(remarks, names)} ${verb}${byAccount.length === 1 ? 's' : ''}`
    : `People ${verb}`
  return listFacts(`${who} ${about}`, facts, { notice })
}

const toFact = ({ text, call, proofs }: Remark): Fact => ({
  text: `${text} [${nameCall(call)}]`,
  proofs,
  calls: [call.id],
})

/** Line of a speaker or an account: the number of its remarks, and the best one. */
function toGroupFact(name: string, own: readonly Remark[]): Fact[] {
  const [first] = own.toSorted((a, b) => b.score - a.score)
  if (first === undefined) return []
  const calls = countCalls(own)
  const where = calls === 1 ? '' : ` in ${count(calls, 'call')}`
  const remarks = own.length === 1 ? '' : `${count(own.length, 'sentence')}${where}, such as `
  return [
    {
      ...toFact(first),
      text: `${name}: ${remarks}${first.text} [${nameCall(first.call)}]`,
      calls: own.map(({ call }) => call.id),
    },
  ]
}

const joinNotices = (...notices: readonly (string | null)[]): string | null =>
  notices.filter((notice) => notice !== null).join(' ') || null
