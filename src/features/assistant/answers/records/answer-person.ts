/** Answers who somebody is: side, company, calls and deals, or what people say about somebody who takes part in no call. */
import { fold } from '../../../../core/fold.ts'
import { describePerson } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, stateFacts } from './compose-record.ts'
import { count } from './dates.ts'
import { namesInside } from './find-remarks.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectAccountNames } from './queries-names.ts'
import { findRemarks } from './remarks.ts'

export const answerPerson: AnswerKind = async (ports, question) => {
  if (question.people.length === 0) return describeMentioned(ports, question)
  if (question.topic.length > 0) return undefined
  const { calls, notice } = await loadCalls(ports, question)
  const accounts = await selectAccountNames(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  // Meeting platforms write the same name in upper and lower case.
  const names = [...new Map(question.people.toReversed().map((name) => [fold(name), name])).values()].toReversed()
  const facts = names.flatMap((name): Fact[] => {
    const isSame = (other: string) => fold(other) === fold(name)
    const own = calls.filter(({ people, owner }) => isSame(owner.name) || people.some((one) => isSame(one.name)))
    const [last] = own
    if (last === undefined) return []
    const person = last.people.find((one) => isSame(one.name)) ?? { name, email: null, isInternal: true }
    const account = person.isInternal === true ? undefined : accounts.get(last.id)
    const from = account === undefined ? '' : ` of ${account}`
    return [
      {
        text: `${describePerson(person, true)}${from}: ${count(own.length, 'call')}, last ${nameCall(last)}${describeDeals(own)}.`,
        calls: own.map(({ id }) => id),
      },
    ]
  })
  if (facts.length === 0) return undefined
  return facts.length === 1
    ? stateFacts(facts, notice)
    : listFacts(count(facts.length, 'person', 'people'), facts, { notice })
}

/** Maximum number of words of a name. */
const NAME_WORDS = 3
/** Maximum number of sentences about somebody. */
const SENTENCES_MAX = 5
const NAMES_PERSON = /^\W*who (?:is|was|are) ((?:[\p{L}\p{M}.'’-]{1,40} ?){1,3})\??\s*$/iu

/** “Who is Theo?”: what people say, if Theo takes part in none of the calls. */
const describeMentioned: AnswerKind = async (ports, question) => {
  const { topic, topicText, isOneCall, isNarrowed } = question
  const [, asked = ''] = NAMES_PERSON.exec(question.prompt.trim().replace(/\bwho['’]?s\b/i, 'who is')) ?? []
  if (topic.length === 0 || topic.length > NAME_WORDS || isNarrowed || asked.trim() !== topicText) return undefined
  const filter = { speakers: [], side: undefined, isAsked: false, isName: true }
  const found = await findRemarks(ports, question, filter)
  if (!found.remarks.some(({ text }) => namesInside(text, topic))) return undefined
  const best = new Set(found.remarks.toSorted((a, b) => b.score - a.score).slice(0, SENTENCES_MAX))
  const facts = found.remarks
    .filter((remark) => best.has(remark))
    .map(({ text, call, proofs }): Fact => ({ text: `${text} [${nameCall(call)}]`, proofs, calls: [call.id] }))
  const name = topicText.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())
  const where = isOneCall ? 'in this call' : 'in any call'
  const lead = `${name} isn't a participant ${where}. People mention ${name} in ${count(new Set(found.remarks.map(({ call }) => call.id)).size, 'call')}`
  return { ...listFacts(lead, facts, { notice: found.notice }), yieldsToModel: true }
}

function describeDeals(calls: readonly CallRecord[]): string {
  const titles = [...new Set(calls.flatMap(({ opportunity }) => (opportunity === null ? [] : [opportunity.title])))]
  if (titles.length === 0) return ''
  const shown = titles.slice(0, 3).map((title) => `“${title}”`)
  return `. ${titles.length === 1 ? 'Deal' : 'Deals'}: ${shown.join(', ')}`
}
