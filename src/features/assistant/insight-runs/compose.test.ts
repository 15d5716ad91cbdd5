import { describe, expect, it } from 'vitest'
import { composed } from './compose.ts'
import { createMarks, type GatheredFindings, type SourceStatement } from './findings.ts'

const says = (n: number, worth: number): SourceStatement => ({
  ...{ kind: 'conversation', id: `c${n}`, title: `Talk ${n}`, at: '2026-03-01T10:00:00.000Z', worth },
  notes: [
    {
      text: `Ann said that “the price is ${n}”.`,
      quotes: [`the price is ${n}`],
      items: [{ conversationId: `c${n}`, transcriptVersion: 1, segment: 0 }],
    },
  ],
})
const found = (all: readonly SourceStatement[], more: Partial<GatheredFindings> = {}): GatheredFindings => ({
  ...{ question: 'What is the price?', says: all, read: all.length + 3, byModel: 0, meant: all.length + 3 },
  ...more,
})

describe('the answer over many conversations', () => {
  it('quotes the surest, names others, and counts the rest; it never grows without end', () => {
    const marks = createMarks()
    const all = Array.from({ length: 1_000 }, (_, n) => says(n, n === 999 ? 1 : 0.5))
    const text = composed(found(all), marks)
    expect(text).toMatch(/^Found in 1000 of 1003 calls, all on 1 March 2026\./)
    expect(text).toContain('- Talk 999 (1 March 2026): Ann said that “the price is 999”. [25]')
    expect(text).toMatch(/Also: Talk 24 \(1 March 2026\) \[26\]; .*; and 925 more\.$/)
    expect(marks.items).toHaveLength(75)
    expect(text.length).toBeLessThan(5_000)
  })

  it('gives no more than 150 sources a mark, and each of them one', () => {
    const marks = createMarks()
    const item = { conversationId: 'c', transcriptVersion: 1, segment: 0 }
    expect(marks.of([item, item])).toBe('[1]')
    for (let segment = 1; segment < 400; segment++) marks.of([{ ...item, segment }])
    expect(marks.items).toHaveLength(150)
    expect(marks.of([{ ...item, segment: 399 }])).toBe('')
    expect(marks.of([{ ...item, segment: 149 }])).toBe('[150]')
  })

  it.each([
    [found([], { read: 0 }), 'None of the selected calls has a readable transcript.'],
    [found([], { read: 1 }), 'Not found in the call that was read.'],
    [found([says(1, 1)], { read: 4 }), 'Found in 1 of 4 calls.'],
    [
      found([says(1, 1), says(2, 1)], { read: 2, question: 'Summarize the calls' }),
      'Overview of 2 calls, all on 1 March 2026.',
    ],
    [found([], { read: 2 }), 'Found in none of the 2 calls.'],
  ])('begins with the numbers', (gathered, head) => {
    expect(composed(gathered, createMarks()).split('\n')[0]).toBe(head)
  })
})
