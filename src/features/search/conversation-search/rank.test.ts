import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IndexHit } from '../../../core/search.ts'
import { type RankingRules, rank } from './rank.ts'
import { WEIGHTS } from './weights.ts'

type Made = IndexHit & { readonly group: string; readonly named: number }

const rules: RankingRules<Made> = {
  ...{ getGroup: ({ group }) => group, overlapping: true, lexical: true, semantic: true },
  weights: WEIGHTS.asked,
}
const hit = (given: Partial<Made>): Made => ({
  id: `${given.group ?? 'a'}${given.position ?? 0}`,
  ...{ group: 'a', position: 0, lexical: 0, whole: 0, semantic: null, held: [], named: 0 },
  ...given,
})

/** A handful of conversations, each position once. */
const hits = fc
  .uniqueArray(
    fc.record({
      group: fc.constantFrom('a', 'b', 'c'),
      position: fc.nat(12),
      lexical: fc.nat(4_000).map((n) => n / 100),
      whole: fc.nat(400).map((n) => n / 100),
      semantic: fc.option(fc.integer({ min: -100, max: 100 }).map((n) => n / 100)),
      named: fc.nat(10).map((n) => n / 10),
    }),
    { selector: ({ group, position }) => `${group}${position}`, maxLength: 25 },
  )
  // A conversation says as much on the whole, whichever passage of it was found.
  .map((all) => all.map((one) => hit({ ...one, whole: all.find(({ group }) => group === one.group)?.whole ?? 0 })))
const ways = fc.record({
  lexical: fc.boolean(),
  semantic: fc.boolean(),
  overlapping: fc.boolean(),
  spokenBy: fc.constantFrom(undefined, ({ named }: Made) => named),
  together: fc.constantFrom(undefined, ({ named }: Made) => Math.floor(named * 4)),
})

describe('the order', () => {
  it('is total: the same whatever the order of what was found', () => {
    fc.assert(
      fc.property(hits, ways, fc.array(fc.nat(99), { minLength: 25, maxLength: 25 }), (found, given, places) => {
        const order = found.map((one, index) => [places[index] ?? 0, one] as const).toSorted(([a], [b]) => a - b)
        const shuffled = order.map(([, one]) => one)
        expect(rank(shuffled, { ...rules, ...given })).toEqual(rank(found, { ...rules, ...given }))
      }),
    )
  })

  it('is by score, and every score lies between 0 and 1', () => {
    fc.assert(
      fc.property(hits, ways, (found, given) => {
        const scores = rank(found, { ...rules, ...given }).map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(scores.filter((score) => !(score >= 0 && score <= 1))).toEqual([])
      }),
    )
  })

  it('puts nothing behind what is worse in every respect of the same conversation', () => {
    fc.assert(
      fc.property(hits, ways, (found, given) => {
        const told = rank(found, { ...rules, ...given, overlapping: false })
        const scores = new Map(told.map(({ hit, score }) => [hit, score]))
        for (const one of found) {
          for (const other of found) {
            if (one.group !== other.group || one.semantic === null || other.semantic === null) continue
            const isWorse = one.lexical <= other.lexical && one.semantic <= other.semantic && one.named <= other.named
            if (isWorse) expect(scores.get(one)).toBeLessThanOrEqual((scores.get(other) ?? 0) + 1e-12)
          }
        }
      }),
    )
  })

  it('never gives a higher score to what is found less well', () => {
    fc.assert(
      fc.property(
        hits,
        fc.nat(),
        fc.nat(99).map((n) => n / 100),
        (found, which, less) => {
          const chosen = found[which % Math.max(1, found.length)]
          if (chosen === undefined) return
          const worse = found.map((one) => (one === chosen ? { ...one, lexical: one.lexical * less } : one))
          const most = Math.max(...found.map(({ lexical }) => lexical))
          // Of what is best by words, everything else is measured by.
          if (chosen.lexical === most) return
          const scoreIn = (all: readonly Made[]) =>
            rank(all, { ...rules, overlapping: false }).find(({ hit }) => hit.id === chosen.id)?.score ?? 0
          expect(scoreIn(worse)).toBeLessThanOrEqual(scoreIn(found) + 1e-12)
        },
      ),
    )
  })
})

describe('a moment', () => {
  it('is told once, by the better of passages that overlap', () => {
    const told = rank(
      [0, 1, 2, 3, 4].map((position) => hit({ position, lexical: [1, 5, 2, 1, 3][position] ?? 0 })),
      rules,
    )
    expect(told.map(({ hit: { position } }) => position)).toEqual([1, 4])
  })

  it('never stands beside another one that overlaps it, and none is lost without such a one', () => {
    fc.assert(
      fc.property(hits, (found) => {
        const told = rank(found, rules).map(({ hit }) => hit)
        const beside = (one: Made, other: Made) =>
          one !== other && one.group === other.group && Math.abs(one.position - other.position) <= 1
        for (const one of found) {
          expect(told.includes(one)).toBe(!told.some((other) => beside(one, other)))
        }
      }),
    )
  })

  it('of a source is told beside the next one: those hold different things', () => {
    const found = [hit({ position: 0, lexical: 1 }), hit({ position: 1, lexical: 2 })]
    expect(rank(found, { ...rules, overlapping: false })).toHaveLength(2)
  })
})

