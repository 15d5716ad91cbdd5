import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { locateWords, readWords, wordsAt, wordsBetween } from './anchor.ts'

/** Sentences of ten seconds each; with times of words if `timed` is `words`. */
function said(texts: readonly string[], timed: 'no' | 'sentences' | 'words' = 'sentences'): TranscriptSegment[] {
  return texts.map((text, index) => {
    const start = timed === 'no' ? null : index * 10
    const words = timed === 'words' ? text.split(' ') : [text]
    return {
      speaker: { name: index % 2 === 0 ? 'Bob' : 'Ann' },
      start,
      end: start === null ? null : start + 9,
      words: words.map((word, at) => ({
        text: word,
        startTimestamp: timed === 'words' ? index * 10 + at : start,
        endTimestamp: timed === 'words' ? index * 10 + at + 1 : start === null ? null : start + 9,
      })),
    }
  })
}

const TALK = ['Shall we begin?', 'The price is forty six dollars a seat.', 'Sixty seats, then, for two years.', 'Yes.']
const whole = (segment: number, text: string) => ({
  ...{ firstSegment: segment, firstOffset: 0, lastSegment: segment, lastOffset: [...text].length },
})
const stored = (segments: readonly TranscriptSegment[], range: ReturnType<typeof whole>) => {
  const words = readWords(segments, range)
  if (words === undefined) throw new Error('no words')
  return words
}

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

describe('finds words again', () => {
  const before = stored(said(TALK), { ...whole(1, 'The price is forty six'), firstOffset: 4 })

  it('at the same place', () => {
    expect(locateWords(said(TALK), before)).toEqual({ ...before, status: 'unchanged' })
  })

  it('at another place, with other punctuation and case', () => {
    const after = said(['Hello.', 'Well,', 'shall we begin?', 'THE PRICE is forty, six dollars.'])
    expect(locateWords(after, before)).toMatchObject({
      ...{ status: 'unchanged', quote: 'PRICE is forty, six', start: 30 },
      range: { firstSegment: 3, firstOffset: 4, lastSegment: 3, lastOffset: 23 },
    })
  })

  it('nearest to the original time if they were said several times', () => {
    const after = said(['price is forty six', 'So.', 'Hm.', 'price is forty six', 'price is forty six'])
    expect(locateWords(after, { ...before, start: 29 })).toMatchObject({ range: { firstSegment: 3 } })
  })

  it('when some of them were corrected, with what replaced them', () => {
    const after = said(['Shall we begin?', 'The price is fifty six dollars a seat.', 'Sixty seats.'])
    expect(locateWords(after, before)).toMatchObject({ status: 'edited', quote: 'price is fifty six', start: 10 })
  })

  it('in another sentence that the correction created', () => {
    const after = said(['Shall we begin?', 'Yes. The price', 'is forty six dollars.'])
    expect(locateWords(after, before)).toMatchObject({
      status: 'unchanged',
      range: { firstSegment: 1, lastSegment: 2 },
      quote: 'price is forty six',
    })
  })

  it('not when most of them are gone, or similar words are far away', () => {
    expect(locateWords(said(['Shall we begin?', 'It costs 46.']), before)).toEqual({ status: 'removed' })
    expect(locateWords([], before)).toEqual({ status: 'removed' })
    const far = said([...Array.from({ length: 20 }, () => 'So.'), 'The price is fifty six dollars.'])
    expect(locateWords(far, before)).toEqual({ status: 'removed' })
  })

  it('without times, by the number of segments', () => {
    const untimed = stored(said(TALK, 'no'), whole(1, TALK[1] ?? ''))
    const after = said(['Hello.', ...TALK.map((text) => text.replace('dollars', 'euros'))], 'no')
    expect(locateWords(after, untimed)).toMatchObject({ status: 'edited', range: { firstSegment: 2 }, start: null })
  })

  it('wherever sentences are added around them', () => {
    const sentence = fc.stringMatching(/^[A-Z][a-z ]{0,20}\.$/)
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 8 }), fc.array(sentence, { maxLength: 8 }), (above, below) => {
        const found = locateWords(said([...above, ...TALK, ...below]), before)
        expect(found).toMatchObject({ status: 'unchanged', quote: before.quote })
      }),
    )
  })
})
