import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints } from '../../../core/wire.ts'
import { anyText } from '../../../testing/any-text.ts'
import { computeDuration, defaultTitle, linesWithin, parseClip, wordsWithin } from './model.ts'

const seconds = fc.double({ min: 0, max: 1_000_000, noNaN: true })

describe('a clip', () => {
  it('lies in the conversation, begins where it was asked to and is never longer than asked', () => {
    fc.assert(
      fc.property(seconds, seconds, seconds, (start_time, end_time, length) => {
        fc.pre(start_time < end_time && start_time < length)
        const { start, end } = parseClip({ start_time, end_time }, length)
        expect(start).toBe(start_time)
        expect(end).toBe(Math.min(end_time, length))
        expect(end).toBeGreaterThan(start)
      }),
    )
  })

  it('may be told with a duration one second off, in either direction, and no more', () => {
    const times = { start_time: 0.1, end_time: 12.3 }
    for (const duration of [11.2, 12.2, 13.2]) expect(parseClip({ ...times, duration }, null).end).toBe(12.3)
    for (const duration of [-12.2, 0, 11.19, 13.21]) expect(() => parseClip({ ...times, duration }, null)).toThrow()
  })

  it('has a duration without the noise of floating point', () => {
    expect(computeDuration({ start: 10.1, end: 12.3 })).toBe(2.2)
  })
})

describe('a default title', () => {
  it('tells the time whatever the title, and fits', () => {
    const title = anyText({ maxLength: 600 })
    fc.assert(
      fc.property(title, seconds, (conversation, start) => {
        const made = defaultTitle(conversation, { start, end: start + 1 }, 512)
        expect(codePoints(made)).toBeLessThanOrEqual(512)
        expect(made).toMatch(/ \((\d+:)?\d+:\d\d–(\d+:)?\d+:\d\d\)$/)
        if (codePoints(conversation) < 400) expect(made.startsWith(conversation)).toBe(true)
      }),
    )
  })

  it('counts hours only when there are some', () => {
    expect(defaultTitle('Demo', { start: 65, end: 3_725.9 }, 512)).toBe('Demo (1:05–1:02:05)')
  })
})

describe('the lines of a clip', () => {
  const said = (name: string, start: number | null, end: number | null, text: string) => ({
    speaker: { name },
    start,
    end,
    words: [{ text, startTimestamp: start, endTimestamp: end }],
  })

  it('are the sentences that overlap it, those of one speaker in a row as one', () => {
    const segments = [
      said('A', 0, 10, 'Before.'),
      said('B', 8, 12, 'Into it.'),
      said('B', 12, 15, 'Within.'),
      said('A', 15, 18, ' '),
      said('B', 18, 30, 'Out of it.'),
      said('A', 20, 30, 'After.'),
      said('A', null, null, 'Whenever.'),
    ]
    expect(linesWithin(segments, { start: 10, end: 20 })).toEqual([
      { speaker: 'B', text: 'Into it. Within. Out of it.', start: 8 },
    ])
  })

  it('hold only the words within it, where words have times', () => {
    const words = ['one', 'two', 'three'].map((text, i) => ({ text, startTimestamp: i, endTimestamp: i + 1 }))
    const segments = [{ speaker: { name: 'A' }, start: 0, end: 3, words }]
    expect(linesWithin(segments, { start: 1, end: 2 })).toEqual([{ speaker: 'A', text: 'two', start: 1 }])
  })

  it('hold what has a start only, or no length', () => {
    const segments = [said('A', 5, null, 'Chat.'), said('A', 6, 6, 'Ping.'), said('A', 10, 10, 'End.')]
    expect(linesWithin(segments, { start: 5, end: 10 })).toEqual([{ speaker: 'A', text: 'Chat. Ping.', start: 5 }])
  })

  it('are all there for the whole of a talk, each word once and in order', () => {
    const talk = fc.array(fc.constantFrom('A', 'B'))
    fc.assert(
      fc.property(talk, fc.double({ min: 0.1, max: 9, noNaN: true }), (turns, length) => {
        const segments = turns.map((who, i) => said(who, i * length, (i + 1) * length, `w${i}`))
        const lines = linesWithin(segments, { start: 0, end: turns.length * length + 1 })
        expect(lines.flatMap(({ text }) => text.split(' '))).toEqual(turns.map((_, i) => `w${i}`))
        expect(lines.filter(({ speaker }, i) => speaker === lines[i - 1]?.speaker)).toEqual([])
      }),
    )
  })
})

describe('wordsWithin', () => {
  const clip = { start: 10, end: 20 }
  const said = (start: number | null, end: number | null, words: [string, number | null, number | null][]) => ({
    speaker: { name: 'Ann', internal: true },
    ...{ start, end },
    words: words.map(([text, startTimestamp, endTimestamp]) => ({ text, startTimestamp, endTimestamp })),
  })

  it('returns words with their times and lengths, without their text', () => {
    const segments = [
      said(8, 14, [
        ['before', 8, 9],
        ['price', 11, 12],
      ]),
      said(25, 30, [['after', 25, 30]]),
    ]
    expect(wordsWithin(segments, clip)).toEqual([{ speaker: 'Ann', internal: true, start: 11, end: 12, letters: 5 }])
  })

  it('spreads a sentence with one time over its words, and omits what has no time', () => {
    const segments = [said(12, 16, [['two words', null, null]]), said(null, null, [['never', null, null]])]
    expect(wordsWithin(segments, clip).map(({ start, end, letters }) => [start, end, letters])).toEqual([
      [12, 14, 3],
      [14, 16, 5],
    ])
  })
})
