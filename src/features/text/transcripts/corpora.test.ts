import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { realData } from '../../../testing/real-data.ts'
import { readTranscript, readTranscripts, segmentText, transcriptText, wordCount, writeTranscript } from './index.ts'

const folder = `${realData}/`
const corpora = ['zoom/meetings', 'qmsum/meetings', 'earnings21/calls', 'star/chats', 'p4g/chats', 'abcd/chats']

interface Raw {
  id: string
  title: string
  duration?: number
  date?: string
  started_at?: string
  segments: { speaker: string; text: string; start?: number; end?: number }[]
}

describe.skipIf(!existsSync(folder))('real conversations (skipped where PARLEY_DATA is absent)', () => {
  test.each(corpora)('%s reads with every segment, text and time of the source', (name) => {
    const source = readFileSync(`${folder}${name}.jsonl`, 'utf8')
    const raws = source
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Raw)
    const outcomes = [...readTranscripts(source, { fileName: `${name}.jsonl` })]
    expect(outcomes.length).toBe(raws.length)
    for (const [index, raw] of raws.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || 'fault' in outcome) throw outcome?.fault ?? new Error('no outcome')
      const { document, line } = outcome
      expect(line).toBe(index + 1)
      expect(document).toMatchObject({ externalId: raw.id, title: raw.title, form: 'V1', format: 'segments' })
      expect(document.durationSeconds).toBe(raw.duration)
      const started = raw.started_at ?? raw.date
      expect(document.startedAt).toBe(started === undefined ? undefined : new Date(started).toISOString())
      const read = document.segments.map((segment) => [
        segment.speaker.name,
        segmentText(segment),
        segment.start,
        segment.end,
      ])
      expect(read).toEqual(
        raw.segments.map(({ speaker, text, start, end }) => [speaker, text, start ?? null, end ?? null]),
      )
      const words = raw.segments.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
      expect(wordCount(document.segments)).toBe(words)
    }
  })

  test('a real Zoom meeting goes through every timed form and comes back with its names, texts and times', () => {
    const [line = ''] = readFileSync(`${folder}zoom/meetings.jsonl`, 'utf8').split('\n')
    const document = readTranscript(line)
    const conversation = {
      uuid: '01890000-0000-7000-8000-000000000000',
      createdAt: '2026-01-01T00:00:00.000Z',
      form: document.form,
      segments: document.segments,
      parties: [],
      attributes: {},
    }
    for (const form of ['vtt', 'srt', 'json', 'vcon'] as const) {
      expect(readTranscript(writeTranscript(form, conversation)).segments).toEqual(document.segments)
    }
    const text = readTranscript(writeTranscript('txt', conversation))
    expect(transcriptText(text.segments)).toBe(transcriptText(document.segments))
  })
})
