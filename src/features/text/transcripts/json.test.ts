import { describe, expect, test } from 'vitest'
import { isSpoken, readTranscript, readTranscripts, segmentText, TranscriptFault, transcriptText } from './index.ts'

function faultOf(read: () => unknown): { message: string; pointer: string | undefined; line: number | undefined } {
  try {
    read()
  } catch (error) {
    if (error instanceof TranscriptFault) return { message: error.message, pointer: error.pointer, line: error.line }
    throw error
  }
  throw new Error('read')
}

const word = (text: string, startTimestamp: number | null = null, endTimestamp: number | null = null) => ({
  text,
  startTimestamp,
  endTimestamp,
})

describe('lines of segments', () => {
  const SEGMENTS = [
    { speaker: 'Ada', start: 0.5, end: 2, text: 'Shall we begin?' },
    { speaker: 'Bob', start: 2.5, end: 4, text: 'Yes.' },
  ]
  const LINES = SEGMENTS.map((segment) => JSON.stringify(segment)).join('\n\n')

  test('are one conversation, the same as in a list', () => {
    const list = readTranscript(SEGMENTS)
    expect(readTranscript(LINES)).toEqual(list)
    expect([...readTranscripts(LINES, { fileName: 'a.jsonl' })]).toEqual([{ document: list }])
  })

  test('are refused with the line that is cut or has other times', () => {
    const reversed = [...SEGMENTS, { speaker: 'Ada', start: 9, end: 8, text: 'No.' }]
    const text = reversed.map((segment) => JSON.stringify(segment)).join('\n')
    expect(faultOf(() => readTranscript(text))).toMatchObject({ pointer: '/2/end' })
    expect(faultOf(() => readTranscript(text.slice(0, -3)))).toMatchObject({
      line: 3,
      message: expect.stringContaining('incomplete'),
    })
  })

  test('with a conversation each are several', () => {
    const lines = [{ segments: SEGMENTS }, { segments: SEGMENTS }].map((one) => JSON.stringify(one)).join('\n')
    expect([...readTranscripts(lines)]).toHaveLength(2)
  })
})

