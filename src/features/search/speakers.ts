/** By whom a moment is, and whom the question names. */
import { fold } from '../../core/fold.ts'
import type { SpokenHit, SpokenLine } from '../../core/search.ts'
import { questionOf } from '../reading/index.ts'
import type { Question } from './question.ts'

/** Those among the speakers of what was found whom the question names, in words or by `speaker:`. */
export function speakersNamed({ text, speakers }: Question, hits: Iterable<SpokenHit>): ReadonlySet<string> {
  const names = new Set<string>()
  // The same one usually goes on: comparing is quicker than looking up.
  let last = ''
  for (const { lines } of hits) {
    for (const { speaker } of lines) {
      if (speaker !== last && speaker !== '') names.add(speaker)
      last = speaker
    }
  }
  const asked = [...names].filter((name) => speakers.some((part) => fold(name).includes(part)))
  return new Set([...asked, ...questionOf(text, [...names]).named])
}

/** How much of the lines is by them, 0 to 1; a few words of theirs count more than their share. */
export function spokenBy(lines: readonly SpokenLine[], named: ReadonlySet<string>): number {
  let all = 0
  let theirs = 0
  for (const { speaker, text } of lines) {
    all += text.length
    if (named.has(speaker)) theirs += text.length
  }
  return all === 0 ? 0 : Math.sqrt(theirs / all)
}
