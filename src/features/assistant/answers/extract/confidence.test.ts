import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeConfidence, computeConfidenceSigns, type RatedSentence } from './confidence.ts'
import { asksForFact } from './kind.ts'
import learned from './weights.json' with { type: 'json' }

const ratio = fc.double({ min: 0, max: 1, noNaN: true })
const sentence: fc.Arbitrary<RatedSentence> = fc.record({
  score: fc.double({ min: 0, max: 0.5, noNaN: true }),
  ...{ bonus: ratio, covers: ratio, because: fc.constantFrom(0, 1), exact: ratio, missing: ratio, weight: ratio },
})
const sentences = fc.array(sentence, { minLength: 2, maxLength: 30 })

const confidence = (rated: readonly RatedSentence[]) =>
  computeConfidence(computeConfidenceSigns(rated) ?? new Float64Array(), learned.confidence)

describe('the confidence', () => {
  it('is a probability, the same in whatever order the sentences come', () => {
    fc.assert(
      fc.property(sentences, (rated) => {
        // Sentences with equal scores have no order.
        const own = rated.map((one, at) => ({ ...one, score: one.score + at * 1e-6 }))
        const value = confidence(own)
        expect(value).toBeGreaterThan(0)
        expect(value).toBeLessThan(1)
        expect(confidence(own.toReversed())).toBeCloseTo(value, 12)
      }),
    )
    expect(computeConfidenceSigns([])).toBe(undefined)
  })

  it('grows with the lead of the best sentence and with the words of the question in it', () => {
    const rest = Array.from({ length: 20 }, () => ({
      ...{ score: 0.2, bonus: 0.02, covers: 0.3, because: 0, exact: 0.3, missing: 0.6, weight: 0.9 },
    }))
    const best = { ...{ score: 0.25, bonus: 0.05, covers: 0.4, because: 0, exact: 0.3, missing: 0.6, weight: 1 } }
    const ahead = { ...best, score: 0.45 }
    const covering = { ...best, covers: 1, exact: 1, missing: 0 }
    expect(confidence([best, ...rest])).toBeLessThan(learned.confidenceThreshold)
    expect(confidence([ahead, ...rest])).toBeGreaterThan(confidence([best, ...rest]))
    expect(confidence([covering, ...rest])).toBeGreaterThan(confidence([best, ...rest]))
    expect(confidence([{ ...ahead, ...covering, score: 0.45 }, ...rest])).toBeGreaterThan(learned.confidenceThreshold)
  })
})

it.each([
  ['how long do we store gps positions of drivers', true],
  ['rate limit of the api', true],
  ['why couldnt elaine spend more than 65k', true],
  ['What did the team think about the plastic cover?', false],
  ['Summarize the discussion about the budget', false],
  ['What was the debate over the recovery plan?', false],
])('“%s” asks for a fact: %s', (question, expected) => expect(asksForFact(question)).toBe(expected))
