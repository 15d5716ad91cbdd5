/** Answers about metadata of calls: when, how long, who, whose, which, how many. */

import {
  type Fact,
  listFacts,
  loadCalls,
  nameCall,
  nameQuestionScope,
  stateEmpty,
  stateFacts,
} from './compose-record.ts'
import { count, formatAgo, formatDay, formatDuration, formatMoment, joinAnd } from './dates.ts'
import type { AnswerKind, CallRecord, Participant, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectCallsSaying, selectHits } from './queries.ts'
import { selectAccountNames } from './queries-names.ts'
import { isTermIn, readStems } from './terms.ts'

const NO_CALLS = 'There are no calls'

/** States that the question's scope contains no calls. */
export const noCalls = (question: RecordQuestion): RecordsAnswer =>
  stateEmpty(`${NO_CALLS}${nameQuestionScope(question)} that you have access to.`)

export const answerDate: AnswerKind = async (ports, question) => {
  const { calls, total } = await loadCalls(ports, {
    ...question,
    pick: question.pick ?? { order: 'newest', count: 10 },
  })
  const [first, ...others] = calls
  if (first === undefined) return noCalls(question)
  if (question.isOneCall) return stateFacts([{ text: stateDate(first, question.now), calls: [first.id] }])
  const order = question.pick?.order === 'oldest' ? 'First' : total === 1 ? 'The only' : 'Last'
  const of = `${order} call${nameQuestionScope(question)}`
  const lead: Fact = {
    text: `${of}: ${nameWithTime(first)} (${formatAgo(first.startedAt, question.now)}).`,
    calls: [first.id],
  }
  if (others.length === 0 || (question.pick !== undefined && question.pick.count === 1)) return stateFacts([lead])
  const earlier = listFacts(
    `${lead.text} Before it`,
    others.map((call) => ({ text: nameWithTime(call), calls: [call.id] })),
    { limit: 4 },
  )
  return {
    ...earlier,
    conversations: calls.slice(0, 5).map(({ id }) => id),
    pieces: withoutOmission(earlier, total - 5),
  }
}

/** Replaces the number of omitted lines by the number of all omitted calls. */
function withoutOmission({ pieces }: RecordsAnswer, omitted: number): RecordsAnswer['pieces'] {
  const kept = pieces.filter(({ text }) => !text.startsWith('\n- … and'))
  return omitted <= 0 ? kept : [...kept, { text: `\n- … and ${omitted} earlier.`, proofs: [] }]
}

const nameWithTime = ({ title, startedAt }: CallRecord) => `“${title}”, ${formatMoment(startedAt)}`

function stateDate({ title, startedAt, hasStart, duration }: CallRecord, now: Date): string {
  if (!hasStart) {
    return `The start of the call “${title}” isn't recorded. It was imported on ${formatMoment(startedAt)}.`
  }
  const length = duration === null ? '' : ` and lasted ${formatDuration(duration)}`
  return `The call “${title}” started on ${formatMoment(startedAt)} (${formatAgo(startedAt, now)})${length}.`
}

