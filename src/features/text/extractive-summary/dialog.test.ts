import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { findNeighbors, findTopic, readDialog } from './dialog.ts'
import { splitTranscriptSentences } from './sentences.ts'

const readLines = (...lines: readonly (readonly [speaker: string, text: string])[]) =>
  readDialog(
    splitTranscriptSentences(
      cutTranscript(
        lines.map(([name, text], at) => ({
          ...{ speaker: { name }, start: at * 5, end: at * 5 + 4 },
          words: [{ text, startTimestamp: null, endTimestamp: null }],
        })),
      ),
    ),
  )

describe('neighbors of a sentence', () => {
  const dialog = readLines(
    ['Ann', 'Which crates do the drivers load in the south depot?'],
    ['Bob', 'The drivers load red crates.'],
    ['Bob', 'The loaders stack them at the ramp.'],
    ['Ann', 'The ramp is nine meters long.'],
  )

  it('are the last sentence and the next one of other speakers', () => {
    const { asked, reply } = findNeighbors(dialog, 1)
    expect([asked?.text, reply?.text]).toEqual([
      'Which crates do the drivers load in the south depot?',
      'The ramp is nine meters long.',
    ])
  })

  it('are at most four sentences away', () => {
    const names = 'Ann Bob Ann Ann Ann Ann Ann'.split(' ')
    const far = readLines(...names.map((name, at) => [name, `The depot has gate number ${at + 1}0.`] as const))
    expect(findNeighbors(far, 5).asked?.speaker).toBe('Bob')
    expect(findNeighbors(far, 6).asked).toBeUndefined()
  })

  it('explain a promise: the own sentence before it, else the last one of somebody else', () => {
    const own = readLines(['Ann', 'The offer for the red crates has nine pages.'], ['Ann', 'I will send it on Monday.'])
    expect(findTopic(own, 1)?.text).toBe('The offer for the red crates has nine pages.')
    const other = readLines(['Bob', 'We need the offer for the red crates.'], ['Ann', 'I will send it on Monday.'])
    expect(findTopic(other, 1)?.text).toBe('We need the offer for the red crates.')
  })
})

it('the chair has the most turns, if there are more than two speakers', () => {
  const lines = ['Ann', 'Bob', 'Ann', 'Cem', 'Ann'].map((name) => [name, 'The depot has nine gates.'] as const)
  expect(readLines(...lines).chair).toBe('Ann')
  expect(readLines(...lines.slice(0, 3)).chair).toBe('')
})
