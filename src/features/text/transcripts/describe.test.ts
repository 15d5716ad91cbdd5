import { expect, test } from 'vitest'
import { describeReading, formatReading, parseStartInFileName, readTranscript } from './index.ts'

const told = (source: unknown) => formatReading(describeReading(readTranscript(source)))

test('a reading names its form, what was taken, what is missing and what was left out', () => {
  const lines = [
    { type: 'transcript', name: 'Ann', user_id: 'u', content: 'Shall we begin?', time: '2026-03-17T09:30:00Z' },
    { type: 'moment', name: 'x', content: 'price', time: '2026-03-17T09:30:01Z' },
    { type: 'transcript', name: 'Ben', contact_id: 'c', content: 'Please do.', time: '2026-03-17T09:30:04Z' },
  ]
  expect(told({ call_id: '7', lines })).toBe(
    'Dialpad transcript: 2 segments, 2 speakers, start times, start of the conversation, ID. Missing: end times. Left out: 1 events',
  )
  expect(told('Ann: Shall we begin?\nBen: Please.')).toBe('Plain text: 2 segments, 2 speakers. Missing: times')
  expect(told('WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).toBe(
    'WebVTT: 1 segment, start and end times. Missing: speakers',
  )
  expect(told({ final: [{ speaker: 'A', words: [{ text: 'x', startTimestamp: 1, endTimestamp: 2 }] }] })).toBe(
    'Parley JSON V2: 1 segment, 1 speaker, times of words',
  )
})

test('a file name can contain the start', () => {
  expect(parseStartInFileName('GMT20260317-093015_Recording.transcript.vtt')).toBe('2026-03-17T09:30:15.000Z')
  expect(parseStartInFileName('Kick-off 2026-03-17.vtt')).toBe('2026-03-17T00:00:00.000Z')
  expect(parseStartInFileName('call_20260317_notes.txt')).toBe('2026-03-17T00:00:00.000Z')
  for (const name of [
    'Call 20269917.txt',
    'order-12026-03-171.txt',
    'Call.txt',
    undefined,
    '2026-02-30.txt',
    'v1990-01-01.txt',
  ]) {
    expect(parseStartInFileName(name)).toBeUndefined()
  }
})
