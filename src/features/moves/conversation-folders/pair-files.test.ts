import { describe, expect, it } from 'vitest'
import { groupFiles, isIgnoredPath, rankTexts, toStem } from './pair-files.ts'

describe('files of one conversation', () => {
  it('have one name, without the words that products add', () => {
    const names = ['Call.mp4', 'call.transcript.vtt', 'Call_otter_ai.txt', 'call-recording.m4a', 'Call.cc.vtt']
    expect(names.map(toStem)).toEqual(names.map(() => 'call'))
    expect([toStem('a/call.vtt'), toStem('b/call.vtt')]).toEqual(['a/call', 'b/call'])
  })

  it('are a recording, transcripts in order of preference, and others', () => {
    expect(groupFiles(['call.txt', 'call.mp4', 'call.vtt', 'call.pdf', 'other.vtt', 'call.mp3'])).toEqual([
      { recording: 'call.mp4', transcripts: ['call.vtt', 'call.txt'], others: ['call.pdf', 'call.mp3'] },
      { recording: undefined, transcripts: ['other.vtt'], others: [] },
    ])
  })

  it('are transcripts if nothing else has their name, so that an import names their form', () => {
    expect(groupFiles(['call.pdf'])).toEqual([{ recording: undefined, transcripts: ['call.pdf'], others: [] }])
  })
})

it.each(['.hidden.vtt', '.git/call.vtt', 'a/.b/call.vtt', '~$call.docx', '__MACOSX/call.vtt', 'call.vtt.part'])(
  '%s is ignored',
  (path) => expect(isIgnoredPath(path)).toBe(true),
)

it.each(['call.vtt', './call.vtt', '../a/call.vtt', 'a.b/call.vtt'])('%s is read', (path) =>
  expect(isIgnoredPath(path)).toBe(false),
)

it('texts with speakers and times come first, and texts that cannot be read last', () => {
  const vtt = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n<v Ann>Hello.\n\n00:00:02.000 --> 00:00:04.000\n<v Bob>Hi.\n'
  const files = [
    { path: 'call.json', text: '{}' },
    { path: 'call.txt', text: 'Ann: Hello.\nBob: Hi.\n' },
    { path: 'call.vtt', text: vtt },
  ]
  expect(rankTexts(files)).toEqual([2, 1, 0])
})
