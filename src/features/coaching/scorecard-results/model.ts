/** Pure rules of scoring. */
import { isSameSpeaker, segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

export interface Scored {
  readonly score: number
  readonly min: number
  readonly max: number
  readonly weight: number
}

/**
 * Summarizes scores as percentages of their scales: 0 is the lower end and 100 the upper end. Returns the weighted
 * average, the lowest and the highest. If all weights are 0, all scores have the same weight.
 */
export function summarize(scores: readonly Scored[]): { averageScore: number; min: number; max: number } {
  const places = scores.map(({ score, min, max }) => ((score - min) / (max - min)) * 100)
  const total = scores.reduce((sum, { weight }) => sum + weight, 0)
  const weights = scores.map(({ weight }) => (total === 0 ? 1 / scores.length : weight / total))
  const average = places.reduce((sum, place, index) => sum + place * (weights[index] ?? 0), 0)
  return {
    averageScore: inHundredths(average),
    min: inHundredths(Math.min(...places)),
    max: inHundredths(Math.max(...places)),
  }
}

/** Rounds to two decimal places: a third of 100 becomes 33.33. */
const inHundredths = (value: number) => Math.min(100, Math.max(0, Math.round(value * 100) / 100))

/** Normalizes whitespace, because sources break lines anywhere. */
const spoken = (text: string) => text.replaceAll(/[\s\u0085]+/g, ' ').trim()

/** Positions of consecutive segments of one speaker. */
function inTurns(segments: readonly TranscriptSegment[]): number[][] {
  const turns: number[][] = []
  for (const [at, segment] of segments.entries()) {
    const last = segments[at - 1]
    if (last === undefined || !isSameSpeaker(last.speaker, segment.speaker)) turns.push([])
    turns.at(-1)?.push(at)
  }
  return turns
}

/** Text of each turn. */
export function toTurnTexts(segments: readonly TranscriptSegment[]): string[] {
  const getSegmentText = (at: number) => segmentText(segments[at] as TranscriptSegment)
  return inTurns(segments).map((turn) => spoken(turn.map(getSegmentText).join(' ')))
}

/** Segment in which each quote first starts; undefined if no single turn contains it. */
export function findQuoteSegments(
  segments: readonly TranscriptSegment[],
  quotes: readonly string[],
): (number | undefined)[] {
  const turns = inTurns(segments).map((turn) => {
    const begins: number[] = []
    let text = ''
    for (const at of turn) {
      const said = spoken(segmentText(segments[at] as TranscriptSegment))
      if (text !== '' && said !== '') text += ' '
      begins.push(text.length)
      text += said
    }
    return { turn, begins, text }
  })
  return quotes.map((quote) => {
    const wanted = spoken(quote)
    if (wanted === '') return undefined
    for (const { turn, begins, text } of turns) {
      const found = text.indexOf(wanted)
      if (found !== -1) return turn[begins.findLastIndex((begin) => begin <= found)]
    }
    return undefined
  })
}

/** Returns for each quote the first turn that contains it word for word, each turn once. */
export function turnsWith(turns: readonly string[], quotes: readonly string[]): string[] {
  const found = quotes.flatMap((quote) => {
    const wanted = spoken(quote)
    return wanted === '' ? [] : (turns.find((turn) => turn.includes(wanted)) ?? [])
  })
  return [...new Set(found)]
}

/** Whether one of the turns contains the quote verbatim. */
export function isVerbatim(turns: readonly string[], quote: string): boolean {
  const wanted = spoken(quote)
  return wanted !== '' && turns.some((turn) => turn.includes(wanted))
}
