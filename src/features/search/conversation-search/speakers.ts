/** Matches the speakers of a hit against the speakers named in the query. */
import { fold } from '../../../core/fold.ts'
import type { SpokenHit, TranscriptLine } from '../../../core/search.ts'
import { parseQuestion } from '../../text/passage-ranking/index.ts'
import type { SearchQuestion } from './question.ts'

/** Lines by speakers whose names contain one of the folded texts; all lines if there are none. */
export const linesBy = (lines: readonly TranscriptLine[], speakers: readonly string[]): readonly TranscriptLine[] =>
  speakers.length === 0 ? lines : lines.filter(({ speaker }) => speakers.some((part) => fold(speaker).includes(part)))

/** Speakers in the hits that the query names, in words or with `speaker:`. */
export function speakersNamed({ text, speakers }: SearchQuestion, hits: Iterable<SpokenHit>): ReadonlySet<string> {
  const names = new Set<string>()
  // Consecutive lines usually have the same speaker, and comparing is faster than a set lookup.
  let last = ''
  for (const { lines } of hits) {
    for (const { speaker } of lines) {
      if (speaker !== last && speaker !== '') names.add(speaker)
      last = speaker
    }
  }
  const asked = [...names].filter((name) => speakers.some((part) => fold(name).includes(part)))
  return new Set([...asked, ...parseQuestion(text, [...names]).named])
}

/** Weight of named speakers in the lines, 0 to 1. Few words already count more than their ratio. */
export function weighNamedSpeakers(lines: readonly TranscriptLine[], named: ReadonlySet<string>): number {
  let all = 0
  let theirs = 0
  for (const { speaker, text } of lines) {
    all += text.length
    if (named.has(speaker)) theirs += text.length
  }
  return all === 0 ? 0 : Math.sqrt(theirs / all)
}
