import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { extractFields } from './extract.ts'
import type { ExtractionField } from './model.ts'
import { isPronoun } from './person-values.ts'

const DECIDER: ExtractionField = {
  ...{ id: 'decider', title: 'Decision maker', prompt: 'Who decides or signs in the end?' },
  ...{ responseType: 'text', options: [], maxValues: null, allowLongResponse: false },
}
const CALLER: ExtractionField = { ...DECIDER, title: 'Customer name', prompt: 'What is the name of the customer?' }

type Said = readonly [speaker: string, internal: boolean, text: string]

const readValue = (field: ExtractionField, said: readonly Said[]) => {
  const segments = said.map(([name, internal, text], at) => ({
    ...{ speaker: { name, internal }, start: at * 4, end: at * 4 + 3 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractFields({ segments, saidOn: null }, [field])[0]?.value
}

describe('who decides', () => {
  const OPENING: readonly Said[] = [
    ['Lena Sorokin', true, "Hi Nadia, hi Owen, I'm Lena."],
    ['Nadia Brandt', false, 'Thank you, Lena.'],
  ]

  it('isn’t who introduces themselves', () => {
    expect(readValue(DECIDER, OPENING)).toBeUndefined()
  })

  it('isn’t the seller who is named next to the word', () => {
    const said: readonly Said[] = [...OPENING, ['Lena Sorokin', true, 'Lena decides on our discount.']]
    expect(readValue(DECIDER, said)).not.toBe('Lena')
  })

  it.each(["Tom's talking to them.", 'I can sign up to five hundred by myself.'])(
    'is no pronoun or number: %s',
    (text) => {
      const value = readValue(DECIDER, [...OPENING, ['Nadia Brandt', false, text]])
      expect(['them', 'five hundred', 'myself']).not.toContain(value)
    },
  )

  it.each([
    ["Hana has the sheet, and I've decided that I'm allowed to.", undefined],
    ['We decide together whether it makes sense to look at anything.', undefined],
    ['Say hi to Theo, and I will sign.', undefined],
    ['Paul Abernathy decides that in the end.', 'Paul Abernathy'],
  ])('is next to what they do: %s', (text, value) => {
    expect(readValue(DECIDER, [...OPENING, ['Nadia Brandt', false, text]])).toBe(value)
  })

  it('is found in time proportional to the length of a sentence, a turn and a call', () => {
    const texts = [
      (size: number) => [`So ${'Paul signs with Anna and '.repeat(size)}nobody else.`],
      (size: number) => ['Paul signs that. '.repeat(size)],
      (size: number) => Array.from({ length: size }, (_, at) => `Paul ${at % 9} signs that with Anna.`),
    ]
    for (const toTexts of texts) {
      expectNoSquare(1_600, (size) => {
        readValue(
          DECIDER,
          toTexts(size).map((text, at): Said => [`Speaker ${at}`, at % 2 === 0, text]),
        )
      })
    }
  })

  it('is who answers the question for the role', () => {
    const said: readonly Said[] = [
      ...OPENING,
      ['Lena Sorokin', true, 'Who signs in the end?'],
      ['Nadia Brandt', false, 'Paul Abernathy.'],
    ]
    expect(readValue(DECIDER, said)).toBe('Paul Abernathy')
  })
})

it('the name of a customer can be in an introduction', () => {
  const said: readonly Said[] = [
    ['Agent', true, 'What is your name?'],
    ['Caller', false, 'My name is Maria Lopez.'],
  ]
  expect(readValue(CALLER, said)).toBe('Maria Lopez')
})

it.each([
  ['them', true],
  ['He himself', true],
  ['Theo', false],
  ['her boss', false],
  ['', false],
])('%j is a pronoun: %s', (text, expected) => expect(isPronoun(text)).toBe(expected))
