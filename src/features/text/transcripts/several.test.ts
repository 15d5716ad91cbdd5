import { describe, expect, it } from 'vitest'
import { createPen, createTruth, SAMPLES } from '../../../testing/form-samples/index.ts'
import { splitJson } from './forms/split-json.ts'
import { readTranscript, readTranscripts, segmentText } from './index.ts'

const json = JSON.stringify
const lines = (values: readonly unknown[]) => values.map((value) => json(value)).join('\n')

function read(source: string, fileName: string): string[] {
  return [...readTranscripts(source, { fileName })].map((outcome) => {
    const place = outcome.line ?? outcome.pointer ?? ''
    if ('fault' in outcome) return `${place} ${outcome.fault.message}`
    const { externalId = '', segments } = outcome.document
    return `${place} ${externalId} ${segments.map((each) => `${each.speaker.name}: ${segmentText(each)}`).join(' / ')}`
  })
}

const gongCall = (callId: string) => ({
  callId,
  transcript: [{ speakerId: 's1', topic: null, sentences: [{ start: 1000, end: 2000, text: 'Hello.' }] }],
})
const firefliesCall = (id: string) => ({
  ...{ id, duration: 28.5 },
  sentences: [{ index: 0, speaker_name: 'Ann', speaker_id: 0, text: 'Hello.', start_time: 1, end_time: 1700 }],
})
const avomaCall = (id: string) => ({
  ...{ uuid: `t${id}`, meeting_uuid: id, speakers: [{ id: 0, name: 'Ann', email: null, is_rep: true }] },
  transcript: [{ speaker_id: 0, transcript: 'Hello.', timestamps: [1] }],
})

describe('a response with several calls', () => {
  it('is one conversation per call, with the names of that call', () => {
    const gong = {
      callTranscripts: [gongCall('1'), gongCall('2')],
      calls: [
        { metaData: { id: '2' }, parties: [{ speakerId: 's1', name: 'Ben' }] },
        { metaData: { id: '1' }, parties: [{ speakerId: 's1', name: 'Ann' }] },
      ],
    }
    expect(read(json(gong), 'a.json')).toEqual(['/callTranscripts/0 1 Ann: Hello.', '/callTranscripts/1 2 Ben: Hello.'])
    expect(() => readTranscript(json(gong))).toThrow(/several calls/)
  })

  it.each([
    ['Fireflies', { data: { transcripts: [firefliesCall('1'), firefliesCall('2')] } }, '/data/transcripts'],
    ['Fireflies, a list', [firefliesCall('1'), firefliesCall('2')], ''],
    ['Avoma', { count: 2, next: null, previous: null, results: [avomaCall('1'), avomaCall('2')] }, '/results'],
    ['Avoma, a list', [avomaCall('1'), avomaCall('2')], ''],
  ])('%s', (_, value, at) => {
    expect(read(json(value), 'a.json')).toEqual([`${at}/0 1 Ann: Hello.`, `${at}/1 2 Ann: Hello.`])
    expect(() => readTranscript(json(value))).toThrow(/several calls/)
  })

  it('with one call is that call', () => {
    expect(read(json({ data: { transcripts: [firefliesCall('1')] } }), 'a.json')).toEqual([' 1 Ann: Hello.'])
  })

  it('is split by sessions and chats', () => {
    const words = (session_id: string) => ({ session_id, words: 'Hi', speaker: 'Ann', start_time: 0, end_time: 1 })
    expect(read(json([words('a'), words('b'), words('a')]), 'a.json')).toEqual([
      '/0 a Ann: Hi / Ann: Hi',
      '/1 b Ann: Hi',
    ])
    const message = { id: 1, type: 'message', date_unixtime: '1773740000', from: 'Ann', from_id: 'user1', text: 'Hi' }
    const chats = { chats: { list: [1, 2].map((id) => ({ id, name: 'A', messages: [message] })) } }
    expect(read(json(chats), 'a.json')).toEqual(['/chats/list/0 1 Ann: Hi', '/chats/list/1 2 Ann: Hi'])
  })

  it('names the pointer of a fault', () => {
    const broken = { ...firefliesCall('2'), sentences: [{ ...firefliesCall('2').sentences[0], start_time: 'x' }] }
    const [, second] = [...readTranscripts(json([firefliesCall('1'), broken]), { fileName: 'a.json' })]
    expect(second).toMatchObject({ fault: { pointer: '/1/sentences/0/start_time' } })
  })

  it('is never found in one conversation', () => {
    const truth = createTruth(3)
    const split = SAMPLES.filter(({ write }) => {
      const value = write(truth, createPen(truth))
      return typeof value !== 'string' && (splitJson(value)?.length ?? 0) > 1
    })
    expect(split.map(({ id }) => id)).toEqual([])
  })
})

