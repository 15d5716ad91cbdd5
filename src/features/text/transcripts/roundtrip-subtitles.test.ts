import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asConversation, timedSegment, unvoiced } from '../../../testing/transcript-arbitraries.ts'
import { joinLines } from './forms/lines.ts'
import { toMilliseconds } from './forms/timing.ts'
import { readTranscript, type Segment, segmentText, TranscriptFault, writeTranscript } from './index.ts'

describe('what subtitles carry', () => {
  test('WebVTT brings back names, texts on one line and times in milliseconds, whatever the text contains', () => {
    fc.assert(
      fc.property(fc.array(timedSegment, { maxLength: 8 }), (segments) => {
        const read = readTranscript(writeTranscript('vtt', asConversation(segments)))
        const spoken = segments
          .filter((segment) => joinLines(segmentText(segment)) !== '')
          .toSorted((a, b) => toMilliseconds(a.start ?? 0) - toMilliseconds(b.start ?? 0))
        expect(read.segments.map(({ start, end, words }) => ({ start, end, text: words[0]?.text }))).toEqual(
          spoken.map((segment) => ({
            start: toMilliseconds(segment.start ?? 0),
            // A cue ends after its start.
            end: Math.max(toMilliseconds(segment.end ?? 0), toMilliseconds(toMilliseconds(segment.start ?? 0) + 0.001)),
            text: joinLines(segmentText(segment)),
          })),
        )
        const plain = (name: string) =>
          name
            .split(/[\s\u0085]+/)
            .filter((part) => part !== '')
            .join(' ')
        expect(read.segments.map(({ speaker }) => plain(speaker.name))).toEqual(
          spoken.map(({ speaker }) => plain(speaker.name)),
        )
      }),
      {
        numRuns: 400,
        examples: [
          [[unvoiced('ꡀ：Bob: hi')]],
          [[unvoiced('ꡀ: Bob：hi')]],
          [[{ ...unvoiced('hi --'), speaker: { name: '--' } }]],
        ],
      },
    )
  })

  test('WebVTT brings back the starts of words that lie in order within their segment', () => {
    const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }).filter((each) => /^\S+$/.test(each))
    const segment = fc.record({
      name: fc.constantFrom('', 'Ada', 'Bo & <Co>'),
      start: fc.nat(400_000_000),
      words: fc.array(fc.record({ text: word, gap: fc.integer({ min: 1, max: 5000 }) }), {
        minLength: 2,
        maxLength: 6,
      }),
    })
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (given) => {
        const segments = given.map(({ name, start, words }): Segment => {
          let at = start
          const timed = words.map(({ text, gap }) => {
            at += gap
            return { text, startTimestamp: at / 1000, endTimestamp: null }
          })
          return { speaker: { name }, start: start / 1000, end: (at + 1) / 1000, words: timed }
        })
        expect(readTranscript(writeTranscript('vtt', asConversation(segments, 'V2')))).toMatchObject({
          form: 'V2',
          segments: segments.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0)),
        })
      }),
    )
  })

  test('SRT brings back plain names, texts and times where every speaker has a name, and where none has', () => {
    const names = fc.constantFrom('Ada', 'Dr. Bo von Ko', 'stokes', 'Iván | ethrex', 'Justin (Besu)')
    const said = fc.array(fc.constantFrom('so', 'we', '-->', 'a:b', '12', '…', '&', 'x < y', '你好'), {
      minLength: 1,
      maxLength: 6,
    })
    const segment = fc.record({ start: fc.nat(900_000_000), length: fc.nat(60_000), said })
    const named = fc.array(fc.tuple(segment, names), { minLength: 1 })
    const unnamed = fc.array(fc.tuple(segment, fc.constant('')), { minLength: 1 })
    fc.assert(
      fc.property(fc.oneof(named, unnamed), (given) => {
        const segments = given.map(([{ start, length, said }, name]): Segment => {
          const times = { start: start / 1000, end: (start + length) / 1000 }
          const word = { text: `${said.join(' ')} .`, startTimestamp: times.start, endTimestamp: times.end }
          return { speaker: { name }, ...times, words: [word] }
        })
        // Nothing can be escaped in SRT: speech that is itself a timing line is told apart by a name only.
        fc.pre(given.every(([{ said }, name]) => name !== '' || !/^\d\S* -->/.test(said.join(' '))))
        expect(readTranscript(writeTranscript('srt', asConversation(segments))).segments).toEqual(segments)
      }),
    )
  })

  test('times are never made up for a format that must have them', () => {
    const untimed: Segment = {
      speaker: { name: 'Ada' },
      start: null,
      end: null,
      words: [{ text: 'hi', startTimestamp: null, endTimestamp: null }],
    }
    for (const form of ['vtt', 'srt'] as const) {
      expect(() => writeTranscript(form, asConversation([untimed]))).toThrow(
        'The transcript has no times. Export it as txt, json or vcon.',
      )
      expect(() => writeTranscript(form, asConversation([{ ...untimed, start: 1 }]))).toThrow(TranscriptFault)
    }
    expect(writeTranscript('txt', asConversation([untimed]))).toBe('Ada: hi\n')
  })
})