export const answerDuration: AnswerKind = async (ports, question) => {
  const { calls, total, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const timed = calls.flatMap((call) => (call.duration === null ? [] : [{ call, duration: call.duration }]))
  if (timed.length === 0) return stateEmpty(`The duration of ${nameSome(calls)} isn't recorded.`)
  if (calls.length === 1) {
    const { call, duration } = timed[0] as (typeof timed)[number]
    return stateFacts([
      {
        text: `The call ${nameCall(call)}, lasted ${formatDuration(duration)} (${clock(duration)}).`,
        calls: [call.id],
      },
    ])
  }
  const sum = timed.reduce((all, { duration }) => all + duration, 0)
  const byLength = timed.toSorted((a, b) => b.duration - a.duration)
  const shortest = question.words.has('shortest')
  const without =
    total > timed.length
      ? ` ${count(calls.length - timed.length, 'call')} without a duration ${calls.length - timed.length === 1 ? 'is' : 'are'} omitted.`
      : ''
  const lead = `${count(timed.length, 'call')}${nameQuestionScope(question)} lasted ${formatDuration(sum)} in total, ${formatDuration(sum / timed.length)} on average.${calls.length > timed.length ? without : ''} ${shortest ? 'Shortest' : 'Longest'} calls`
  const lines = (shortest ? byLength.toReversed() : byLength).slice(0, 5)
  const answer = listFacts(
    lead,
    lines.map(({ call, duration }) => ({ text: `${nameCall(call)}: ${formatDuration(duration)}`, calls: [call.id] })),
    { notice },
  )
  return { ...answer, conversations: timed.map(({ call }) => call.id) }
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`

const nameSome = (calls: readonly CallRecord[]) =>
  calls.length === 1 && calls[0] !== undefined ? `the call ${nameCall(calls[0])},` : `these ${calls.length} calls`

export const answerAttendees: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const isWanted = ({ name, isInternal }: Participant) =>
    question.side === undefined ? name !== '' : isInternal === (question.side === 'internal')
  if (calls.length === 1) {
    const people = first.people.filter(isWanted)
    if (people.length === 0)
      return stateEmpty(
        `No ${question.side === undefined ? '' : `${question.side} `}participants are recorded for the call ${nameCall(first)}.`,
      )
    const spoke = new Map(first.statistics?.speakers.map(({ name, words }) => [name, words]))
    const lines = people.map((person) => describePerson(person, spoke.size === 0 || (spoke.get(person.name) ?? 0) > 0))
    return listFacts(
      `${count(people.length, question.side === undefined ? 'participant' : `${question.side} participant`)} in the call ${nameCall(first)}`,
      lines.map((text) => ({ text, calls: [first.id] })),
      { limit: 25, notice },
    )
  }
  const met = new Map<string, { person: Participant; calls: CallRecord[] }>()
  for (const call of calls) {
    for (const person of call.people.filter(isWanted)) {
      if (question.side === undefined && question.people.length === 0 && person.isInternal === true) continue
      const known = met.get(person.name) ?? { person, calls: [] }
      known.calls.push(call)
      met.set(person.name, known)
    }
  }
  if (met.size === 0) return undefined
  const sorted = [...met.values()].sort((a, b) => b.calls.length - a.calls.length)
  return listFacts(
    `${count(met.size, 'person', 'people')} in ${count(calls.length, 'call')}${nameQuestionScope(question)}${question.side === undefined ? ', without colleagues' : ''}`,
    sorted.map(({ person, calls: with1 }) => ({
      text: `${describePerson(person, true)}: ${count(with1.length, 'call')}, last ${with1[0] === undefined ? '' : nameCall(with1[0])}`,
      calls: with1.map(({ id }) => id),
    })),
    { notice },
  )
}

export const describePerson = ({ name, email, isInternal }: Participant, spoke: boolean): string => {
  const domain = isInternal === true ? 'colleague' : (email?.split('@')[1] ?? '')
  const more = [domain, spoke ? '' : "didn't speak"].filter((part) => part !== '')
  return more.length === 0 ? name : `${name} (${more.join(', ')})`
}

export const answerLanguage: AnswerKind = async (ports, question) => {
  const { calls } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const by = Map.groupBy(calls, ({ language }) => (language === null ? 'unknown' : (names.of(language) ?? language)))
  if (calls.length === 1) {
    const [[language] = ['unknown']] = by
    if (language === 'unknown') return stateEmpty(`The language of the call ${nameCall(first)}, isn't recorded.`)
    return stateFacts([{ text: `The call ${nameCall(first)}, is in ${language}.`, calls: [first.id] }])
  }
  return listFacts(
    'Calls by language',
    [...by].map(([language, some]) => ({
      text: `${language}: ${count(some.length, 'call')}`,
      calls: some.map(({ id }) => id),
    })),
  )
}

