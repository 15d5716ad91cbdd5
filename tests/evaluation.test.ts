/** The measures of the evaluation in `bench/`: a ruler that is bent measures everything wrongly. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Meeting, type Query, readData, seriesOf, spread } from '../bench/eval-data.ts'
import { drawForeign } from '../bench/eval-foreign.ts'
import {
  chunksAt,
  chunksOf,
  goldChunks,
  hit,
  mean,
  meetingsOf,
  ndcg,
  recall,
  reciprocalRank,
  turnsOf,
} from '../bench/eval-scores.ts'
import { realData } from '../src/testing/real-data.ts'

describe('chunks of eight turns', () => {
  it.each<[string, [number, number][], number, number[]]>([
    ['half inside counts', [[4, 11]], 16, [0, 1]],
    ['less than half does not', [[5, 15]], 16, [1]],
    ['unless there is nothing better', [[6, 9]], 16, [0, 1]],
    ['the last one may be shorter', [[16, 16]], 18, [2]],
    [
      'spans add up',
      [
        [0, 1],
        [6, 7],
      ],
      16,
      [0],
    ],
    ['what lies behind the end is nothing', [[14, 40]], 16, [1]],
  ])('%s', (_, spans, turns, gold) => {
    expect([...goldChunks(spans, turns)]).toEqual(gold)
  })

  it('are those within a minute of a time', () => {
    const segments = Array.from({ length: 24 }, (_, index) => ({
      speaker: '',
      text: 'a',
      start: index * 20,
      end: index * 20 + 19,
    }))
    expect([...chunksAt({ time: 215 }, segments)]).toEqual([0, 1])
    expect([...chunksAt({ time: 235 }, segments)]).toEqual([1])
    expect([...chunksAt({ time: 9_999 }, segments)]).toEqual([])
  })
})

describe('orders', () => {
  const gold = new Set([3, 5])

  it('are measured by what is right in them', () => {
    const order = [1, 3, 2, 5]
    expect(recall(order, gold, 2)).toBe(0.5)
    expect(recall(order, gold, 10)).toBe(1)
    expect([hit(order, gold, 1), hit(order, gold, 2)]).toEqual([0, 1])
    expect(reciprocalRank(order, gold)).toBe(0.5)
    expect(ndcg(order, gold, 10)).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)), 12)
    expect([recall([], gold, 10), reciprocalRank([], gold), ndcg([], gold, 10)]).toEqual([0, 0, 0])
    expect(mean([])).toBeNaN()
  })

  it('are best when everything right comes first, and never better than that', () => {
    const orders = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 20 })
    fc.assert(
      fc.property(orders, fc.uniqueArray(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }), (order, right) => {
        const wanted = new Set(right)
        const found = order.filter((one) => wanted.has(one))
        const best = [...found, ...order.filter((one) => !wanted.has(one))]
        for (const measure of [recall, ndcg, hit]) {
          expect(measure(order, wanted, 10)).toBeLessThanOrEqual(measure(best, wanted, 10) + 1e-12)
          expect(measure([...right], wanted, 10)).toBeCloseTo(1, 12)
        }
        expect(reciprocalRank(order, wanted)).toBeLessThanOrEqual(reciprocalRank(best, wanted))
      }),
    )
  })

  it('of turns begin with those that are quoted', () => {
    const found = [
      { meeting: 'b', segment: 12, segments: [10, 11, 12] },
      { meeting: 'a', segment: 3, segments: [2, 3] },
      { meeting: 'b', segment: 10, segments: [9, 10] },
    ]
    expect(turnsOf(found)).toEqual([12, 3, 10, 11, 2, 9])
    expect(chunksOf(found)).toEqual([1, 0])
    expect(meetingsOf(found)).toEqual(['b', 'a'])
  })
})

describe('questions of other meetings', () => {
  const meeting = (id: string, domain: string): Meeting => ({ id: `set-${id}`, title: id, domain, segments: [] })
  const meetings = [
    meeting('ES2005a', 'product'),
    meeting('ES2005b', 'product'),
    meeting('TS3003a', 'product'),
    meeting('Bmr003', 'academic'),
    meeting('Bmr026', 'academic'),
    meeting('covid_1', 'committee'),
    meeting('education_10', 'committee'),
  ]
  const queries = meetings.flatMap(({ id }): Query[] => [
    { id: `${id}-1`, meeting_id: id, kind: 'specific', query: `What about ${id}?` },
    { id: `${id}-2`, meeting_id: id, kind: 'specific', query: 'Everybody asks this.' },
    { id: `${id}-3`, meeting_id: id, kind: 'general', query: 'Summarize the whole meeting' },
  ])

  it('know who meets whom', () => {
    expect(meetings.map(seriesOf)).toEqual(['ES2005', 'ES2005', 'TS3003', 'Bmr', 'Bmr', 'covid', 'education'])
  })

  it('are far or near, never its own, and the same at every run', () => {
    const drawn = drawForeign(meetings, queries, { each: 9, seed: 1 })
    expect(drawForeign(meetings, queries, { each: 9, seed: 1 })).toEqual(drawn)
    expect(drawForeign(meetings, queries, { each: 1, seed: 1 })).not.toEqual(
      drawForeign(meetings, queries, { each: 1, seed: 3 }),
    )
    const of = (id: string, distance: string) =>
      drawn
        .filter((one) => one.meeting.id === `set-${id}` && one.distance === distance)
        .map(({ query }) => query.id)
        .sort()
    expect(of('ES2005a', 'near')).toEqual(['set-TS3003a-1'])
    expect(of('ES2005a', 'far')).toEqual(['set-Bmr003-1', 'set-Bmr026-1', 'set-covid_1-1', 'set-education_10-1'])
    expect(of('Bmr003', 'near')).toEqual([])
  })

  it('and samples are drawn from everywhere', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6])
    expect(spread([0, 1], 4)).toEqual([0, 1])
  })
})

describe.skipIf(realData === undefined)('the baselines (skipped where PARLEY_DATA is absent)', () => {
  it('stand on the same chunks', async () => {
    const { meetings, queries, calls, points } = await readData(realData ?? '')
    const turns = new Map(meetings.map(({ id, segments }) => [id, segments.length]))
    const gold = queries.flatMap(({ meeting_id, relevant_spans }) =>
      relevant_spans === undefined ? [] : [goldChunks(relevant_spans, turns.get(meeting_id) ?? 0).size],
    )
    expect(gold).toHaveLength(817)
    expect(mean(gold)).toBeCloseTo(6.7785, 4)
    const of = new Map(calls.map((call) => [call.id, call.segments]))
    const chance = points.map((point) => {
      const segments = of.get(point.meeting_id) ?? []
      return chunksAt(point, segments).size / Math.ceil(segments.length / 8)
    })
    expect(mean(chance)).toBeCloseTo(0.0689, 4)
  })
})
