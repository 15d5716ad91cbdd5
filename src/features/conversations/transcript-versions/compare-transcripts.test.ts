import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { alignLines } from './align-lines.ts'
import { compareLines, compareTranscripts } from './compare-transcripts.ts'

const line = (text: string, speaker = 'Ann', start: number | null = null): TranscriptSegment => ({
  speaker: { name: speaker },
  ...{ start, end: start === null ? null : start + 1 },
  words: [{ text, startTimestamp: start, endTimestamp: null }],
})
const talk = (count: number, change: (at: number) => Partial<{ text: string; speaker: string }> = () => ({})) =>
  Array.from({ length: count }, (_, at) => {
    const { text = `Sentence ${at} about topic ${at % 7}.`, speaker = at % 2 === 0 ? 'Speaker 1' : 'Ben' } = change(at)
    return line(text, speaker, at * 4)
  })
const compare = (before: TranscriptSegment[], after: TranscriptSegment[], page = 1, size = 200) =>
  compareTranscripts(before, after, { page, size })

/** Few different texts, so that lines repeat. */
const anySegments = fc.array(
  fc
    .tuple(
      fc.constantFrom('Yes.', 'No.', 'The price is high', '価格は高い', ' ', ''),
      fc.constantFrom('A', 'B'),
      fc.nat(5),
    )
    .map(([text, speaker, start]) => line(text, speaker, start === 5 ? null : start)),
  { maxLength: 30 },
)

describe('two versions', () => {
  it('have each line once, in order, and their differences lead from one to the other', () => {
    fc.assert(
      fc.property(anySegments, anySegments, (before, after) => {
        const pairs = alignLines(before, after)
        const positions = (side: 'before' | 'after') => pairs.flatMap((pair) => pair[side] ?? [])
        expect(positions('before')).toEqual(before.map((_, at) => at))
        expect(positions('after')).toEqual(after.map((_, at) => at))
        const { data, total, unchangedAfter } = compare(before, after)
        expect(data.length).toBe(total)
        const equal = data.reduce((sum, one) => sum + one.unchangedBefore, unchangedAfter ?? 0)
        expect(equal + data.filter((one) => one.before !== null).length).toBe(before.length)
        expect(equal + data.filter((one) => one.after !== null).length).toBe(after.length)
        for (const one of data) {
          const join = (left: string) => one.parts.map(({ kind, text }) => (kind === left ? '' : text)).join('')
          const [old, now] = [before[one.before?.segment ?? -1], after[one.after?.segment ?? -1]]
          expect(join('added')).toBe(old === undefined ? '' : segmentText(old))
          expect(join('removed')).toBe(now === undefined ? '' : segmentText(now))
        }
      }),
    )
  })

  it('have no differences if they are equal', () => {
    fc.assert(
      fc.property(anySegments, (segments) => {
        const { data, unchangedAfter, summary } = compare(segments, structuredClone(segments))
        expect([data, unchangedAfter]).toEqual([[], segments.length])
        expect(summary).toEqual({ changed: 0, added: 0, removed: 0, renamed: 0, details: 0, renames: [] })
      }),
    )
  })
})

describe('the summary', () => {
  it('names renamed speakers with their lines', () => {
    const { summary } = compareLines(
      talk(9),
      talk(9, (at) => (at % 2 === 0 ? { speaker: 'Ann' } : {})),
    )
    expect(summary).toMatchObject({ renamed: 5, changed: 0, renames: [{ from: 'Speaker 1', to: 'Ann', lines: 5 }] })
  })

  it('finds lines that were added, removed and corrected among others', () => {
    const before = talk(100)
    const after = talk(100, (at) => (at === 70 ? { text: 'Sentence seventy about topic 0.' } : {}))
    after.splice(20, 1)
    after.splice(50, 0, line('A new line.', 'Ben', 201))
    const { data, summary, unchangedAfter } = compare(before, after)
    expect(summary).toMatchObject({ changed: 1, added: 1, removed: 1, renamed: 0, details: 0 })
    expect(data.map(({ change, unchangedBefore }) => [change, unchangedBefore])).toEqual([
      ['removed', 20],
      ['added', 30],
      ['changed', 19],
    ])
    expect(unchangedAfter).toBe(29)
    expect(data[2]?.parts).toEqual([
      { kind: 'same', text: 'Sentence ' },
      { kind: 'removed', text: '70' },
      { kind: 'added', text: 'seventy' },
      { kind: 'same', text: ' about topic 0.' },
    ])
  })

  it('counts lines of which only times or the address of the speaker differ, without showing them', () => {
    const before = [line('One.', 'Ann', 0), line('Two.', 'Ben', 1)]
    const after = [
      line('One.', 'Ann', 0.5),
      { ...line('Two.', 'Ben', 1), speaker: { name: 'Ben', email: 'b@a.example' } },
    ]
    expect(compare(before, after)).toMatchObject({ data: [], summary: { details: 2, changed: 0 } })
  })
})

describe('pages', () => {
  it('have a limited number of differences, and the last one states the equal lines after it', () => {
    const after = talk(90, (at) => (at < 45 ? { text: `Other ${at}` } : {}))
    const pages = [1, 2, 3, 4].map((page) => compare(talk(90), after, page, 20))
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5, 0])
    expect(pages.map(({ unchangedAfter }) => unchangedAfter)).toEqual([null, null, 45, null])
    expect(pages.map(({ total }) => total)).toEqual([45, 45, 45, 45])
  })
})

describe('hostile input takes near-linear time', () => {
  const timed = (before: TranscriptSegment[], after: TranscriptSegment[]) => {
    const start = performance.now()
    compare(before, after)
    return performance.now() - start
  }
  const count = 40_000
  const texts = (toText: (at: number) => string) => Array.from({ length: count }, (_, at) => line(toText(at)))
  const random = (at: number, salt: number) => String((Math.imul(at + salt, 2_654_435_761) >>> 0) % 50)
  it.each([
    ['equal lines', () => 'a', () => 'a'],
    ['no equal line', (at: number) => `a${at}`, (at: number) => `b${at}`],
    ['the reverse order', (at: number) => `a${at}`, (at: number) => `a${count - at}`],
    ['few texts in random order', (at: number) => random(at, 1), (at: number) => random(at, 7)],
    ['swapped neighbors', (at: number) => `a${at}`, (at: number) => `a${at ^ 1}`],
  ])('%s', (_, before, after) => {
    expect(timed(texts(before), texts(after))).toBeLessThan(10_000)
  })

  it('long lines without equal words', () => {
    const words = (letter: string) => Array.from({ length: 100_000 }, (_, at) => `${letter}${at}`).join(' ')
    const lines = (letter: string) => Array.from({ length: 5 }, () => line(words(letter)))
    expect(timed(lines('a'), lines('b'))).toBeLessThan(10_000)
  })
})