describe('our JSON forms', () => {
  test('V1 has a time for a sentence', () => {
    const { format, form, segments } = readTranscript({
      final: [
        { speaker: 'Ada', sentence: ' Hi  there. ', startTimestamp: 0.1, endTimestamp: 0.30000000000000004 },
        { speaker: null, sentence: '' },
      ],
    })
    expect({ format, form }).toEqual({ format: 'parley-v1', form: 'V1' })
    expect(segments).toEqual([
      {
        speaker: { name: 'Ada' },
        start: 0.1,
        end: 0.30000000000000004,
        words: [word(' Hi  there. ', 0.1, 0.30000000000000004)],
      },
      { speaker: { name: '' }, start: null, end: null, words: [word('')] },
    ])
  })

  test('V2 has a time for a word, and a segment lasts from its first start to its last end', () => {
    const speaker = { id: '7', name: 'Ada', email: 'ada@x.org', internal: true }
    const words = [word('Hi', 1, 1.5), word('there', 0.5, 2), word('you')]
    const { form, segments } = readTranscript({ final: [{ speaker, words }, { words: [] }] })
    expect(form).toBe('V2')
    expect(segments).toEqual([
      { speaker, start: 0.5, end: 2, words },
      { speaker: { name: '' }, start: null, end: null, words: [] },
    ])
  })

  test('a list is recognized without a wrapper, from a string as from a value', () => {
    const list = [{ speaker: 'A', sentence: 'x' }]
    expect(readTranscript(list)).toEqual(readTranscript(JSON.stringify(list)))
    expect(readTranscript('[]')).toMatchObject({ form: 'V1', segments: [] })
    expect(readTranscript([{ speaker: { name: 'A' }, words: [word('x')] }]).form).toBe('V2')
  })

  test('a fault points to the member that is wrong and does not repeat what stands there', () => {
    const at = (entry: unknown) => faultOf(() => readTranscript({ final: [{ sentence: 'x' }, entry] }))
    expect(at({ sentence: 'x', startTimestamp: 'SECRET' })).toMatchObject({
      pointer: '/final/1/startTimestamp',
      message: 'A time must be a number.',
    })
    expect(at({ sentence: 'x', startTimestamp: 2, endTimestamp: 1 })).toMatchObject({
      pointer: '/final/1/endTimestamp',
      message: 'The end time is before the start time.',
    })
    expect(at({ sentence: 1 })).toMatchObject({ pointer: '/final/1/sentence' })
    expect(at({ speaker: 'A' })).toMatchObject({ pointer: '/final/1' })
    expect(at('SECRET')).toMatchObject({ pointer: '/final/1', message: 'The value must be an object.' })
    expect(at({ sentence: 'x', speaker: [] })).toMatchObject({ pointer: '/final/1/speaker' })
    expect(at({ sentence: 'x', speaker: { name: 4 } })).toMatchObject({ pointer: '/final/1/speaker/name' })
    expect(at({ sentence: 'a\0' })).toMatchObject({
      pointer: '/final/1/sentence',
      message: 'Text must not contain a NUL character.',
    })
    expect(faultOf(() => readTranscript('{"final": [{"sentence": "\\ud800"}]}')).pointer).toBe('/final/0/sentence')
    expect(faultOf(() => readTranscript({ final: [{ words: [word('x')] }, { sentence: 'x' }] })).pointer).toBe(
      '/final/1',
    )
    expect(
      faultOf(() => readTranscript({ final: [{ words: [{ text: 'x', startTimestamp: Number.NaN }] }] })).pointer,
    ).toBe('/final/0/words/0/startTimestamp')
  })

  test('names that mean something to JavaScript mean nothing here', () => {
    const source =
      '{"__proto__": {"segments": []}, "constructor": 1, "segments": [{"text": "x", "__proto__": {"speaker": "evil"}}]}'
    expect(readTranscript(source).segments).toEqual([
      { speaker: { name: '' }, start: null, end: null, words: [word('x')] },
    ])
    expect(Object.prototype).not.toHaveProperty('segments')
    expect(faultOf(() => readTranscript('{"__proto__": {"segments": []}}')).pointer).toBe('')
  })
})

describe('the JSON of others', () => {
  test('podcast namespace', () => {
    const source = {
      version: '1.0.0',
      segments: [
        { speaker: 'A', startTime: 0.5, endTime: 0.75, body: 'I' },
        { startTime: 1, endTime: 2, body: ' ' },
      ],
    }
    expect(readTranscript(source)).toEqual({
      format: 'podcast',
      form: 'V1',
      segments: [{ speaker: { name: 'A' }, start: 0.5, end: 0.75, words: [word('I', 0.5, 0.75)] }],
    })
  })

  test('segments with what they say about the conversation', () => {
    const source = {
      id: 42,
      title: 'T',
      date: '2026-04-16',
      duration: 12.5,
      language: 'en',
      series: 'x',
      segments: [{ index: 0, speaker: 'A', text: 'x', start: 3 }],
    }
    expect(readTranscript(source)).toEqual({
      ...{
        format: 'segments',
        form: 'V1',
        externalId: '42',
        title: 'T',
        startedAt: '2026-04-16T00:00:00.000Z',
        durationSeconds: 12.5,
        language: 'en',
      },
      segments: [{ speaker: { name: 'A' }, start: 3, end: null, words: [word('x', 3, null)] }],
    })
    for (const date of ['yesterday', '2026-02-30', '2026-13-01', 5]) {
      expect(faultOf(() => readTranscript({ date, segments: [] }))).toMatchObject({ pointer: '/date' })
    }
    expect(readTranscript({ started_at: '2026-04-16T10:00:00+02:00', segments: [] }).startedAt).toBe(
      '2026-04-16T08:00:00.000Z',
    )
  })

  test('Whisper with words is V2', () => {
    const words = [{ word: ' Hi', start: 0, end: 0.5, probability: 1 }]
    const { form, segments } = readTranscript({
      text: 'Hi',
      segments: [{ id: 0, start: 0, end: 1, text: ' Hi', words }],
    })
    expect(form).toBe('V2')
    expect(segments).toEqual([{ speaker: { name: '' }, start: 0, end: 1, words: [word('Hi', 0, 0.5)] }])
  })

  test('Gong counts in milliseconds', () => {
    const monologues = [{ speakerId: '9', topic: null, sentences: [{ start: 1100, end: 2300, text: 'Hi.' }] }]
    const segments = [{ speaker: { id: '9', name: 'Speaker 9' }, start: 1.1, end: 2.3, words: [word('Hi.', 1.1, 2.3)] }]
    expect(readTranscript({ monologues })).toMatchObject({ format: 'gong', segments })
    expect(readTranscript(monologues)).toMatchObject({ format: 'gong', segments })
    expect(readTranscript({ callTranscripts: [{ callId: 'c', transcript: monologues }] })).toMatchObject({
      externalId: 'c',
      segments,
    })
  })

  test('JSON that is no transcript, and text that is no JSON, are refused', () => {
    expect(faultOf(() => readTranscript({ hello: 1 })).message).toMatch(
      /^The JSON has none of the supported transcript forms\. Supported are .* convert it\.$/,
    )
    for (const value of [null, undefined, 5, true]) expect(() => readTranscript(value)).toThrow(TranscriptFault)
    expect(faultOf(() => readTranscript('{"final": [\n{"sentence": SECRET}]}'))).toMatchObject({ line: 2 })
    expect(faultOf(() => readTranscript('{"final": [\n\n'))).toMatchObject({ line: 3 })
    expect(faultOf(() => readTranscript('final: []', { fileName: 'a.json' }))).toMatchObject({ line: 1 })
  })
})

