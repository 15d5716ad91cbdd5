import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTermSight } from './term-prefilter.ts'
import { extractTerms } from './terms.ts'

describe('terms seen in a text', () => {
  it.each([
    ['gas limit', 'The gas limits are raised, gas and all', ['gas', 'limit']],
    ['gas limit', 'Gastank', []],
    ['storage 5', 'getStorageValues on devnet5', ['storag', '5']],
    ['cafe', 'Au Café', ['cafe']],
    ["team's", 'the team’s', ['team']],
    ['', 'nothing is looked for', []],
  ])('of "%s" in %j: %j', (asked, text, seen) => {
    expect([...createTermSight(extractTerms(asked))(text)]).toEqual(seen)
  })

  it('are those of reading all of it', () => {
    const words = `happy happiness hoping hopping colour colors pouring organise organisation realize dying die skies sky
      devnet5 devnet 5 getStorageValues storage don't O'Neill café naïve 契約 契約書 of and flies fly ΟΔΥΣΣΕΥΣ straße`
    const word = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...words.split(/\s+/)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    )
    const text = fc
      .tuple(fc.array(word, { maxLength: 12 }), fc.constantFrom(' ', ', ', '-', '.', ''))
      .map(([words, between]) => words.join(between))
    fc.assert(
      fc.property(text, text, (asked, said) => {
        const wanted = new Set(extractTerms(asked))
        const sight = createTermSight(wanted)
        for (const one of [said, asked]) {
          expect([...sight(one)]).toEqual([...new Set(extractTerms(one).filter((term) => wanted.has(term)))])
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