export const answerLabels: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  if (calls.length === 1) {
    const labels = Object.entries(first.labels)
    if (labels.length === 0) return stateEmpty(`The call ${nameCall(first)}, has no labels.`)
    return stateFacts([
      {
        text: `Labels of the call ${nameCall(first)}: ${labels.map(([name, option]) => `${name}: ${option}`).join('; ')}.`,
        calls: [first.id],
      },
    ])
  }
  const by = Map.groupBy(
    calls.flatMap((call) =>
      Object.entries(call.labels).map(([name, option]) => ({ label: `${name}: ${option}`, call })),
    ),
    ({ label }) => label,
  )
  if (by.size === 0) return stateEmpty('These calls have no labels.')
  const facts = [...by].sort(([, a], [, b]) => b.length - a.length)
  return listFacts(
    `Labels of ${count(calls.length, 'call')}${nameQuestionScope(question)}`,
    facts.map(([label, some]) => ({
      text: `${label}: ${count(some.length, 'call')}`,
      calls: some.map(({ call }) => call.id),
    })),
    { notice },
  )
}

export const answerCount: AnswerKind = async (ports, question) => {
  if (isContents(question)) return undefined
  const { calls, total, how } = await callsOnTopic(ports, question)
  if (total === 0) return question.topic.length === 0 ? noCalls(question) : undefined
  const lead = `${count(total, 'call')}${nameQuestionScope(question)}${how}`
  if (total === 1 && calls[0] !== undefined)
    return stateFacts([{ text: `${lead}: ${nameCall(calls[0])}.`, calls: [calls[0].id] }])
  const answer = listFacts(
    `${lead}. ${total > 5 ? 'The newest' : 'They are'}`,
    calls.slice(0, 5).map((call) => ({ text: nameCall(call), calls: [call.id] })),
  )
  return { ...answer, conversations: calls.map(({ id }) => id) }
}

export const answerCallList: AnswerKind = async (ports, question) => {
  if (isContents(question)) return undefined
  const { calls, total, how } = await callsOnTopic(ports, question)
  if (total === 0) return question.topic.length === 0 ? noCalls(question) : undefined
  const answer = listFacts(
    `${count(total, 'call')}${nameQuestionScope(question)}${how}`,
    calls.slice(0, 10).map((call) => ({ text: `${nameCall(call)}${describeCall(call)}`, calls: [call.id] })),
  )
  return { ...answer, pieces: withoutOmission(answer, total - 10) }
}

function describeCall({ owner, duration }: CallRecord): string {
  const parts = [owner.name, ...(duration === null ? [] : [formatDuration(duration)])]
  return ` (${parts.join(', ')})`
}

/** Whether “calls” in the question means calls that people talk about, because the scope is a single conversation. */
const isContents = ({ isOneCall, topic }: RecordQuestion): boolean => isOneCall && topic.length > 0

interface CallsOnTopic {
  readonly calls: readonly CallRecord[]
  readonly total: number
  /** How the topic was found. Empty without a topic. */
  readonly how: string
}

/** Maximum number of transcripts that are searched for a topic. */
const SEARCHED_MAX = 2_000

/** Maximum number of alternatives, each of which is searched. */
const ALTERNATIVES_MAX = 5

/** “security or backups” → both; one of them is enough. A text without alternatives is one. */
function readAlternatives(topicText: string): string[] {
  const parts = topicText.split(/\s+or\s+/i).filter((part) => readStems(part).length > 0)
  return parts.slice(0, ALTERNATIVES_MAX)
}

