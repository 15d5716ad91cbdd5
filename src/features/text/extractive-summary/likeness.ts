/** Likeness of two promises or questions of one conversation, by the words of their topics. */
import { WEEKDAYS } from '../../../core/calendar-words.ts'
import { extractTerms } from '../../../core/terms.ts'
import { isTalk } from '../key-phrases/index.ts'

/** Frequent words of promises and questions, which don't identify a topic. */
const COMMON: ReadonlySet<string> = new Set(
  `send share mail email e-mail forward write draft prepare post upload submit open create set schedule book arrange invite
  introduce ping reach contact call back follow circle check ask speak look find confirm update finish complete review sign
  deliver provide report document do take care sure bring answer question possible please thank thanks soon next week month
  day today tomorrow end morning afternoon ${WEEKDAYS.join(' ')}
  ill well im were id wed youll`
    .split(/\s+/)
    .flatMap(extractTerms),
)

/** Terms that identify a promise or question after a transcript correction: the words of its topic. */
export function findTopicTerms(spans: readonly { readonly quote: string }[]): string[] {
  const terms = [...new Set(spans.flatMap(({ quote }) => extractTerms(quote)))]
  const telling = terms.filter((term) => !COMMON.has(term) && !isTalk(term))
  return telling.length > 0 ? telling : terms
}

/** Ratio of shared terms to the terms of the smaller list. */
export function computeOverlap(one: readonly string[], other: readonly string[]): number {
  const known = new Set(other)
  const shared = one.filter((term) => known.has(term)).length
  const fewer = Math.min(one.length, other.length)
  return fewer === 0 ? 0 : shared / fewer
}

/** Minimum likeness of two pieces of evidence that repeat each other in one conversation. */
export const REPEATED = 0.8
/**
 * Minimum likeness that identifies the same evidence after a transcript correction, or when a model quotes slightly
 * more or less.
 */
export const KNOWN_AGAIN = 0.5
