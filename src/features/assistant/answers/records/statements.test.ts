import { describe, expect, it } from 'vitest'
import { findStatements } from './statements.ts'

type Said = readonly [speaker: string, text: string]
const SAID: readonly Said[] = [
  ['Dana', 'I am glad. May I ask what tipped it?'],
  ['Arthur', 'Two things. Your customer talked for ten minutes about what went wrong.'],
  ['Jonas', 'That is how she is.'],
  ['Arthur', 'Oh yes.'],
  ['Jonas', 'I know her.'],
  ['Arthur', 'And the fact that it was two pages. That is rare.'],
  ['Sheila', 'I have the signed one here.'],
]

function find(said: readonly Said[], repliesTo?: RegExp): string[] {
  const segments = said.map(([name, text], at) => {
    const [start, end] = [at * 5, at * 5 + 4]
    return { speaker: { name }, start, end, words: [{ text, startTimestamp: start, endTimestamp: end }] }
  })
  const call = { id: 'c', title: 'Renewal', startedAt: '2026-11-25T10:00:00Z', people: [] }
  return findStatements(segments, call, {
    cues: ['praise'],
    without: ['needs'],
    topic: [],
    isExternal: true,
    repliesTo,
  })
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => text)
}

describe('replies to a question', () => {
  it('count whatever they express, up to the end of what the person says', () => {
    const found = find(SAID, /what tipped/)
    expect(found).toEqual([
      expect.stringContaining('what went wrong'),
      expect.stringContaining('the fact that it was two pages'),
    ])
    expect(found.join(' ')).not.toContain('signed one')
  })

  it('don’t count for other questions, or if nobody else replies', () => {
    expect(find(SAID, /why us/)).toEqual([])
    expect(find(SAID)).toEqual([])
    expect(
      find(
        SAID.map(([, text]): Said => ['Dana', text]),
        /what tipped/,
      ),
    ).toEqual([])
  })
})
