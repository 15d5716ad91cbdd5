import { describe, expect, it } from 'vitest'
import type { ChannelLevels } from '../../../core/media.ts'
import type { Segment, TranscriptDocument } from '../../text/transcripts/index.ts'
import { labelChannels } from './channel-speakers.ts'

/** A letter for each half second: `L` and `R` speak alone, `B` both, `r` a little louder than the other, `.` nobody. */
function levelsOf(sound: string): ChannelLevels {
  const loudness = { L: [0.2, 0.01], R: [0.01, 0.2], B: [0.2, 0.2], r: [0.15, 0.2], '.': [0, 0] } as const
  const steps = [...sound].flatMap((letter) =>
    Array.from({ length: 10 }, () => loudness[letter as keyof typeof loudness]),
  )
  const channel = (index: 0 | 1) => Float32Array.from(steps, (pair) => pair[index])
  return { step: 0.05, channels: [channel(0), channel(1)] }
}

/** Words of half a second each. */
const segmentOf = (start: number, ...texts: string[]): Segment => ({
  speaker: { name: 'A' },
  start,
  end: start + texts.length / 2,
  words: texts.map((text, index) => ({
    ...{ text, startTimestamp: start + index / 2, endTimestamp: start + index / 2 + 0.4 },
  })),
})

const documentOf = (form: 'V1' | 'V2', ...segments: Segment[]): TranscriptDocument => ({
  format: 'transcriber',
  form,
  segments,
})
const linesOf = (document: TranscriptDocument, levels: ChannelLevels) =>
  labelChannels(document, levels, ['Ann', 'Bob']).segments.map(
    ({ speaker, start, end, words }) => `${speaker.name} ${start}–${end}: ${words.map(({ text }) => text).join(' ')}`,
  )

describe('speakers by channel', () => {
  it('split a segment where the other side speaks', () => {
    const document = documentOf('V2', segmentOf(0, 'Can', 'we', 'start?', 'Yes,', 'please.', 'Good.'))
    expect(linesOf(document, levelsOf('LLLRRL'))).toEqual([
      'Ann 0–1.4: Can we start?',
      'Bob 1.5–2.4: Yes, please.',
      'Ann 2.5–3: Good.',
    ])
  })

  it('keep a word together with its sentence if both sides are nearly as loud', () => {
    const document = documentOf('V2', segmentOf(0, 'Can', 'we', 'start?'))
    expect(linesOf(document, levelsOf('LrL'))).toEqual(['Ann 0–1.5: Can we start?'])
  })

  it('label segments without times of words by who is louder in them', () => {
    const line = (start: number, text: string): Segment => ({
      ...{ speaker: { name: '' }, start, end: start + 1 },
      words: [{ text, startTimestamp: start, endTimestamp: start + 1 }],
    })
    const untimed: Segment = {
      ...{ speaker: { name: '' }, start: null, end: null },
      words: [{ text: 'Later.', startTimestamp: null, endTimestamp: null }],
    }
    const document = documentOf('V1', line(0, 'Hello.'), line(1, 'Hi.'), untimed)
    expect(linesOf(document, levelsOf('LLRR'))).toEqual(['Ann 0–1: Hello.', 'Bob 1–2: Hi.', ' null–null: Later.'])
  })

  it('leave words without times with the words before them, and silence as it was', () => {
    const segment = segmentOf(0, 'Well', '–', 'no.')
    const words = segment.words.map((word, index) =>
      index === 1 ? { ...word, startTimestamp: null, endTimestamp: null } : word,
    )
    expect(linesOf(documentOf('V2', { ...segment, words }), levelsOf('LLR'))).toEqual([
      'Ann 0–0.4: Well –',
      'Bob 1–1.5: no.',
    ])
    expect(linesOf(documentOf('V2', segmentOf(0, 'Hm.')), levelsOf('.'))).toEqual(['A 0–0.5: Hm.'])
  })
})
