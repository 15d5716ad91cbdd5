import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { chaptersFromStarts, findQuote } from './verify.ts'

describe('a quote', () => {
  it.each([
    ['the words as they are', 'we take sixty scanners', 'we take sixty scanners'],
    ['another case and other signs between', 'WE TAKE, sixty “scanners”', 'we take sixty scanners'],
    ['a part of a word at its end', 'we take sixty scan', undefined],
    ['other words', 'we take eighty scanners', undefined],
    ['the words in another order', 'sixty scanners we take', undefined],
    ['words left out', 'we sixty scanners', undefined],
    ['too little to tell anything', 'we', undefined],
    ['no word at all', '…', undefined],
  ])('of %s', (_, quote, found) => {
    expect(findQuote('So we take sixty scanners, then.', quote)).toBe(found)
  })

  it('may be short where nothing else was said', () => {
    expect(findQuote('Yes.', 'yes')).toBe('Yes.')
    expect(findQuote('Yes, of course we do.', 'yes')).toBeUndefined()
  })

  it('is found in its text, and what is found stands in the text', () => {
    const text = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 20 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (said, from, length) => {
        const found = findQuote(said, said.slice(from % (said.length + 1)).slice(0, length % 60))
        expect(found === undefined || said.includes(found)).toBe(true)
      }),
    )
  })
})

describe('chapters', () => {
  const segments = Array.from(
    { length: 10 },
    (_, at): TranscriptSegment => ({
      speaker: { name: 'Bob' },
      start: at,
      end: at + 1,
      words: [],
    }),
  )
  const start = (segment: number) => ({ title: `from ${segment}`, segment, spans: [] })
  const told = (...starts: number[]) =>
    chaptersFromStarts(segments, starts.map(start)).map((one) => [one.title, one.firstSegment, one.lastSegment])

  it('cover the conversation, whatever order and gaps they are told in', () => {
    expect(told(6, 2)).toEqual([
      ['from 2', 0, 5],
      ['from 6', 6, 9],
    ])
  })

  it('begin where there is a segment, each at its own', () => {
    expect(told(3, 3, 10, -1, 99)).toEqual([['from 3', 0, 9]])
    expect(told()).toEqual([])
  })
})