describe('the score', () => {
  const weights = { lexical: 0.5, speaker: 0.5, together: 0.5, conversation: 0.5, name: 0.5 }
  const scoresOf = (found: readonly Made[], given: Partial<RankingRules<Made>> = {}) =>
    Object.fromEntries(
      rank(found, { ...rules, weights, ...given }).map(({ hit: { id }, score }) => [id, Number(score.toFixed(6))]),
    )

  it('is made of words and meaning, each laid out over what was found', () => {
    const found = [
      hit({ group: 'a', lexical: 8, semantic: 0.2 }),
      hit({ group: 'b', lexical: 4, semantic: 0.6 }),
      hit({ group: 'c', lexical: 0, semantic: 0.4 }),
    ]
    const alone = { ...weights, conversation: 0 }
    expect(scoresOf(found, { weights: alone })).toEqual({ a0: 0.5, b0: 0.75, c0: 0.25 })
    expect(scoresOf(found, { weights: alone, semantic: false })).toEqual({ a0: 1, b0: 0.5, c0: 0 })
    expect(scoresOf(found, { weights: alone, lexical: false })).toMatchObject({ a0: 0, b0: 1 })
  })

  it('of what has no vector yet takes the others for its meaning', () => {
    const found = [
      hit({ group: 'a', lexical: 4, semantic: 0.8 }),
      hit({ group: 'b', lexical: 4, semantic: 0.4 }),
      hit({ group: 'c', lexical: 4, semantic: null }),
    ]
    expect(scoresOf(found, { weights: { ...weights, conversation: 0 } })).toEqual({ a0: 1, b0: 0.5, c0: 0.75 })
    const none = found.map((one) => ({ ...one, semantic: null }))
    expect(scoresOf(none, { weights: { ...weights, conversation: 0 } })).toEqual({ a0: 1, b0: 1, c0: 1 })
  })

  it('without a word of the question anywhere is no more than the share of meaning', () => {
    expect(scoresOf([hit({ semantic: 0.1 })], { weights: { ...weights, conversation: 0 } })).toEqual({ a0: 0.5 })
  })

  it('gains by whom the question names', () => {
    const found = [hit({ group: 'a', lexical: 4, named: 1 }), hit({ group: 'b', lexical: 4, named: 0 })]
    const given = { weights: { ...weights, conversation: 0 }, semantic: false }
    expect(scoresOf(found, { ...given, spokenBy: ({ named }) => named })).toEqual({ a0: 1, b0: 0.666667 })
    expect(scoresOf(found, given)).toEqual({ a0: 1, b0: 1 })
  })

  it('gains by words that stand together as they do in the question, where any do', () => {
    const found = [hit({ group: 'a', lexical: 8 }), hit({ group: 'b', lexical: 4, named: 3 })]
    const given = { weights: { ...weights, conversation: 0 }, semantic: false }
    expect(scoresOf(found, { ...given, together: ({ named }) => named })).toEqual({ a0: 0.5, b0: 0.75 })
    expect(scoresOf(found, { ...given, together: () => 0 })).toEqual({ a0: 1, b0: 0.5 })
  })

  it('gains by how surely the question names its conversation, where it names any', () => {
    const found = [hit({ group: 'a', lexical: 8 }), hit({ group: 'b', lexical: 4 })]
    const given = { weights: { ...weights, conversation: 0 }, semantic: false }
    const surely: Record<string, number> = { b: 0.8 }
    expect(scoresOf(found, { ...given, namedAs: (group) => surely[group] ?? 0 })).toEqual({ a0: 0.5, b0: 0.65 })
    expect(scoresOf(found, given)).toEqual({ a0: 1, b0: 0.5 })
  })

  it('raises at most two hits of a named conversation', () => {
    const found = [0, 4, 8].map((position) => hit({ group: 'b', position, lexical: 8 - position / 4 }))
    const given = { weights: { ...weights, conversation: 0 }, semantic: false }
    const named = scoresOf(found, { ...given, namedAs: () => 1 })
    const factor = named.b8 === undefined ? 0 : named.b8 / (scoresOf(found, given).b8 ?? 1)
    expect(named.b4).toBeGreaterThan((scoresOf(found, given).b4 ?? 1) * factor)
    expect(factor).toBeLessThan(1)
  })

  it('gains by how much its whole conversation says of what was asked', () => {
    const found = [
      hit({ group: 'a', lexical: 10, whole: 1 }),
      hit({ group: 'b', lexical: 9, whole: 3 }),
      hit({ group: 'b', position: 4, lexical: 6, whole: 3 }),
    ]
    expect(scoresOf(found, { semantic: false })).toEqual({ a0: 0.666667, b0: 0.95, b4: 0.8 })
  })

  it('stands by itself where no words were looked for', () => {
    const found = [hit({ group: 'a', semantic: 0.9 }), hit({ group: 'b', semantic: 0.5 })]
    expect(scoresOf(found, { lexical: false })).toEqual({ a0: 1, b0: 0 })
  })
})

it('nothing found is nothing told', () => {
  expect(rank([], rules)).toEqual([])
})
