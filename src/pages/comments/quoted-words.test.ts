import { describe, expect, it } from 'vitest'
import type { TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import { formatWordsPlace, parseWordsPlace, quoteLines } from './quoted-words.ts'

describe('the place of words', () => {
  it.each([
    ['12:6-14:42@3', { firstSegment: 12, firstOffset: 6, lastSegment: 14, lastOffset: 42, transcriptVersion: 3 }],
    ['0-0', { firstSegment: 0, lastSegment: 0 }],
    ['5-7@1', { firstSegment: 5, lastSegment: 7, transcriptVersion: 1 }],
  ])('%j is read and written', (value, place) => {
    expect(parseWordsPlace(value)).toEqual(place)
    expect(formatWordsPlace(place)).toBe(value)
  })

  it.each(['', '3', '4-3', '-1-2', '1:-2', '1-2@', '12345678-12345678', '1-2 '])('%j isn’t one', (value) => {
    expect(parseWordsPlace(value)).toBeUndefined()
  })
})

describe('quoted words', () => {
  const talk = (...texts: string[]): TranscriptLine[] =>
    texts.map((text, index) => ({
      ...{ segment: index + 3, speaker: { name: 'Ann' }, start: index, end: index + 1, text },
      ...{ words: null, highlights: [] },
    }))
  const quoteAt = (lines: TranscriptLine[], value: string) => {
    const found = quoteLines(lines, parseWordsPlace(value) ?? { firstSegment: -1, lastSegment: -1 })
    return found && [found.quote, formatWordsPlace(found.place)]
  }

  it('count code points, and join lines', () => {
    const lines = talk('🚀🚀 Go now.', '  ', 'Yes, go.')
    expect(quoteAt(lines, '3:3-5:4@2')).toEqual(['Go now. Yes,', '3:3-5:4@2'])
    expect(quoteAt(lines, '3-5')).toEqual(['🚀🚀 Go now. Yes, go.', '3-5'])
  })

  it('are undefined without words', () => {
    expect(quoteAt(talk(' ', ' '), '3-4')).toBeUndefined()
    expect(quoteAt(talk('One.'), '3:90-3')).toBeUndefined()
    expect(quoteAt([], '3-4')).toBeUndefined()
    expect(quoteAt(talk('One.'), '4-4')).toBeUndefined()
  })

  it('end before the line, or the word, that is too long to quote', () => {
    const long = 'word '.repeat(300).trim()
    expect(quoteAt(talk(long, long), '3-4@1')).toEqual([long, '3-3@1'])
    const [quote, place] = quoteAt(talk(`${long} ${long}`), '3-3') ?? []
    expect(quote).toBe('word '.repeat(400).trim())
    expect(place).toBe('3-3:1999')
    expect(quoteAt(talk('x'.repeat(3_000)), '3-3')).toEqual(['x'.repeat(2_000), '3-3:2000'])
  })
})
