import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLines } from './forms/lines.ts'
import { toMilliseconds } from './forms/timing.ts'
import {
  isSpoken,
  type Party,
  readTranscript,
  readTranscripts,
  type Segment,
  type Speaker,
  segmentText,
  type TranscriptConversation,
  TranscriptFault,
  type TranscriptForm,
  writeTranscript,
} from './index.ts'

/** Everything that trips a reader which is not careful. */
const traps = [
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
const piece = fc.oneof(fc.constantFrom(...traps), fc.string({ unit: 'grapheme', maxLength: 6 }))
const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').replaceAll('\0', ''))
const time = fc.double({ min: 0, max: 1_000_000, noNaN: true }).map((value) => value + 0)
const times = fc
  .tuple(fc.option(time), fc.option(time))
  .map(([a, b]) => (a !== null && b !== null && b < a ? { start: b, end: a } : { start: a, end: b }))

function optional<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(values, { nil: undefined })
}

/** Without members that are undefined: JSON has none. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

const speaker: fc.Arbitrary<Speaker> = fc
  .record({ id: optional(text), name: text, email: optional(text), internal: optional(fc.boolean()) })
  .map((each) => compact(each) as Speaker)

const sentences: fc.Arbitrary<Segment> = fc
  .record({ speaker, outer: times, inner: fc.option(times), text })
  .map(({ speaker, outer, inner, text }) => {
    const own = inner ?? outer
    return { speaker, ...outer, words: [{ text, startTimestamp: own.start, endTimestamp: own.end }] }
  })

const worded: fc.Arbitrary<Segment> = fc
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

const party: fc.Arbitrary<Party> = fc
  .record({
    id: optional(text),
    name: optional(text),
    email: optional(text),
    organizer: optional(fc.boolean()),
    status: optional(text),
    tel: optional(text),
  })
  .map((each) => compact(each) as Party)

const instant = fc
  .date({ min: new Date('1980-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** JSON as it is after one trip through text: −0 does not exist there. */
const attributes = fc
  .dictionary(text, fc.jsonValue({ maxDepth: 3 }))
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as Record<string, unknown>)
  .filter((value) => JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value)))

const conversation: fc.Arbitrary<TranscriptConversation> = fc.constantFrom<TranscriptForm>('V1', 'V2').chain((form) =>
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
    summary: optional(text.filter((each) => each.trim() !== '' && !/^\s*[[{]/.test(each))),
    attributes,
  }),
)

describe('the way out and back', () => {
  test('a vCon brings back the whole conversation', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        const read = readTranscript(writeTranscript('vcon', given))
        expect(read).toEqual(
          compact({
            format: 'vcon',
            form: given.form,
            segments: given.segments,
            externalId: given.uuid,
            title: given.title,
            startedAt: given.startedAt,
            durationSeconds: given.durationSeconds,
            language: given.language,
            parties: given.parties,
            mediaUrl: given.mediaUrl,
            summary: given.summary,
            conversation: given.attributes,
          }),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('the JSON form brings back form, speakers, words and every time to the last bit', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        const read = readTranscript(writeTranscript('json', given))
        expect(read.segments).toEqual(given.segments)
        // An empty list does not tell its form.
        if (given.segments.length > 0) expect(read.form).toBe(given.form)
      }),
      { numRuns: 400 },
    )
  })

  test('the list that answers carry reads as what it was written from', () => {
    fc.assert(
      fc.property(conversation, ({ segments, form }) => {
        fc.pre(segments.length > 0 && segments.some((segment) => form === 'V1' || segment.words.length !== 1))
        const read = readTranscript(JSON.parse(JSON.stringify(segments)))
        expect(read.segments).toEqual(segments)
        expect(read.form).toBe(form)
      }),
    )
  })

  test('an export of an empty conversation is a vCon with the parties that an attachment needs', () => {
    const empty = {
      uuid: 'a',
      createdAt: '2026-01-01T00:00:00.000Z',
      form: 'V2',
      segments: [],
      parties: [],
      attributes: {},
    } as const
    const vcon = JSON.parse(writeTranscript('vcon', { ...empty, segments: [], parties: [] }))
    expect(vcon.parties).toEqual([{}])
    expect(vcon).not.toHaveProperty('vcon')
    expect(vcon.attachments[0]).toMatchObject({ party: 0, dialog: 0, start: empty.createdAt })
    expect(readTranscript(vcon)).toEqual({
      format: 'vcon',
      form: 'V2',
      segments: [],
      externalId: 'a',
      parties: [],
      conversation: {},
    })
  })

  test('in a vCon a speaker points to the party with the same id, address or name, and becomes one where there is none', () => {
    const say = (speaker: Speaker): Segment => ({ speaker, start: null, end: null, words: [] })
    const vcon = JSON.parse(
      writeTranscript('vcon', {
        uuid: 'a',
        createdAt: '2026-01-01T00:00:00.000Z',
        form: 'V2',
        segments: [
          say({ name: 'Al', id: '7' }),
          say({ name: 'x', email: 'B@X.org' }),
          say({ name: 'Cy' }),
          say({ name: 'Di' }),
          say({ name: '' }),
        ],
        parties: [{ name: 'Cy' }, { id: '7', name: 'Alan' }, { email: 'b@x.org' }],
        attributes: {},
      }),
    )
    expect(vcon.analysis[0].body.speakers.map((each: { party?: number }) => each.party)).toEqual([
      1,
      2,
      0,
      3,
      undefined,
    ])
    expect(vcon.parties[3]).toEqual({ name: 'Di' })
  })
})

