import { describe, expect, it } from 'vitest'
import { judgeChange } from './judge-change.ts'
import type { Sample } from './significance.ts'

const NONE: Sample = { count: 0, mean: null, variance: null }
const toSamples = (period: string, share: Sample) => ({
  ...{ period, talkShare: share, questionsAsked: NONE, longestMonologue: NONE, averageScore: NONE },
})
const toFigures = (from: string, conversations: number, talkShare: number | null) => ({
  ...{ from, conversations, talkShare, questionsAsked: null, longestMonologue: null, averageScore: null },
})
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const MARCH = { from: day('2026-02-01'), to: day('2026-04-01'), now: day('2026-06-01') }
const find = (change: ReturnType<typeof judgeChange>, figure: string) =>
  change.figures.find((one) => one.figure === figure)

describe('the change', () => {
  it('is between the last two weeks or months, and says from how many calls', () => {
    const change = judgeChange(
      toFigures('2026-03-01', 40, 0.5),
      toFigures('2026-02-01', 12, 0.6),
      [
        toSamples('2026-03-01', { count: 30, mean: 0.5, variance: 0.01 }),
        toSamples('2026-02-01', { count: 10, mean: 0.6, variance: 0.01 }),
      ],
      { period: 'month', ...MARCH },
    )
    expect([change.latest, change.previous]).toEqual(['2026-03-01', '2026-02-01'])
    expect(find(change, 'conversations')).toMatchObject({ latest: 40, previous: 12, verdict: 'probable' })
    expect(find(change, 'talkShare')).toEqual({
      ...{ figure: 'talkShare', latest: 0.5, previous: 0.6, latestConversations: 30, previousConversations: 10 },
      verdict: 'uncertain',
    })
    expect(find(change, 'averageScore')).toMatchObject({
      latest: null,
      latestConversations: 0,
      verdict: 'insufficient',
    })
  })

  it('has no value before a week without calls', () => {
    const share = { count: 9, mean: 0.5, variance: 0.01 }
    const change = judgeChange(
      toFigures('2026-03-16', 9, 0.5),
      toFigures('2026-03-02', 9, 0.5),
      [toSamples('2026-03-16', share), toSamples('2026-03-02', share)],
      { period: 'week', ...MARCH },
    )
    expect(change.previous).toBe('2026-03-09')
    expect(find(change, 'conversations')).toMatchObject({ previous: 0, verdict: 'probable' })
    expect(find(change, 'talkShare')).toMatchObject({
      previous: null,
      previousConversations: 0,
      verdict: 'insufficient',
    })
  })

  it("doesn't compare the numbers of calls of a week that isn't over", () => {
    const change = judgeChange(toFigures('2026-03-16', 9, null), toFigures('2026-03-09', 60, null), [], {
      ...{ period: 'week' as const, from: day('2026-03-01'), to: day('2026-04-01'), now: day('2026-03-18') },
    })
    expect(find(change, 'conversations')?.verdict).toBe('incomplete')
  })
})
