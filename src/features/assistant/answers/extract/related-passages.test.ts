import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { type RelatedOptions, relatedPassages } from './extractive.ts'

interface Said {
  readonly id?: string
  readonly answerability?: number
  readonly turns: readonly (readonly [speaker: string, text: string])[]
}

const read = (asked: string, { id = 'c', answerability = 1, turns }: Said): ReadText => ({
  ...{ kind: 'conversation', id, title: 'Review', at: null, weight: 1, answerability, blocks: [] },
  lines: turns.map(([speaker, text], segment) => ({ segment, speaker, start: segment, end: segment + 1, text })),
  place: turns.map(() => 1),
  question: parseQuestion(
    asked,
    turns.map(([speaker]) => speaker),
  ),
})

const related = (asked: string, given: readonly Said[], options: RelatedOptions = {}) =>
  relatedPassages(
    'open',
    given.map((one) => read(asked, one)),
    options,
  ).map(({ text }) => text)

const CALL: Said = {
  turns: [
    ['Ann', 'The weather was lovely on Sunday.'],
    ['Bo', 'We ship the scanner on Monday.'],
    ['Ann', 'And limits?'],
    ['Ann', 'How many requests can I send?'],
    ['Bo', 'I don’t know that one.'],
    ['Ann', 'Then the interface, please.'],
    ['Bo', 'The lunch was good too.'],
    ['Ann', 'The scanner had a strange color.'],
  ],
}
const range = (first: number, last: number, score = 1, conversationId = 'c') => ({
  conversationId,
  first,
  last,
  score,
})

describe('passages related to a question without an answer', () => {
  it('are where the search has found something', () => {
    const ranges = [range(0, 1)]
    expect(related('Which scanner color sells best?', [CALL], { ranges })).toEqual([
      'Bo (0:01, Review): “We ship the scanner on Monday.”',
    ])
  })

  it('extend to further terms of the question nearby', () => {
    const [first = ''] = related('limits of the interface', [CALL], { ranges: [range(2, 7)] })
    expect(first).toContain('And limits?')
    expect(first).toContain('Then the interface, please.')
    expect(first).not.toContain('color')
  })

  it('with more terms of the question come first', () => {
    const ranges = [range(1, 1), range(7, 7, 0.9)]
    for (const some of [ranges, ranges.toReversed()])
      expect(related('Which color does the scanner have?', [CALL], { ranges: some })[0]).toContain('strange color')
  })

  it('of texts that answer more probably come first', () => {
    const [likely, unlikely] = [
      { ...CALL, id: 'likely' },
      { ...CALL, id: 'unlikely', answerability: 0.01 },
    ]
    const found = relatedPassages(
      'open',
      [unlikely, likely].map((one) => read('Who bought a scanner?', one)),
      { ranges: [range(1, 1, 1, 'unlikely'), range(1, 1, 0.9, 'likely')] },
    )
    expect(found.map(({ proofs }) => proofs[0]?.of.id)).toEqual(['likely', 'unlikely'])
  })

  it('contain more than a frequent word of the question', () => {
    const ranges = [range(0, 7)]
    expect(related('Which large glaciers of Greenland melt on Sunday?', [CALL], { ranges })).toEqual([])
    expect(related('Do people like to work with it?', [CALL], { ranges })).toEqual([])
  })

  it('needn’t contain the name of who takes part', () => {
    const said: Said = {
      turns: [
        ['Ann', 'Bo, good morning.'],
        ['Bo', 'The photo was cut off.'],
      ],
    }
    expect(
      related('photos of bo miller and ann lee jones smith', [said], { names: ['Bo Miller', 'Ann Lee Jones Smith'] }),
    ).toEqual(['Bo (0:01, Review): “The photo was cut off.”'])
  })

  it('state a discount without the word', () => {
    const said: Said = { turns: [['Ann', 'Two years bring another five percent off.']] }
    expect(related('discount for signing', [said], { ranges: [range(0, 0)] })).toHaveLength(1)
  })

  it('are found in time proportional to the length', () => {
    const long = (count: number): Said => ({
      turns: Array.from({ length: count }, (_, at) => [
        at % 2 === 0 ? 'Ann' : 'Bo',
        `The scanner number ${at} is here.`,
      ]),
    })
    expectNoSquare(20_000, (size) => {
      related('Which scanner arrives?', [long(size)], { ranges: [range(0, size)] })
    })
  })
})