/** Segments with both times, as a cue must have them. */
const timedSegment: fc.Arbitrary<Segment> = fc
  .record({
    speaker: text.map((name) => ({ name })),
    start: time,
    length: fc.double({ min: 0, max: 100, noNaN: true }),
    text,
  })
  .map(({ speaker, start, length, text }) => {
    const end = Math.min(1_000_000, start + length)
    return { speaker, start, end, words: [{ text, startTimestamp: start, endTimestamp: end }] }
  })

/** A caption of nobody, whose text may look as if it named somebody. */
function unvoiced(text: string): Segment {
  return { speaker: { name: '' }, start: 0, end: 0, words: [{ text, startTimestamp: 0, endTimestamp: 0 }] }
}

function asConversation(segments: Segment[], form: TranscriptForm = 'V1'): TranscriptConversation {
  return { uuid: 'a', createdAt: '2026-01-01T00:00:00.000Z', form, segments, parties: [], attributes: {} }
}

describe('what subtitles carry', () => {
  test('WebVTT brings back names, texts on one line and times in milliseconds, whatever the text contains', () => {
    fc.assert(
      fc.property(fc.array(timedSegment, { maxLength: 8 }), (segments) => {
        const read = readTranscript(writeTranscript('vtt', asConversation(segments)))
        const spoken = segments.filter((segment) => joinLines(segmentText(segment)) !== '')
        expect(read.segments.map(({ start, end, words }) => ({ start, end, text: words[0]?.text }))).toEqual(
          spoken.map((segment) => ({
            start: toMilliseconds(segment.start ?? 0),
            end: toMilliseconds(segment.end ?? 0),
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
      { numRuns: 400, examples: [[[unvoiced('ꡀ：Bob: hi')]], [[unvoiced('ꡀ: Bob：hi')]]] },
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
          segments,
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

describe('anything may be thrown at the readers', () => {
  const tame = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptFault)
    }
  }
  const line = fc.oneof(
    text,
    fc.string(),
    fc.constantFrom('WEBVTT', '00:00:01.000 --> 00:00:02.000', '0:0:1.0,0:0:2.0', '00:00:01\tBo:\thi'),
  )

  test('any string ends in a transcript or a fault', () => {
    const lines = fc.array(line).map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(
        fc.oneof(
          lines,
          fc.string({ unit: 'binary' }),
          lines.map((rest) => `WEBVTT\n\n${rest}`),
        ),
        (source) => {
          tame(() => readTranscript(source))
          for (const outcome of readTranscripts(source)) {
            if ('document' in outcome) expect(isSpoken(outcome.document.segments)).toBeTypeOf('boolean')
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('any JSON ends in a transcript or a fault', () => {
    const key = fc.constantFrom(
      ...[
        'uuid',
        'vcon',
        'dialog',
        'analysis',
        'parties',
        'attachments',
        'body',
        'type',
        'transcript',
        'text',
        'start',
        'end',
      ],
      ...[
        'segments',
        'final',
        'speaker',
        'words',
        'sentence',
        'results',
        'channels',
        'alternatives',
        'paragraphs',
        'num_words',
      ],
      ...[
        'payload',
        'signatures',
        'protected',
        'header',
        'jwk',
        'x5c',
        'encoding',
        'base64url',
        'monologues',
        'sentences',
        '__proto__',
      ],
      ...[
        'duration',
        'mediatype',
        'originator',
        'critical',
        'id',
        'title',
        'date',
        'name',
        'purpose',
        'parley-conversation',
      ],
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 7 },
        fc.oneof(key, text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    }))
    fc.assert(
      fc.property(value, (given) => {
        tame(() => readTranscript(given))
        tame(() => readTranscript(JSON.stringify(given) ?? ''))
      }),
      { numRuns: 2000 },
    )
  })

  test('what was read can be written as JSON and vCon and read again, the same', () => {
    fc.assert(
      fc.property(
        fc.array(line).map((parts) => parts.join('\n')),
        (source) => {
          for (const outcome of readTranscripts(source)) {
            if (!('document' in outcome)) continue
            const given = { ...asConversation(outcome.document.segments, outcome.document.form) }
            for (const form of ['json', 'vcon'] as const) {
              expect(readTranscript(writeTranscript(form, given)).segments).toEqual(outcome.document.segments)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
