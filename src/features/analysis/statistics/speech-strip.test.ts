import { describe, expect, it } from 'vitest'
import { computeStatistics } from './statistics.ts'

const segment = (internal: boolean | undefined, start: number | null, end: number | null, count = 4) => ({
  speaker: {
    name: internal === undefined ? 'Zoe' : internal ? 'Ann' : 'Bob',
    ...(internal === undefined ? {} : { internal }),
  },
  ...{ start, end },
  words: [{ text: 'word '.repeat(count).trim(), startTimestamp: start, endTimestamp: end }],
})
const strip = (...segments: ReturnType<typeof segment>[]) => computeStatistics(segments)?.talkStrip

describe('the strip of a call', () => {
  it('has 26 bars for each side, each in percent of its part', () => {
    const told = strip(segment(true, 0, 13), segment(false, 13, 26))
    expect(told?.internal).toEqual([...Array(13).fill(100), ...Array(13).fill(0)])
    expect(told?.external).toEqual([...Array(13).fill(0), ...Array(13).fill(100)])
    expect(strip(segment(true, 10, 10.5), segment(false, 10.5, 36))?.internal.slice(0, 2)).toEqual([50, 0])
  })

  it('counts words where there are no times', () => {
    const told = strip(segment(true, null, null, 26), segment(false, null, null, 26))
    expect(told?.internal[0]).toBe(100)
    expect(told?.external[25]).toBe(100)
  })

  it('shows an unknown speaker as external, and is null if no side is known', () => {
    expect(strip(segment(true, 0, 13), segment(undefined, 13, 26))?.external[20]).toBe(100)
    expect(strip(segment(undefined, 0, 9))).toBe(null)
  })
})
