/** Pure rules of scoring. */
import { isSameSpeaker, segmentText, type TranscriptSegment } from '../transcripts/index.ts'

export interface Scored {
  readonly score: number
  readonly min: number
  readonly max: number
  readonly weight: number
}

/**
 * Where the scores lie, from 0 (the lower end of their scale) to 100 (its upper end): the average by weight, the lowest
 * and the highest. When nothing weighs anything, everything weighs the same.
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

/** Fractions are not exact: the third of a hundred is told as 33.33. */
const inHundredths = (value: number) => Math.min(100, Math.max(0, Math.round(value * 100) / 100))

/** White space is no part of what was said: a source may break its lines anywhere. */
const spoken = (text: string) => text.replaceAll(/[\s\u0085]+/g, ' ').trim()

/** What was said in each turn: the segments of one speaker in a row. */
export function turnsOf(segments: readonly TranscriptSegment[]): string[] {
  const turns: string[][] = []
  let last: TranscriptSegment | undefined
  for (const segment of segments) {
    if (last === undefined || !isSameSpeaker(last.speaker, segment.speaker)) turns.push([])
    turns.at(-1)?.push(segmentText(segment))
    last = segment
  }
  return turns.map((turn) => spoken(turn.join(' ')))
}

/** Whether the words stand in one of the turns, letter by letter. */
export function isVerbatim(turns: readonly string[], quote: string): boolean {
  const wanted = spoken(quote)
  return wanted !== '' && turns.some((turn) => turn.includes(wanted))
}
