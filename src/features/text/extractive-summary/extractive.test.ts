/** What holds of every summary, whatever was said; and that it is no matter of English alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { extractChapters, extractiveSummary } from './extractive.ts'
import type { SummaryContent } from './model.ts'

const said = (speaker: string, text: string, start: number | null = null): TranscriptSegment => ({
  speaker: { name: speaker },
  start,
  end: start === null ? null : start + 4,
  words: [{ text, startTimestamp: start, endTimestamp: start === null ? null : start + 4 }],
})

const summaryOf = (segments: readonly TranscriptSegment[]) =>
  extractiveSummary(cutTranscript(segments), {
    people: [...new Set(segments.map(({ speaker }) => speaker.name))].map((name) => ({ name, email: null })),
    saidOn: new Date('2026-04-16T13:00:00Z'),
  })

const spansOf = (summary: SummaryContent) =>
  [
    ...(summary.headline === null ? [] : [summary.headline]),
    ...summary.paragraphs,
    ...summary.decisions,
    ...summary.actionItems,
    ...summary.openQuestions,
    ...summary.chapters,
  ].map(({ spans }) => spans)

function expectProven(segments: readonly TranscriptSegment[], summary: SummaryContent): void {
  for (const spans of spansOf(summary)) {
    expect(spans.length).toBeGreaterThan(0)
    for (const { segment, speaker, quote } of spans) {
      const of = segments[segment]
      expect(quote).not.toBe('')
      expect([of?.speaker.name, of !== undefined && segmentText(of).includes(quote)]).toEqual([speaker, true])
    }
  }
  let before = -1
  for (const { title, firstSegment, lastSegment } of summary.chapters) {
    expect(title).not.toBe('')
    expect(firstSegment).toBeGreaterThanOrEqual(before)
    expect(lastSegment).toBeGreaterThanOrEqual(firstSegment)
    before = lastSegment
  }
}

const PHRASES = [
  "I'll send the report to the finance team by Friday.",
  'We decided to go with the blue housing.',
  'Can you check the budget, Ann?',
  "I don't know.",
  'Who will pay for the second prototype of the remote control?',
  'um, uh, the the thing',
  'Der Preis der Fernbedienung ist noch offen.',
  '価格はまだ決まっていません。来週また話しましょう。',
  'السعر لم يحدد بعد',
  '🚀🚀 \ud83d\ude80',
  '...',
]
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 30 }).map((all) => all.join(' ')),
)
const time = fc.option(fc.double({ min: 0, max: 9_000, noNaN: true }), { nil: null })
const talk = fc.array(
  fc
    .record({ speaker: fc.constantFrom('Ann', 'Bob', 'Ann Smith', '', 'C(.*'), text, time })
    .map((one) => said(one.speaker, one.text, one.time)),
  { maxLength: 60 },
)

describe('every summary', () => {
  it('says nothing without the very words it stands on, and its chapters follow each other', () => {
    fc.assert(
      fc.property(talk, (segments) => expectProven(segments, summaryOf(segments))),
      { numRuns: 150 },
    )
  })

  it('is the same for the same words', () => {
    fc.assert(
      fc.property(talk, (segments) => {
        expect(summaryOf(segments)).toEqual(summaryOf(segments))
      }),
      { numRuns: 20 },
    )
  })

  it('of nothing is nothing', () => {
    expect(spansOf(summaryOf([]))).toEqual([])
    expect(spansOf(summaryOf([said('Ann', ' ')]))).toEqual([])
  })
})

const GARDEN = ['roses', 'tulips', 'the garden soil', 'watering the flowers', 'the garden fence', 'pruning roses']
const ENGINE = ['the engine', 'gearbox oil', 'the exhaust pipe', 'brake pads', 'engine mounts', 'the gearbox']
const turns = (things: readonly string[], lead: string) =>
  Array.from({ length: 48 }, (_, at) =>
    said(
      at % 2 === 0 ? 'Ann' : 'Bob',
      `${lead} ${things[at % 6]} next to ${things[(at + 2) % 6]} were discussed, and ${things[(at + 3) % 6]} cost a little more.`,
    ),
  )

describe('chapters', () => {
  it('start near the place where somebody opens a topic, if the words change around it', () => {
    const topic = (words: string) => Array.from({ length: 90 }, (_, at) => `The ${words.split(' ')[at % 4]} is ready.`)
    const between = Array.from(
      { length: 20 },
      (_, at) => ['Right.', 'Okay, fine.', 'Yes, I see.', 'Good.'][at % 4] ?? '',
    )
    const start = (opening: number) => {
      const middle = between.with(opening, "Let's move on to the next item.")
      const lines = [...topic('truck depot route driver'), ...middle, ...topic('invoice tax credit refund')]
      const [, second] = extractChapters(
        cutTranscript(lines.map((text, at) => said(at % 2 === 0 ? 'Ann' : 'Bob', text))),
      )
      return (second?.firstSegment ?? 0) - 90
    }
    // Chapters start at blocks of four lines.
    expect([6, 12, 15].map(start)).toEqual([6, 10, 14])
  })

  it('turn where the words do, and are named by them', () => {
    const segments = [...turns(GARDEN, 'Here'), ...turns(ENGINE, 'There')]
    const chapters = extractChapters(cutTranscript(segments))
    expect(chapters.map(({ firstSegment }) => firstSegment)).toContain(48)
    expect(chapters.at(0)?.firstSegment).toBe(0)
    expect(chapters.at(-1)?.lastSegment).toBe(95)
    for (const { title, firstSegment } of chapters) {
      expect(title).toMatch(
        firstSegment < 48 ? /rose|garden|tulip|water|soil|flower|fence|prun/i : /engine|gear|brake|exhaust|oil/i,
      )
    }
  })

  it('tell times only where there are some', () => {
    const [first] = extractChapters(
      cutTranscript([said('Ann', 'We talk of roses today.', 7), said('Bob', 'And of tulips.', 60)]),
    )
    expect(first).toMatchObject({ firstSegment: 0, lastSegment: 1, start: 7, end: 64 })
    expect(extractChapters(cutTranscript([said('Ann', 'We talk of roses.')]))[0]).toMatchObject({
      start: null,
      end: null,
    })
  })
})

describe('another language', () => {
  it('has chapters and paragraphs; the rules of English find nothing', () => {
    const segments = Array.from({ length: 60 }, (_, at) =>
      said(
        at % 2 === 0 ? 'Anna' : 'Björn',
        at < 30
          ? `Die Fernbedienung braucht ein Gehäuse aus Holz, und die Batterie Nummer ${at} hält länger als gedacht.`
          : `Das Lager in Rotterdam bekommt neue Regale, und die Spedition fährt zur Halle ${at} am frühen Morgen.`,
      ),
    )
    const summary = summaryOf(segments)
    expectProven(segments, summary)
    expect(summary.paragraphs.length).toBeGreaterThan(0)
    expect(summary.chapters.length).toBeGreaterThan(0)
    expect([summary.decisions, summary.actionItems, summary.openQuestions]).toEqual([[], [], []])
  })
})
