import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { said, TALK } from '../../../testing/spoken-segments.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { readWords } from './anchor.ts'
import { locateComments, locateCommentsTask, type StoredWords } from './locate.ts'

const whole = (segment: number, text: string) => ({
  ...{ firstSegment: segment, firstOffset: 0, lastSegment: segment, lastOffset: [...text].length },
})
const stored = (segments: readonly TranscriptSegment[], range: ReturnType<typeof whole>) => {
  const words = readWords(segments, range)
  if (words === undefined) throw new Error('no words')
  return words
}

const locateWords = (segments: readonly TranscriptSegment[], words: StoredWords) => locateComments(segments, [words])[0]

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

  it('of several comments, each by its own place', () => {
    const other = stored(said(TALK), whole(3, 'Yes.'))
    expect(locateComments(said(TALK), [other, before])).toEqual([
      { ...other, status: 'unchanged' },
      { ...before, status: 'unchanged' },
    ])
  })
})

describe('costs', () => {
  it('grow with the length alone, however often words repeat', () => {
    expectNoSquare(40_000, (size) => {
      const quote = `${'a '.repeat(size / 2)}b`
      const segments = said([`x ${'a '.repeat(size)}`, `${'a '.repeat(size / 2)}b`])
      const [found] = locateComments(segments, [{ range: whole(0, 'x'), quote, start: 0, end: 9 }])
      expect(found?.status).toBe('unchanged')
    })
  })

  it('run in a worker thread if a short transcript has many long quotes', () => {
    const words = { range: whole(0, 'x'), quote: 'a '.repeat(1_000), start: 0, end: 9 }
    expect(locateCommentsTask.isShort(said(TALK), [words])).toBe(true)
    expect(locateCommentsTask.isShort(said(TALK), Array(50).fill(words))).toBe(false)
  })
})