describe('JSON lines of one conversation', () => {
  const event = (name: string, text: string, relative: number, id = 't1') => ({
    event: 'transcript.data',
    data: {
      data: {
        participant: { id: name, name },
        words: [{ text, start_timestamp: { relative }, end_timestamp: { relative: relative + 1 } }],
      },
      transcript: { id },
    },
  })

  it('are events of Recall.ai, in the order of their times', () => {
    const events = [{ event: 'participant_events.join', data: {} }, event('Ann', 'Hi', 4), event('Ben', 'Hello', 1)]
    expect(read(lines(events), 'a.jsonl')).toEqual([' t1 Ben: Hello / Ann: Hi'])
    expect(readTranscript(lines(events)).omitted).toEqual([{ what: 'events that are not transcript', count: 1 }])
    expect(read(lines([event('Ann', 'Hi', 4), event('Ben', 'Hello', 1, 't2')]), 'a.jsonl')).toEqual([
      expect.stringMatching(/several calls/),
    ])
  })

  it('are bundles of Vexa, whose last segment of an ID counts', () => {
    const segment = (id: string, text: string, completed: boolean) => ({
      ...{ segment_id: id, speaker: 'Ann', text, start: 1, end: 2, completed },
    })
    const bundle = (confirmed: unknown[], pending: unknown[], id = 7) => ({
      ...{ type: 'transcript', meeting: { id }, confirmed, pending },
    })
    const bundles = [
      bundle([], [segment('a', 'Hel', false)]),
      bundle([segment('a', 'Hello', true)], [segment('b', 'and', false)]),
    ]
    expect(read(lines(bundles), 'a.jsonl')).toEqual(['  Ann: Hello'])
    expect(readTranscript(lines(bundles)).omitted).toEqual([{ what: 'segments that are not final', count: 1 }])
    expect(read(lines([...bundles, bundle([], [], 8)]), 'a.jsonl')).toEqual([expect.stringMatching(/several calls/)])
  })

  it('are other conversations if each line has messages of its own', () => {
    const chat = { messages: [{ role: 'user', content: 'Hi' }] }
    expect(read(lines([chat, chat]), 'a.jsonl')).toEqual(['1  User: Hi', '2  User: Hi'])
  })
})

it('reads the duration of Fireflies in minutes or seconds, by the last sentence', () => {
  const duration = (value: number) => readTranscript(json({ ...firefliesCall('1'), duration: value })).durationSeconds
  expect([28.5, 1710, 3, 28.4].map(duration)).toEqual([1710, 1710, undefined, 1704])
})

it('counts changes of the speaker of whisper.cpp', () => {
  const unit = (from: number, speaker_turn_next: boolean) => ({
    ...{ timestamps: {}, offsets: { from, to: from + 900 }, text: ' Hello there.', speaker_turn_next },
  })
  const document = readTranscript(json({ transcription: [unit(0, true), unit(1000, false)] }))
  expect(document.omitted).toEqual([{ what: 'changes of a speaker without a name', count: 1 }])
})
