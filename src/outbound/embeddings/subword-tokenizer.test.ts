import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSubwordTokenizer, type Vocabulary } from './subword-tokenizer.ts'
import { readWeights } from './weights.ts'

const RESERVED: Vocabulary = Array.from({ length: 6 }, (_, n) => [`<${n}>`, 0])

describe('pieces of a text', () => {
  const small: Vocabulary = [
    ...RESERVED,
    ...([
      ['\u2581a', -1],
      ['b', -2],
      ['ab', -2.5],
      ['\u2581', -3],
      ['a', -3.5],
      [':', null],
      ['ba', -4],
      ['\u2581ab', -6],
    ] as const),
  ]
  const numbers = createSubwordTokenizer(small)
  const written = (text: string) => numbers(text).map((number) => (number === 0 ? '?' : small[number]?.[0]))

  /** All ways to cut a line into pieces, each with what it costs. */
  function ways(line: string): number[] {
    if (line === '') return [0]
    return small.slice(6).flatMap(([piece, score]) => {
      const cost = score ?? -3.5
      return line.startsWith(piece) ? ways(line.slice(piece.length)).map((rest) => cost + rest) : []
    })
  }

  it('are the likeliest of all ways to cut it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', ':'), maxLength: 9 }), (text) => {
        const line = `\u2581${text.trim().replaceAll(/\s+/g, '\u2581')}`
        const pieces = written(text)
        expect(pieces.join('')).toBe(line)
        const cost = numbers(text).reduce((sum, number) => sum + (small[number]?.[1] ?? -3.5), 0)
        expect(cost).toBeCloseTo(Math.max(...ways(line)), 9)
      }),
    )
  })

  it('stand for unknown characters, a stretch of them for one', () => {
    expect(written('a')).toEqual(['\u2581a'])
    expect(written('xyz')).toEqual(['\u2581', '?'])
    expect(written('a 😀😀 b')).toEqual(['\u2581a', '\u2581', '?', '\u2581', 'b'])
  })

  it('are never none, and take no notice of how much blank there is', () => {
    expect(written('')).toEqual(['\u2581'])
    expect(written(' \n ')).toEqual(['\u2581'])
    expect(numbers('\ta \n\n b ')).toEqual(numbers('a b'))
  })
})

describe('the pieces of the encoder that comes with us', () => {
  // Numbers as the tokenizer gives them that is published with the weights.
  it.each([
    ['How much does a seat cost?', [728, 165, 300, 11, 2081, 877, 54]],
    [
      "Well, we'll sign the contract by 31 March 2026.",
      [680, 8, 82, 13, 120, 1240, 9, 1409, 55, 2783, 1703, 514, 4140, 6],
    ],
    ["It's 40% more: $1,200 a month!", [75, 13, 7, 1543, 388, 76, 57, 872, 8, 2302, 11, 737, 78]],
    ['ｆｕｌｌ width café naïve', [650, 7916, 976, 209, 1133, 1216, 0, 105]],
    [
      'antidisestablishmentarianism kubernetes',
      [1531, 3175, 281, 1112, 2873, 284, 3619, 639, 687, 1015, 46, 1557, 112],
    ],
  ])('are those it was taught with: %s', async (text, numbers) => {
    const { vocabulary } = await readWeights()
    expect(createSubwordTokenizer(vocabulary)(text)).toEqual(numbers)
  })
})
