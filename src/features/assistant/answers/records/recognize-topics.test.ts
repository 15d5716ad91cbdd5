/** Words of a question that name its subject, so that records about something else don't answer it. */
import { describe, expect, it } from 'vitest'
import { readWords } from './question-words.ts'
import { isCallNumber, isNever, restOfKind } from './recognize.ts'

describe('doesn’t recognize', () => {
  it.each<[string, Parameters<typeof isNever>[1]]>([
    ['Who needs a new phone?', 'toContact'],
    ['How old is Karin Vos?', 'person'],
    ['What did the customer in chat 12 want?', 'attendees'],
    ['Who is the decision maker at Acme?', 'attendees'],
    ['How many points did we lose at Acme?', 'scores'],
    ['What would Tom do differently?', 'coaching'],
    ['When does our contract with Acme end?', 'closeDate'],
  ])('another kind: %s', (question, kind) => expect(isNever(readWords(question), kind)).toBe(true))

  it.each<[string, Parameters<typeof isNever>[1]]>([
    ['Which reps would benefit from coaching?', 'coaching'],
    ['Who attended the decision call?', 'attendees'],
  ])('no other question: %s', (question, kind) => expect(isNever(readWords(question), kind)).toBe(false))

  it('a number that counts something as the number of a call', () => {
    const isNumber = (question: string) => {
      const words = readWords(question)
      return words.some((_, at) => isCallNumber(words, at))
    }
    expect(['Did they talk 30 minutes?', 'What was said in the call about 30 vehicles?'].map(isNumber)).toEqual([
      false,
      false,
    ])
    expect(['What was said in call 30?', 'Who was in chat 793'].map(isNumber)).toEqual([true, true])
  })

  it('all deals as something that is counted', () => {
    const rest = restOfKind(readWords('How much fish?'), 'deals', false)
    expect(rest.map(({ words, isTopic }) => [words.map(({ word }) => word), isTopic])).toEqual([[['fish'], false]])
    expect(restOfKind(readWords('How many deals?'), 'deals', false)).toEqual([])
  })

  it('all decisions as what was postponed', () => {
    const words = (question: string) =>
      restOfKind(readWords(question), 'decisions', false).flatMap((group) => group.words.map(({ word }) => word))
    expect([words('What was postponed?'), words('What was decided?')]).toEqual([['postponed'], []])
  })

  it.each<[string, Parameters<typeof restOfKind>[1], string]>([
    ['Which customers want single sign-on?', 'requests', 'single sign'],
    ['What do customers want us to build?', 'requests', ''],
    ['What features do customers want most?', 'requests', ''],
    ['What is in the contract with Harbor?', 'accountStatus', 'contract harbor'],
  ])('without the thing that it is about: %s', (question, kind, expected) => {
    const rest = restOfKind(readWords(question), kind, false).flatMap(({ words }) => words.map(({ word }) => word))
    expect(rest.join(' ')).toBe(expected)
  })

  it('amounts of something else as a fee for a thing', () => {
    const [group] = restOfKind(readWords('What onboarding price did they get?'), 'money', false)
    expect(group?.words.map(({ word }) => word)).toEqual(['onboarding'])
  })
})
