import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpeakerTurn } from '../../../core/transcriber.ts'
import type { Segment, TranscriptDocument } from '../../text/transcripts/index.ts'
import { labelTurns } from './turn-speakers.ts'

/** Words of half a second each. */
const segmentOf = (start: number, ...texts: string[]): Segment => ({
  speaker: { name: '' },
  start,
  end: start + texts.length / 2,
  words: texts.map((text, index) => ({
    ...{ text, startTimestamp: start + index / 2, endTimestamp: start + index / 2 + 0.4 },
  })),
})
const documentOf = (form: 'V1' | 'V2', ...segments: Segment[]): TranscriptDocument => ({
  ...{ format: 'transcriber', form, segments },
})
const turnOf = (start: number, end: number, speaker: number): SpeakerTurn => ({ start, end, speaker })
const linesOf = (document: TranscriptDocument, turns: readonly SpeakerTurn[]) =>
  labelTurns(document, turns).segments.map(
    ({ speaker, words }) => `${speaker.name}: ${words.map(({ text }) => text).join(' ')}`,
  )

describe('speakers by turns', () => {
  it('split a segment where another one speaks', () => {
    const document = documentOf('V2', segmentOf(0, 'Can', 'we', 'start?', 'Yes,', 'please.', 'Good.'))
    expect(linesOf(document, [turnOf(0, 1.45, 0), turnOf(1.45, 2.45, 1), turnOf(2.45, 3, 0)])).toEqual([
      'Speaker 1: Can we start?',
      'Speaker 2: Yes, please.',
      'Speaker 1: Good.',
    ])
  })

  it('keep a word together with its sentence if turns hardly cover it, and find the nearest one outside of turns', () => {
    const document = documentOf('V2', segmentOf(0, 'Can', 'we', 'start?'))
    expect(linesOf(document, [turnOf(0, 0.5, 0), turnOf(0.5, 0.75, 1), turnOf(0.8, 1.5, 0)])).toEqual([
      'Speaker 1: Can we start?',
    ])
    expect(linesOf(document, [turnOf(2.2, 9, 3)])).toEqual(['Speaker 4: Can we start?'])
    expect(linesOf(document, [turnOf(60, 90, 3)])).toEqual([': Can we start?'])
  })

  it('label segments without times of words by who talks longest in them', () => {
    const document = documentOf('V1', { ...segmentOf(0, 'Hello.'), end: 4 })
    expect(linesOf(document, [turnOf(0, 1, 0), turnOf(1, 4, 1)])).toEqual(['Speaker 2: Hello.'])
    expect(linesOf(document, [])).toEqual([': Hello.'])
  })

  it('lose no word, whatever the turns are', () => {
    const time = fc.double({ min: 0, max: 20, noNaN: true })
    const turns = fc
      .array(fc.record({ start: time, length: time, speaker: fc.nat(3) }))
      .map((all) =>
        all
          .map(({ start, length, speaker }) => turnOf(start, start + length, speaker))
          .sort((a, b) => a.start - b.start),
      )
    const texts = 'one two three four five six seven eight'.split(' ')
    const document = documentOf('V2', segmentOf(0, ...texts), segmentOf(8, ...texts))
    fc.assert(
      fc.property(turns, (given) => {
        const { segments } = labelTurns(document, given)
        expect(segments.flatMap(({ words }) => words.map(({ text }) => text))).toEqual([...texts, ...texts])
        for (const { start, end } of segments) expect(end).toBeGreaterThanOrEqual(start ?? 0)
      }),
    )
  })
})
