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

/** The segments of one speaker in a row, by their positions. */
function inTurns(segments: readonly TranscriptSegment[]): number[][] {
  const turns: number[][] = []
  for (const [at, segment] of segments.entries()) {
    const last = segments[at - 1]
    if (last === undefined || !isSameSpeaker(last.speaker, segment.speaker)) turns.push([])
    turns.at(-1)?.push(at)
  }
  return turns
}

/** What was said in each turn. */
export function turnsOf(segments: readonly TranscriptSegment[]): string[] {
  const textOf = (at: number) => segmentText(segments[at] as TranscriptSegment)
  return inTurns(segments).map((turn) => spoken(turn.map(textOf).join(' ')))
}

/** The segment in which each of the quotes begins for the first time; undefined for what was not said in one turn. */
export function placesOf(segments: readonly TranscriptSegment[], quotes: readonly string[]): (number | undefined)[] {
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

/** Whether the words stand in one of the turns, letter by letter. */
export function isVerbatim(turns: readonly string[], quote: string): boolean {
  const wanted = spoken(quote)
  return wanted !== '' && turns.some((turn) => turn.includes(wanted))
}
