import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { createFinder } from './find.ts'
import { maskJson, maskSegments, maskText } from './mask.ts'

const find = createFinder({ kinds: ['card', 'phone', 'email', 'ssn', 'iban'], patterns: [] })

/** V2: a time a word, a second each. */
function spoken(name: string, text: string, from = 0): TranscriptSegment {
  const words = text.split(' ').map((word, index) => ({
    ...{ text: word, startTimestamp: from + index, endTimestamp: from + index + 1 },
  }))
  return { speaker: { name }, start: from, end: from + words.length, words }
}
const sentence = (name: string, text: string): TranscriptSegment => ({
  ...{ speaker: { name }, start: 0, end: 1 },
  words: [{ text, startTimestamp: 0, endTimestamp: 1 }],
})
const texts = (segments: readonly TranscriptSegment[]) => segments.map(segmentText)

const CARD = 'four one one one one one one one one one one one one one one one'

describe('a transcript with a time a word', () => {
  it('has one word for what was masked, which lasts as long, and keeps all others with their times', () => {
    const { segments, spans, counts } = maskSegments([spoken('Ann', `it is ${CARD}, thanks a lot`)], find)
    expect(segments[0]?.words).toEqual([
      { text: 'it', startTimestamp: 0, endTimestamp: 1 },
      { text: 'is', startTimestamp: 1, endTimestamp: 2 },
      { text: '[CARD],', startTimestamp: 2, endTimestamp: 18 },
      { text: 'thanks', startTimestamp: 18, endTimestamp: 19 },
      { text: 'a', startTimestamp: 19, endTimestamp: 20 },
      { text: 'lot', startTimestamp: 20, endTimestamp: 21 },
    ])
    expect(counts).toEqual({ card: 1 })
    expect(spans).toEqual([{ kind: 'card', segment: 0, from: 6, to: 12, word: 2, words: 16 }])
  })

  it('is masked across the segments of a turn, each segment staying one', () => {
    const [first, second] = [CARD.slice(0, 28), CARD.slice(29)]
    const { segments, counts } = maskSegments([spoken('Ann', `it is ${first}`), spoken('Ann', `${second} ok`)], find)
    expect(texts(segments)).toEqual(['it is [CARD]', '[CARD] ok'])
    expect(counts).toEqual({ card: 1 })
  })

  it('is masked across the short words of a listener, who repeats digits', () => {
    const said = [
      'four one one one',
      'four one one one',
      'one one one one',
      'okay',
      'one one one one one one one one thanks',
    ]
    const { segments, counts } = maskSegments(
      said.map((text, index) => spoken(index % 2 === 0 ? 'Ann' : 'Bob', text)),
      find,
    )
    expect(texts(segments)).toEqual(['[CARD]', '[CARD]', '[CARD]', 'okay', '[CARD] thanks'])
    expect(counts).toEqual({ card: 1 })
  })

  it('is not joined over somebody who has something to say', () => {
    const digits = [
      'four one one one one one one one',
      'I have to interrupt you here for a moment please',
      'one one one one one one one one',
    ]
    const segments = digits.map((text, index) => spoken(index === 1 ? 'Bob' : 'Ann', text))
    expect(maskSegments(segments, find).segments).toBe(segments)
  })

  it('finds an address that is said', () => {
    const { segments } = maskSegments([spoken('Ann', 'jane dot doe at example dot com.')], find)
    expect(texts(segments)).toEqual(['[EMAIL].'])
    expect(segments[0]?.words).toEqual([{ text: '[EMAIL].', startTimestamp: 0, endTimestamp: 7 }])
  })
})

describe('a transcript with a time a sentence', () => {
  it('keeps its sentences', () => {
    const { segments, spans } = maskSegments([sentence('Ann', 'Call 415-555-0132, or a@b.example.')], find)
    expect(segments).toEqual([sentence('Ann', 'Call [PHONE], or [EMAIL].')])
    expect(spans.map(({ kind, word, words }) => [kind, word, words])).toEqual([
      ['phone', 0, 1],
      ['email', 0, 1],
    ])
  })

  it('leaves names of speakers as they are', () => {
    const { segments } = maskSegments([sentence('ann@b.example', 'Hello.')], find)
    expect(segments).toEqual([sentence('ann@b.example', 'Hello.')])
  })
})

describe('every transcript', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'one',
      'four',
      'nine',
      'double',
      'a@b.example',
      '4111',
      '1111',
      '415-555-0132',
      'at',
      'dot',
      'com',
      'ok,',
    ),
    fc.stringMatching(/^[a-z]{1,7}[.,]?$/),
  )
  const transcript = fc.array(
    fc.tuple(fc.constantFrom('Ann', 'Bob'), fc.array(word, { minLength: 1, maxLength: 14 }), fc.boolean()),
    { maxLength: 12 },
  )

  it('keeps its segments, speakers and times, tells where each mask stands, and is masked once', () => {
    fc.assert(
      fc.property(transcript, (turns) => {
        const before = turns.map(([name, words, byWord]) => (byWord ? spoken : sentence)(name, words.join(' ')))
        const { segments, spans, counts } = maskSegments(before, find)
        expect(segments.map(({ speaker, start, end }) => [speaker, start, end])).toEqual(
          before.map(({ speaker, start, end }) => [speaker, start, end]),
        )
        for (const { segment, from, to, word: place, kind } of spans) {
          const one = segments[segment] as TranscriptSegment
          const mask = segmentText(one).slice(from, to)
          expect(mask).toBe(`[${kind.toUpperCase()}]`)
          expect(one.words[place]?.text).toContain(mask)
        }
        expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(spans.length)
        for (const [index, { words }] of segments.entries()) {
          expect(words.filter(({ text }) => text === '')).toEqual([])
          // Every word that is left stood there before, with the same start.
          const starts = new Set(before[index]?.words.map(({ startTimestamp }) => startTimestamp))
          expect(words.filter(({ startTimestamp }) => !starts.has(startTimestamp))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('JSON', () => {
  it('is masked in its texts and in numbers that are one, nowhere else', () => {
    const counts: Record<string, number> = {}
    const value = { who: 'a@b.example', deep: [{ card: 4_111_111_111_111_111, n: 42, ok: true, none: null }] }
    expect(maskJson(value, find, counts)).toEqual({
      who: '[EMAIL]',
      deep: [{ card: '[CARD]', n: 42, ok: true, none: null }],
    })
    expect(counts).toEqual({ email: 1, card: 1 })
  })
})

it('a text without anything stays the very same', () => {
  expect(maskText('Nothing here.', find)).toEqual({ text: 'Nothing here.', counts: {}, spans: [] })
})
