import { describe, expect, it } from 'vitest'
import { said, TALK } from '../../../testing/spoken-segments.ts'
import { readWords, wordsAt, wordsBetween } from './anchor.ts'

describe('reads words', () => {
  it('of a part of a sentence, with the times of its words', () => {
    const range = { firstSegment: 1, firstOffset: 4, lastSegment: 1, lastOffset: 22 }
    expect(readWords(said(TALK, 'words'), range)).toEqual({
      ...{ range, quote: 'price is forty six', speaker: 'Ann', start: 11, end: 15 },
    })
    expect(readWords(said(TALK), range)).toMatchObject({ start: 10, end: 19 })
    expect(readWords(said(TALK, 'no'), range)).toMatchObject({ start: null, end: null })
  })

  it('over several segments, and counts code points', () => {
    const segments = said(['Hi 🎉 there', 'and bye'])
    const range = { firstSegment: 0, firstOffset: 5, lastSegment: 1, lastOffset: 3 }
    expect(readWords(segments, range)?.quote).toBe('there and')
  })

  it.each([
    [{ firstSegment: 9, firstOffset: 0, lastSegment: 9, lastOffset: 1 }],
    [{ firstSegment: 1, firstOffset: 0, lastSegment: 0, lastOffset: 1 }],
    [{ firstSegment: 0, firstOffset: 0, lastSegment: 0, lastOffset: 99 }],
    [{ firstSegment: 0, firstOffset: 5, lastSegment: 0, lastOffset: 5 }],
  ])('not outside of the transcript: %j', (range) => {
    expect(readWords(said(TALK), range)).toBeUndefined()
  })

  it('by time', () => {
    expect(wordsBetween(said(TALK), 12, 25)?.quote).toBe(`${TALK[1]} ${TALK[2]}`)
    expect(wordsBetween(said(TALK, 'words'), 11, 14)?.quote).toBe('price is forty')
    expect(wordsBetween(said(TALK), 5, 5)?.quote).toBe(TALK[0])
    expect(wordsBetween(said(TALK), 9.5, 9.6)).toBeUndefined()
    expect(wordsBetween(said(TALK, 'no'), 0, 100)).toBeUndefined()
    expect(wordsAt(said(TALK, 'words'), 12)).toMatchObject({ quote: TALK[1], start: 10 })
    expect(wordsAt(said(TALK), 9.5)).toBeUndefined()
    expect(wordsAt(said(TALK, 'no'), 1)).toBeUndefined()
  })
})
