/** What `bench:search` searches: made up, but in the proportions of real talk, and the same in every process. */
import { describe, expect, it } from 'vitest'
import { PASSAGES_OF_CONVERSATION, passageTexts, questions, talk } from '../bench/search-text.ts'
import { palette, printed, vectorOf } from '../bench/search-vectors.ts'
import { extractTerms } from '../src/core/terms.ts'

describe('drawn talk', () => {
  it('is the same for the same number, and another for another', () => {
    expect(talk(3)).toEqual(talk(3))
    expect(talk(3).segments[0]?.text).not.toBe(talk(4).segments[0]?.text)
    expect(questions(5)).toEqual(questions(9).slice(0, 5))
  })

  it('says a few words all the time and most hardly ever', () => {
    const passages = [...passageTexts(10)]
    expect(passages).toHaveLength(10 * PASSAGES_OF_CONVERSATION)
    const counts = new Map<string, number>()
    for (const text of passages)
      for (const term of new Set(extractTerms(text))) counts.set(term, (counts.get(term) ?? 0) + 1)
    const shares = [...counts.values()].map((count) => count / passages.length).sort((a, b) => b - a)
    expect(shares[0]).toBeGreaterThan(0.7)
    expect(shares[100]).toBeLessThan(0.1)
    expect(shares.length).toBeGreaterThan(5_000)
  })
})

describe('drawn vectors', () => {
  const from = palette()
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

  it('are of unit length and the same for the same text', () => {
    const vector = vectorOf('a text', from)
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    expect(vectorOf('a text', palette())).toEqual(vector)
    expect(printed(vector).split(',')).toHaveLength(512)
  })

  it('lie as those of real talk do: most far apart, some close, and something at every distance between', () => {
    const vectors = Array.from({ length: 3_000 }, (_, index) => vectorOf(`text ${index}`, from))
    const [first = new Float32Array()] = vectors
    const near = vectors.slice(1).map((vector) => cosine(first, vector))
    const nearest = near.toSorted((a, b) => b - a)
    expect(nearest[near.length >> 1]).toBeGreaterThan(0.2)
    expect(nearest[near.length >> 1]).toBeLessThan(0.4)
    expect(nearest[0]).toBeGreaterThan(0.6)
    // The vectors of one subject end where those of the next begin.
    const gaps = nearest.slice(1, 150).map((value, at) => (nearest[at] ?? 0) - value)
    expect(Math.max(...gaps)).toBeLessThan(0.06)
  })
})
