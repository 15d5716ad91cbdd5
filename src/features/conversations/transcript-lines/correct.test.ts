import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { applyLineChanges } from './correct.ts'

const nobody = () => undefined
const timed = (...texts: string[]): TranscriptSegment => ({
  speaker: { name: 'Bob' },
  start: 10,
  end: 10 + texts.length,
  words: texts.map((text, i) => ({ text, startTimestamp: 10 + i, endTimestamp: 11 + i })),
})
const wordsAfter = (before: TranscriptSegment, text: string, form: 'V1' | 'V2' = 'V2') =>
  applyLineChanges({ form, segments: [before] }, [{ segment: 0, text }], [], nobody).segments[0]?.words.map((word) => [
    word.text,
    word.startTimestamp,
    word.endTimestamp,
  ])

describe('words', () => {
  it('take the times of those in whose place they stand', () => {
    expect(wordsAfter(timed('the', 'skanners', 'come'), 'the scanners come')).toEqual([
      ['the', 10, 11],
      ['scanners', 11, 12],
      ['come', 12, 13],
    ])
  })

  it('have what is known of a stretch that got longer or shorter, and nothing made up', () => {
    expect(wordsAfter(timed('we', 'gonna', 'go', 'now'), 'we are going to go now')).toEqual([
      ['we', 10, 11],
      ['are', 11, null],
      ['going', null, null],
      ['to', null, 12],
      ['go', 12, 13],
      ['now', 13, 14],
    ])
    expect(wordsAfter(timed('yes', 'um', 'uh', 'fine'), 'yes fine')).toEqual([
      ['yes', 10, 11],
      ['fine', 13, 14],
    ])
    expect(wordsAfter(timed('yes', 'fine'), 'yes very fine')).toEqual([
      ['yes', 10, 11],
      ['very', null, null],
      ['fine', 11, 12],
    ])
  })

  it('of a sentence that its source knows as one stay one', () => {
    const sentence = { ...timed('We meet on Friday.'), end: 12 }
    expect(wordsAfter({ ...timed('Good.'), end: 12 }, 'Good so far.', 'V1')).toEqual([['Good so far.', 10, 11]])
    expect(wordsAfter(sentence, '  We met on Friday. ', 'V1')).toEqual([['We met on Friday.', 10, 11]])
  })

  it('are those that were given, and no time is there that was not there before', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 12 }),
        (old, now) => {
          const before = timed(...old)
          const [after] = applyLineChanges(
            { form: 'V2', segments: [before] },
            [{ segment: 0, text: now.join(' ') }],
            [],
            nobody,
          ).segments
          expect(after === undefined ? '' : segmentText(after)).toBe(now.join(' '))
          const starts = (after?.words ?? []).flatMap(({ startTimestamp }) => startTimestamp ?? [])
          expect(starts).toEqual(starts.toSorted((a, b) => a - b))
          for (const start of starts) expect(before.words.map((one) => one.startTimestamp)).toContain(start)
        },
      ),
    )
  })
})

describe('speakers', () => {
  const say = (name: string, text: string, more: object = {}): TranscriptSegment => ({
    ...timed(text),
    speaker: { name, ...more },
  })
  const talk = [say('A', 'One.', { id: '1' }), say('B', 'Two.', { id: '2' }), say('A', 'Three.', { id: '1' })]
  const speakers = (segments: readonly TranscriptSegment[]) => segments.map(({ speaker }) => speaker)

  it('are renamed wherever they speak, and stay told apart', () => {
    const { segments, changed } = applyLineChanges(
      { form: 'V1', segments: talk },
      [],
      [{ from: 'A', to: 'Ann' }],
      nobody,
    )
    expect([changed, speakers(segments)]).toEqual([
      2,
      [
        { name: 'Ann', id: '1' },
        { name: 'B', id: '2' },
        { name: 'Ann', id: '1' },
      ],
    ])
  })

  it('become whoever has the name: somebody who speaks there, or took part', () => {
    expect(
      speakers(applyLineChanges({ form: 'V1', segments: talk }, [], [{ from: 'A', to: 'B' }], nobody).segments),
    ).toEqual(Array.from({ length: 3 }, () => ({ name: 'B', id: '2' })))
    const ann = { name: 'Ann', email: 'ann@customer.example', internal: false }
    const { segments } = applyLineChanges(
      { form: 'V1', segments: talk },
      [{ segment: 1, speaker: 'Ann' }],
      [],
      (name) => (name === 'Ann' ? ann : undefined),
    )
    expect(speakers(segments)[1]).toEqual(ann)
  })

  it('may change places at once', () => {
    const { segments } = applyLineChanges(
      { form: 'V1', segments: talk },
      [],
      [
        { from: 'A', to: 'B' },
        { from: 'B', to: 'A' },
      ],
      nobody,
    )
    expect(speakers(segments).map(({ name }) => name)).toEqual(['B', 'A', 'B'])
  })
})

it('a line with nothing in it goes, and what is as it was counts for nothing', () => {
  const talk = [timed('one'), timed('two')]
  expect(applyLineChanges({ form: 'V1', segments: talk }, [{ segment: 0, text: ' ' }], [], nobody)).toEqual({
    segments: [talk[1]],
    changed: 1,
  })
  expect(
    applyLineChanges({ form: 'V1', segments: talk }, [{ segment: 0, text: 'one', speaker: 'Bob' }], [], nobody),
  ).toEqual({
    segments: talk,
    changed: 0,
  })
})
