/** Arbitrary transcripts and conversations for property tests, with text that trips careless readers. */
import fc from 'fast-check'
import type {
  Party,
  Segment,
  Speaker,
  TranscriptConversation,
  TranscriptForm,
} from '../features/text/transcripts/index.ts'

/** Everything that trips a reader which is not careful. */
export const traps = [
  ...[
    '-->',
    '00:00:01.000 --> 00:00:02.000',
    'WEBVTT',
    'NOTE',
    '<v Bob>',
    '</v>',
    '<00:00:01.000>',
    '<',
    '>',
    '&',
    '&amp;',
  ],
  ...[
    '&#58;',
    ':',
    ': ',
    'Bob: hi',
    '：',
    '\n',
    '\r\n',
    '\r',
    '\u2028',
    '\t',
    ' ',
    '  ',
    '',
    '1',
    '{',
    '}',
    '[',
    '"',
    '\\',
    '\ufeff',
  ],
  ...[
    '{"spokenText":"x"}',
    '__proto__',
    'null',
    '\u202e',
    '👩‍👩‍👧',
    'e\u0301',
    '你好',
    'مرحبا',
    '\u0085',
    '\u200b',
    '\u00a0',
  ],
]
export const piece = fc.oneof(fc.constantFrom(...traps), fc.string({ unit: 'grapheme', maxLength: 6 }))
export const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').replaceAll('\0', ''))
export const time = fc.double({ min: 0, max: 1_000_000, noNaN: true }).map((value) => value + 0)
export const times = fc
  .tuple(fc.option(time), fc.option(time))
  .map(([a, b]) => (a !== null && b !== null && b < a ? { start: b, end: a } : { start: a, end: b }))

export function optional<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(values, { nil: undefined })
}

/** Without members that are undefined: JSON has none. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

export const speaker: fc.Arbitrary<Speaker> = fc
  .record({ id: optional(text), name: text, email: optional(text), internal: optional(fc.boolean()) })
  .map((each) => compact(each) as Speaker)

export const sentences: fc.Arbitrary<Segment> = fc
  .record({ speaker, outer: times, inner: fc.option(times), text })
  .map(({ speaker, outer, inner, text }) => {
    const own = inner ?? outer
    return { speaker, ...outer, words: [{ text, startTimestamp: own.start, endTimestamp: own.end }] }
  })

export const worded: fc.Arbitrary<Segment> = fc
  .record({
    speaker,
    bounds: times,
    words: fc.array(
      fc
        .record({ text, times })
        .map((word) => ({ text: word.text, startTimestamp: word.times.start, endTimestamp: word.times.end })),
      { maxLength: 5 },
    ),
  })
  .map(({ speaker, bounds, words }) => ({ speaker, ...bounds, words }))

export const party: fc.Arbitrary<Party> = fc
  .record({
    id: optional(fc.oneof(text, fc.constantFrom('+49 171 1234567', '(030) 901-820'))),
    name: optional(text),
    email: optional(text),
    organizer: optional(fc.boolean()),
    status: optional(text),
    tel: optional(text),
  })
  .map((each) => compact(each) as Party)

export const instant = fc
  .date({ min: new Date('1980-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** JSON as it is after one trip through text: −0 does not exist there. */
export const attributes = fc
  .dictionary(text, fc.jsonValue({ maxDepth: 3 }))
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as Record<string, unknown>)
  .filter((value) => JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value)))

export const conversation: fc.Arbitrary<TranscriptConversation> = fc
  .constantFrom<TranscriptForm>('V1', 'V2')
  .chain((form) =>
    fc.record({
      uuid: fc.uuid(),
      title: optional(text.filter((each) => each !== '')),
      startedAt: optional(instant),
      createdAt: instant,
      updatedAt: optional(instant),
      durationSeconds: optional(time),
      language: optional(fc.constantFrom('en', 'de-CH')),
      form: fc.constant(form),
      segments: fc.array(form === 'V1' ? sentences : worded, { maxLength: 6 }),
      parties: fc.array(party, { maxLength: 4 }),
      mediaUrl: optional(fc.webUrl()),
      mediaHash: optional(
        fc.constantFrom(
          'sha512-GLy6IPaIUM1GqzZqfIPZlWjaDsNgNvZM0iCONNThnH0a75fhUM6cYzLZ5GynSURREvZwmOh54-2lRRieyj82UQ',
        ),
      ),
      summary: optional(text.filter((each) => each.trim() !== '' && !/^\s*[[{]/.test(each))),
      attributes,
    }),
  )

/** Segments with both times, as a cue must have them. */
export const timedSegment: fc.Arbitrary<Segment> = fc
  .record({
    speaker: text.map((name) => ({ name })),
    start: time,
    length: fc.double({ min: 0, max: 100, noNaN: true }),
    text,
  })
  .map(({ speaker, start: drawn, length, text }) => {
    // A cue has to end after its start, within the maximum time.
    const start = Math.min(999_999, drawn)
    const end = Math.min(1_000_000, start + length)
    return { speaker, start, end, words: [{ text, startTimestamp: start, endTimestamp: end }] }
  })

/** A caption of nobody, whose text may look as if it named somebody. */
export function unvoiced(text: string): Segment {
  return { speaker: { name: '' }, start: 0, end: 0, words: [{ text, startTimestamp: 0, endTimestamp: 0 }] }
}

export function asConversation(segments: Segment[], form: TranscriptForm = 'V1'): TranscriptConversation {
  return { uuid: 'a', createdAt: '2026-01-01T00:00:00.000Z', form, segments, parties: [], attributes: {} }
}
