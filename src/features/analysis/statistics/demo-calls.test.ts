/**
 * Figures of the calls of the demo, compared with figures that are worked out in another way: a row of hundredths of a
 * second, in which each utterance marks its own.
 */
import { describe, expect, it } from 'vitest'
import { parseCorpus, WRITTEN_CORPORA } from '../../../../tests/corpora.ts'
import { readTranscripts } from '../../text/transcripts/index.ts'
import { computeStatistics } from './statistics.ts'

const [calls] = WRITTEN_CORPORA
const source = (await calls?.read()) ?? ''
const lines = parseCorpus(source)
const outcomes = [...readTranscripts(source)]

const HUNDREDTHS = 100
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
/** Minimum silence in hundredths of a second. */
const SILENCE_MIN = 100

/** Lengths of the runs of hundredths that nobody marked, between the first and the last marked one. */
function findGaps(marks: Uint8Array): number[] {
  const gaps: number[] = []
  let last = marks.indexOf(1)
  marks.forEach((mark, at) => {
    if (mark === 0) return
    if (at - last > 1) gaps.push(at - last - 1)
    last = at
  })
  return gaps
}

describe('statistics of calls with times', () => {
  it('are computed for many calls', () => expect(lines.length).toBeGreaterThanOrEqual(20))

  it.each(lines.map((line, at) => [line.id, line, at] as const))('%s', (_, { segments }, at) => {
    const outcome = outcomes[at]
    if (outcome === undefined || 'fault' in outcome) throw outcome?.fault ?? new Error('no call')
    const found = computeStatistics(outcome.document.segments)
    const end = Math.round((segments.at(-1)?.end ?? 0) * HUNDREDTHS)
    const mark = (speaker?: string) => {
      const marks = new Uint8Array(end)
      for (const one of segments) {
        if (speaker !== undefined && one.speaker !== speaker) continue
        const [from, to] = [one.start ?? 0, one.end ?? 0].map((time) => Math.round(time * HUNDREDTHS))
        marks.fill(1, from, to)
      }
      return marks
    }
    const speakers = [...new Set(segments.map(({ speaker }) => speaker))]
    expect(found?.speakers.map(({ name }) => name).toSorted()).toEqual(speakers.toSorted())
    for (const { name, words, talkTime } of found?.speakers ?? []) {
      const own = segments.filter(({ speaker }) => speaker === name)
      expect(words).toBe(own.reduce((sum, { text }) => sum + countWords(text), 0))
      const marked = mark(name).reduce((sum, one) => sum + one, 0)
      expect(talkTime).toBeCloseTo(marked / HUNDREDTHS, 1)
    }
    const silences = findGaps(mark()).filter((length) => length >= SILENCE_MIN)
    expect(found?.silence).toBeCloseTo(silences.reduce((sum, length) => sum + length, 0) / HUNDREDTHS, 1)
    expect(found?.longestSilence).toBeCloseTo(Math.max(0, ...silences) / HUNDREDTHS, 1)
    // A listener's "Mm-hmm." inside of a turn doesn't end it.
    const changes = segments.filter(({ speaker }, i) => i > 0 && speaker !== segments[i - 1]?.speaker).length
    expect(found?.speakerSwitches).toBeLessThanOrEqual(changes)
    expect(found?.speakerSwitches).toBeGreaterThanOrEqual(0.8 * changes)
  })
})