describe('JSON lines', () => {
  const line = (id: string, extra: object = {}) =>
    JSON.stringify({ id, title: id, segments: [{ speaker: 'A', text: 'x' }], ...extra })

  test('each line is one outcome; a fault stands between its neighbours, with line and pointer', () => {
    const outcomes = [
      ...readTranscripts([line('a'), '', line('b', { duration: 'SECRET' }), '{"id": ', 'x', line('c')].join('\r\n')),
    ]
    const told = outcomes.map((each) =>
      'fault' in each ? [each.line, each.fault.line, each.fault.pointer] : [each.line, each.document.externalId],
    )
    expect(told).toEqual([
      [1, 'a'],
      [3, 3, '/duration'],
      [4, 4, undefined],
      [5, 5, undefined],
      [6, 'c'],
    ])
  })

  test('a broken first line does not make the others one text', () => {
    const outcomes = [...readTranscripts(`{"id": "a", "segm\n${line('b')}\n`)]
    expect(outcomes.map((each) => 'fault' in each)).toEqual([true, false])
  })

  test('one conversation in any other form is one outcome without a line', () => {
    expect([...readTranscripts(JSON.stringify({ segments: [] }, null, 2))]).toMatchObject([
      { document: { segments: [] } },
    ])
    expect([...readTranscripts('Ada: hi')]).toMatchObject([{ document: { format: 'text' } }])
    expect([...readTranscripts('WEBVTT x\n\nlost')]).toMatchObject([{ fault: { line: 3 } }])
    expect(() => readTranscript(`${line('a')}\n${line('b')}`)).toThrow(TranscriptFault)
    expect(readTranscript(line('a')).externalId).toBe('a')
  })
})

describe('a transcript as text', () => {
  test('a turn is a line, however many segments it has and whatever lines its text has', () => {
    const { segments } = readTranscript([
      { speaker: 'A', text: 'one\ntwo ' },
      { speaker: 'A', text: 'three' },
      { speaker: { name: 'A', id: '2' }, text: 'other A' },
      { speaker: '', text: 'nobody\r\nhere' },
      { speaker: 'A\nB', text: 'x' },
    ])
    expect(transcriptText(segments)).toBe('A: one two three\nA: other A\nnobody here\nA B: x')
    expect(isSpoken(segments)).toBe(true)
    expect(isSpoken([{ words: [word(' ')] }, { words: [] }])).toBe(false)
    expect(segments.map(segmentText)[0]).toBe('one\ntwo ')
  })
})
