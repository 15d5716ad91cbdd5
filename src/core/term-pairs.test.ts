import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPairCount } from './term-pairs.ts'
import { extractTerms } from './terms.ts'

/** Reference implementation, which reads every text. */
function plainCount(terms: readonly string[], texts: readonly string[]): number {
  const pairs = (all: readonly string[]) => all.slice(1).map((term, at) => `${all[at]} ${term}`)
  const wanted = new Set(pairs(terms))
  return new Set(texts.flatMap((text) => pairs(extractTerms(text)).filter((pair) => wanted.has(pair)))).size
}

/** Word families with irregular stems, spelling variants, and words outside of plain English. */
const WORDS =
  `happy happiness hope hoping hopping pouring poured colour colors neighbouring organise organisation realize
  analyses possibly possible frequency relational conditional dying die skies sky using use pay paying devnet5 devnet 5
  getStorageValues storage values toStorage storageTo don't O'Neill café naïve 契約 契約書 price prices the of and sized sizing tours detours
  civilisation agreed agreement fly flies flying universal university operator operating ΟΔΥΣΣΕΥΣ straße`.split(/\s+/)

const talk = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) }),
  { maxLength: 12 },
)
const text = fc.tuple(talk, fc.constantFrom(' ', ', ', '-', '\n')).map(([words, between]) => words.join(between))

describe('neighbouring terms', () => {
  it.each([
    ['gas limit', ['The gas limits are raised'], 1],
    ['gas limit', ['gas', 'limit'], 0],
    ['limit gas', ['The gas limits are raised'], 0],
    ['devnet 5 timeline', ['We saw devnet5 and its timelines.'], 2],
    ['color of the organisation', ['The colours of organizations'], 1],
    ['getStorageValues', ['get storage values', 'getStorageValues'], 3],
    ['gas limit', ['gas was not the limit', 'gas tank limit', 'gastank limit', 'gas would be the limiting'], 1],
    ['契約書の', ['その契約書の価格'], 2],
    ['ΟΔΟΣ μας', ['η οδός.μας'], 1],
  ])('of "%s" in %j: %d', (asked, texts, count) => {
    expect(createPairCount(extractTerms(asked))?.(texts)).toBe(count)
  })

  it('are none in a question of one word', () => {
    expect(createPairCount(extractTerms('limit'))).toBeUndefined()
    expect(createPairCount([])).toBeUndefined()
  })

  it('are found as if every text were read', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (asked, texts) => {
        const terms = extractTerms(asked)
        expect(createPairCount(terms)?.([asked, ...texts]) ?? 0).toBe(plainCount(terms, [asked, ...texts]))
        expect(createPairCount(terms)?.(texts) ?? 0).toBe(plainCount(terms, texts))
      }),
      { numRuns: 1_000 },
    )
  })
})
