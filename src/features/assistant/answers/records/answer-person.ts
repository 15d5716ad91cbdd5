/** Answers who somebody is: side, company, calls and deals. */
import { describePerson } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, stateFacts } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind, CallRecord } from './model.ts'
import { selectAccountNames } from './queries-names.ts'

export const answerPerson: AnswerKind = async (ports, question) => {
  if (question.people.length === 0) return undefined
  const { calls, notice } = await loadCalls(ports, question)
  const accounts = await selectAccountNames(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const facts = question.people.flatMap((name): Fact[] => {
    const own = calls.filter(({ people, owner }) => owner.name === name || people.some((one) => one.name === name))
    const [last] = own
    if (last === undefined) return []
    const person = last.people.find((one) => one.name === name) ?? { name, email: null, isInternal: true }
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

function describeDeals(calls: readonly CallRecord[]): string {
  const titles = [...new Set(calls.flatMap(({ opportunity }) => (opportunity === null ? [] : [opportunity.title])))]
  if (titles.length === 0) return ''
  const shown = titles.slice(0, 3).map((title) => `“${title}”`)
  return `. ${titles.length === 1 ? 'Deal' : 'Deals'}: ${shown.join(', ')}`
}
