import { describe, expect, it } from 'vitest'
import { findAppearance } from './identity.ts'
import { findSpokenLines } from './spoken-lines.ts'
import { rankTopics } from './topics.ts'

type PeopleCall = Parameters<typeof findAppearance>[0]
const person = (name: string, email: string | null = null, isInternal: boolean | null = false) => ({
  ...{ name, email, isInternal },
})
const callWith = (people: PeopleCall['people'], speakers: readonly object[] = []) =>
  ({ people, statistics: { speakers } }) as unknown as PeopleCall
const speaker = (name: string, talkTime: number | null = 10, email: string | null = null) => ({ name, email, talkTime })

describe('a person in a call', () => {
  it('is recognized by the address, whatever the name and the case', () => {
    const found = findAppearance(callWith([person('Ann', 'Ann@Harbor.example')], [speaker('Ann', 12)]), {
      email: 'ann@harbor.example',
    })
    expect(found).toMatchObject({ name: 'Ann', spoke: true, talkTime: 12, speakerNames: ['Ann'], isInternal: false })
  })

  it('has no words of a namesake', () => {
    const found = findAppearance(
      callWith([person('Ann', 'ann@harbor.example'), person('Ann', 'ann@other.example')], [speaker('Ann')]),
      { email: 'ann@harbor.example' },
    )
    expect(found).toMatchObject({ spoke: false, talkTime: null, speakerNames: [] })
  })

  it.each([
    ['of two people with this name', [person('Ann'), person('Ann')]],
    ['that has an address of its own', [person('Ann', 'ann@harbor.example')]],
    ['that nobody has', [person('Ben')]],
  ])('is not a name %s', (_, people) => {
    expect(findAppearance(callWith(people), { name: 'ann' })).toBeUndefined()
  })

  it('is a name that one person has without an address', () => {
    expect(findAppearance(callWith([person('Ann'), person('Bob', 'bob@acme.example', true)]), { name: 'ann' })).toEqual(
      { name: 'Ann', email: null, isInternal: false, speakerNames: [], spoke: false, talkTime: null },
    )
  })
})

describe('lines of a person', () => {
  const lines = (said: readonly (readonly [string, string])[]) =>
    said.map(([name, text], n) => ({
      ...{ speaker: { name }, start: n * 10, end: n * 10 + 9 },
      words: [{ text, start: null, end: null }],
    })) as unknown as Parameters<typeof findSpokenLines>[0]

  it('are their own, with the most telling first and the questions apart', () => {
    const { quotes, questions } = findSpokenLines(
      lines([
        ['Bob', 'We are worried that the price of the depot is too expensive for the board.'],
        ['Ann', 'The yard has a green gate and a lamp beside the second loading ramp today.'],
        ['Ann', 'Honestly, we are worried that the installation is too expensive for our depot.'],
        ['Ann', 'How long does the installation take in the north depot?'],
      ]),
      ['ann'],
      5,
    )
    expect(quotes.map(({ content, start }) => [content, start])).toEqual([
      ['worries', 20],
      [null, 10],
    ])
    expect(questions).toEqual([
      { text: 'How long does the installation take in the north depot?', start: 30, segment: 3, content: null },
    ])
  })
})

describe('topics', () => {
  const phrase = (text: string, ...speakers: string[]) => ({
    ...{ text, score: 1 },
    occurrences: speakers.map((name, segment) => ({ segment, speaker: name, start: segment })),
  })
  const of = (id: string, ...phrases: object[]) => ({
    ...{ call: { id, title: id, startedAt: '2026-01-01' }, speakerNames: ['Ann'], keyPhrases: JSON.stringify(phrases) },
  })

  it('count only what the person says, over all calls, and lead to the newest place', () => {
    const ranked = rankTopics(
      [of('new', phrase('price', 'Bob', 'Ann'), phrase('gate', 'Bob', 'Bob')), of('old', phrase('Price', 'Ann'))],
      5,
    )
    expect(ranked).toEqual([
      {
        text: 'price',
        count: 2,
        conversations_count: 2,
        call: expect.objectContaining({ id: 'new' }),
        start: 1,
        segment: 1,
      },
    ])
  })
})
