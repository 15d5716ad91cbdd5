import { describe, expect, test } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { hostileTranscripts } from '../../../testing/hostile-transcripts.ts'
import { LIMITS, readTranscript, readTranscripts, TranscriptFault } from './index.ts'

/** A square of it would take minutes. */
const SIZE = 400_000

describe('large and hostile input', () => {
  test.each(Object.entries(hostileTranscripts))('%s is read or refused in linear time', (_, source) => {
    const sources = new Map([SIZE / 8, SIZE].map((size) => [size, source(size)]))
    expectNoSquare(SIZE, (size) => {
      try {
        readTranscript(sources.get(size) ?? '')
      } catch (error) {
        expect(error).toBeInstanceOf(TranscriptFault)
      }
    })
  })

  test('a recording of more than a hundred hours reads well', () => {
    const count = 50_000
    const stamp = (s: number) =>
      `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}.100`
    const cues = Array.from(
      { length: count },
      (_, i) => `${stamp(i * 8)} --> ${stamp(i * 8 + 7)}\n<v Ada>word ${i}</v>\n`,
    )
    const { segments } = readTranscript(`WEBVTT\n\n${cues.join('\n')}`)
    expect(segments.length).toBe(count)
    expect(segments.at(-1)?.start).toBe((count - 1) * 8 + 0.1)
  })

  test('more segments, words, letters or time than a transcript may have are refused at their place', () => {
    const segment = { speaker: 'A', text: 'x' }
    const fault = (source: unknown) => {
      const [outcome] = readTranscripts(JSON.stringify(source))
      return outcome !== undefined && 'fault' in outcome ? outcome.fault : undefined
    }
    expect(fault({ segments: Array.from({ length: LIMITS.segments + 1 }, () => segment) })).toMatchObject({
      pointer: `/segments/${LIMITS.segments}`,
    })
    const thousand = 'w '.repeat(250_000)
    expect(fault({ segments: Array.from({ length: 9 }, () => ({ text: thousand })) })).toMatchObject({
      pointer: '/segments/8',
    })
    expect(fault({ segments: [{ text: 'x'.repeat(LIMITS.segmentLength + 1) }] })).toMatchObject({
      pointer: '/segments/0',
    })
    expect(fault({ segments: [{ text: '👋'.repeat(LIMITS.segmentLength) }] })).toBeUndefined()
    expect(fault({ segments: [{ speaker: 'x'.repeat(LIMITS.nameLength + 1), text: 'x' }] })).toMatchObject({
      pointer: '/segments/0',
    })
    expect(fault({ segments: [{ text: 'x', start: LIMITS.time + 1 }] })).toMatchObject({ pointer: '/segments/0/start' })
    expect(fault({ segments: [{ text: 'x', end: -1 }] })).toMatchObject({ pointer: '/segments/0/end' })
  })

  test('JSON nested deeper than any transcript is refused without exhausting the stack', () => {
    let value: unknown = 'x'
    for (let i = 0; i < 100_000; i++) value = [value]
    expect(() => readTranscript(value)).toThrow(`JSON can be nested at most ${LIMITS.depth} levels deep.`)
  })
})
