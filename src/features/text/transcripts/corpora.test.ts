import { describe, expect, test } from 'vitest'
import { CORPORA, parseCorpus, WRITTEN_CORPORA } from '../../../../tests/corpora.ts'
import { readTranscript, readTranscripts, segmentText, transcriptText, wordCount, writeTranscript } from './index.ts'

describe('conversations, one a line', () => {
  test.each(CORPORA.map((corpus) => [corpus.name, corpus] as const))(
    '%s read with every segment, text and time of the source',
    async (name, { count, read }) => {
      const source = await read()
      const lines = parseCorpus(source)
      expect(lines).toHaveLength(count)
      const outcomes = [...readTranscripts(source, { fileName: `${name}.jsonl` })]
      expect(outcomes).toHaveLength(count)
      for (const [index, given] of lines.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined || 'fault' in outcome) throw outcome?.fault ?? new Error('no outcome')
        const { document, line } = outcome
        expect(line).toBe(index + 1)
        expect(document).toMatchObject({ externalId: given.id, title: given.title, form: 'V1', format: 'segments' })
        expect(document.durationSeconds).toBe(given.duration)
        const started = given.started_at ?? given.date
        expect(document.startedAt).toBe(started === undefined ? undefined : new Date(started).toISOString())
        const segments = document.segments.map((segment) => [
          ...[segment.speaker.name, segmentText(segment)],
          ...[segment.start, segment.end],
        ])
        expect(segments).toEqual(
          given.segments.map(({ speaker, text, start, end }) => [speaker, text, start ?? null, end ?? null]),
        )
        const words = given.segments.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
        expect(wordCount(document.segments)).toBe(words)
      }
    },
  )

  test.each(CORPORA.filter(({ name }) => /calls$|zoom/.test(name)).map((corpus) => [corpus.name, corpus] as const))(
    'one of %s goes through every timed form, and its names, texts and times come back',
    async (_, { read }) => {
      const [line = ''] = (await read()).split('\n')
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
    },
  )

  test('the written ones have times, turns without times, and starts only', () => {
    expect(WRITTEN_CORPORA.map(({ count }) => count >= 20)).toEqual([true, true, true])
  })
})