/** Calls of the scope. With a topic, those in which it is said, or in which its tracker has hits. */
async function callsOnTopic(ports: RecordPorts, question: RecordQuestion): Promise<CallsOnTopic> {
  if (question.topic.length === 0) return { ...(await loadCalls(ports, question)), how: '' }
  const { calls } = await loadCalls(ports, { ...question, pick: undefined }, SEARCHED_MAX)
  const hits = await selectHits(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const alternatives = readAlternatives(question.topicText)
  if (alternatives.length > 1) {
    const found = new Set<string>()
    for (const topicText of alternatives) {
      const one = { ...question, pick: undefined, topicText, topic: readStems(topicText) }
      for (const { id } of (await callsOnTopic(ports, one)).calls) found.add(id)
    }
    const some = calls.filter(({ id }) => found.has(id))
    const picked = question.pick === undefined ? some : some.slice(0, question.pick.count)
    return { calls: picked, total: picked.length, how: ', by their transcripts, titles and trackers' }
  }
  const tracker = hits.find(({ name }) => readStems(name).join(' ') === question.topic.join(' '))
  const ids =
    tracker === undefined
      ? await findCallsSaying(ports, question)
      : hits.filter(({ name }) => name === tracker.name).map(({ id }) => id)
  const said = new Set(ids)
  const titled = calls.filter(({ id, title }) => said.has(id) || question.topic.every((term) => isTermIn(title, term)))
  const picked = question.pick === undefined ? titled : titled.slice(0, question.pick.count)
  const how = tracker === undefined ? ', by their transcripts and titles' : `, by the tracker “${tracker.name}”`
  return { calls: picked, total: picked.length, how }
}

/** Calls that contain the words of the topic near each other. If there are none, those that contain all words. */
async function findCallsSaying({ db, org }: RecordPorts, { within, topic }: RecordQuestion): Promise<string[]> {
  const near = await selectCallsSaying(db, org, within, topic, SEARCHED_MAX, true)
  return near.length > 0 ? near : selectCallsSaying(db, org, within, topic, SEARCHED_MAX)
}

export const answerCallsByOwner: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question, 1_000)
  if (calls.length === 0) return noCalls(question)
  const by = [...Map.groupBy(calls, ({ owner }) => owner.name)].sort(([, a], [, b]) => b.length - a.length)
  const isFewest = question.words.has('fewest') || question.words.has('least')
  const sorted = isFewest ? by.toReversed() : by
  return listFacts(
    `${count(calls.length, 'call')}${nameQuestionScope(question)} by owner`,
    sorted.map(([name, own]) => ({
      text: `${name}: ${count(own.length, 'call')}, ${formatDuration(own.reduce((sum, { duration }) => sum + (duration ?? 0), 0))}, last on ${formatDay(own[0]?.startedAt ?? '')}`,
      calls: own.map(({ id }) => id),
    })),
    { notice },
  )
}

export const answerAccounts: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const by = new Map<string, CallRecord[]>()
  for (const call of calls) {
    const domains = call.people.flatMap(({ email, isInternal }) =>
      isInternal === false && email?.includes('@') ? [email.split('@')[1] ?? ''] : [],
    )
    const names = new Set(domains)
    for (const name of names) by.set(name, [...(by.get(name) ?? []), call])
  }
  if (by.size === 0) return undefined
  const names = await selectAccountNames(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const isFewestFirst = ['fewest', 'least'].some((word) => question.words.has(word))
  const sorted = [...by].sort(([, a], [, b]) => (isFewestFirst ? a.length - b.length : b.length - a.length))
  return listFacts(
    `Calls with people of ${count(by.size, 'company', 'companies')}${nameQuestionScope(question)}${isFewestFirst ? ', fewest calls first' : ''}`,
    sorted.map(([domain, own]) => ({
      text: `${names.get(own[0]?.id ?? '') ?? domain} (${listDealTitles(own) || 'no deal'}): ${count(own.length, 'call')}, last ${own[0] === undefined ? '' : nameCall(own[0])}`,
      calls: own.map(({ id }) => id),
    })),
    { notice },
  )
}

const DEALS_SHOWN = 2

const listDealTitles = (calls: readonly CallRecord[]): string => {
  const titles = calls.flatMap(({ opportunity }) => (opportunity === null ? [] : [`“${opportunity.title}”`]))
  return joinAnd([...new Set(titles)].slice(0, DEALS_SHOWN))
}
