import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { BLOCK_LENGTH, cutTranscript, listPassageBlocks, passagesOfTranscript } from './cut-transcript.ts'

const said = (speaker: string, text: string, start: number | null = null, end: number | null = null) =>
  ({
    speaker: { name: speaker },
    start,
    end,
    words: [{ text, startTimestamp: start, endTimestamp: end }],
  }) satisfies TranscriptSegment

const word = fc.stringMatching(/^[a-zA-Z漢😀]{1,12}[.?,]?$/u)
const segment = fc
  .tuple(fc.constantFrom('Anna', 'Bob', ''), fc.array(word, { maxLength: 60 }), fc.option(fc.nat(5_000)))
  .map(([speaker, words, start]) => said(speaker, words.join(' '), start, start === null ? null : start + 2))
const endless = fc
  .tuple(fc.constantFrom('x', '漢', '😀', 'so. '), fc.nat(4_000))
  .map(([piece, times]) => said('Anna', piece.repeat(times)))
const transcript = fc.array(fc.oneof({ weight: 9, arbitrary: segment }, { weight: 1, arbitrary: endless }), {
  maxLength: 80,
})

const text = ({ words }: TranscriptSegment) => words.map((one) => one.text).join(' ')

describe('every transcript', () => {
  it('is in its lines, verbatim, in order, all of it', () => {
    fc.assert(
      fc.property(transcript, (segments) => {
        const { lines } = cutTranscript(segments)
        const places = segments.map(() => 0)
        for (const line of lines) {
          const whole = text(segments[line.segment] as TranscriptSegment)
          const from = whole.indexOf(line.text, places[line.segment])
          expect(from).toBeGreaterThanOrEqual(0)
          expect(whole.slice(places[line.segment], from).trim()).toBe('')
          expect(line.text).toBe(line.text.trim())
          expect(line.text.length).toBeLessThanOrEqual(BLOCK_LENGTH)
          expect(line.text.isWellFormed()).toBe(true)
          places[line.segment] = from + line.text.length
        }
        for (const [at, one] of segments.entries()) expect(text(one).slice(places[at]).trim()).toBe('')
        expect(lines.map((line) => line.segment)).toEqual(lines.map((line) => line.segment).toSorted((a, b) => a - b))
      }),
      { numRuns: 25 },
    )
  })

  it('is in its moments once, and in its passages once or twice', () => {
    fc.assert(
      fc.property(transcript, (segments) => {
        const cut = cutTranscript(segments)
        let next = 0
        for (const { from, to } of listPassageBlocks(cut)) {
          expect(from).toBe(next)
          expect(to).toBeGreaterThan(from)
          next = to
        }
        expect(next).toBe(cut.lines.length)
        const passages = passagesOfTranscript(cut)
        expect(passages.filter(({ position }) => position % 2 === 0).flatMap(({ lines }) => lines)).toEqual(cut.lines)
        const times = new Map(cut.lines.map((line) => [line, 0]))
        for (const { lines } of passages) for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
        for (const n of times.values()) expect([1, 2]).toContain(n)
        expect(passages.map(({ position }) => position)).toEqual(passages.map((_, at) => at))
        for (const { lines } of passages) {
          expect(lines.length).toBeLessThanOrEqual(12)
          expect(lines.reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(2 * BLOCK_LENGTH)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('a block', () => {
  const four = ['pay the invoice', 'which invoice', 'the one of March', 'I will pay it']

  it('is four lines when nothing speaks for another end', () => {
    const segments = Array.from({ length: 16 }, () => said('Anna', 'the same words'))
    expect(cutTranscript(segments).blocks.map(({ from }) => from)).toEqual([0, 4, 8, 12])
  })

  it('ends a line sooner or later where the speaker changes and the words change over', () => {
    const other = ['holiday in Greece', 'sunny Greece holiday', 'holiday by boat', 'boat to Greece', 'Greece again']
    const segments = [
      ...four.map((t) => said('Anna', t)),
      said('Anna', 'pay the invoice today'),
      ...other.map((t) => said('Bob', t)),
    ]
    expect(cutTranscript(segments).blocks[0]).toEqual({ from: 0, to: 5 })
  })

  it('ends where somebody paused', () => {
    const at = (n: number) => (n < 3 ? n * 2 : n * 2 + 30)
    const segments = Array.from({ length: 12 }, (_, n) => said('Anna', 'the same words', at(n), at(n) + 2))
    expect(cutTranscript(segments).blocks[0]).toEqual({ from: 0, to: 4 })
    const paused = segments.map((one, n) => (n >= 3 ? said('Bob', 'the same words', one.start, one.end) : one))
    expect(cutTranscript(paused).blocks[0]).toEqual({ from: 0, to: 3 })
  })

  it('holds no more than its length of one long speech, cut between sentences', () => {
    const speech = Array.from({ length: 60 }, (_, n) => `This is the sentence that has number ${n}.`).join(' ')
    const { lines, blocks } = cutTranscript([said('Anna', speech)])
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line.text).toMatch(/^This is .*\d\.$/)
    expect(blocks).toHaveLength(lines.length)
  })
})

it('nothing said gives nothing', () => {
  expect(passagesOfTranscript(cutTranscript([]))).toEqual([])
  expect(passagesOfTranscript(cutTranscript([said('Anna', ' ')]))).toEqual([])
})
