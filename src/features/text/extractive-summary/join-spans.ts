/** Quotes a sentence of several lines as one. */
import type { EvidenceSpan } from './model.ts'

/**
 * Joins the spans of a sentence that follow each other directly. The quote starts in the segment of the first one. Another
 * speaker's line in between separates quotes.
 * @param spans of one sentence, in order
 */
export function joinSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const joined: EvidenceSpan[] = []
  let lastSegment = Number.NaN
  for (const span of spans) {
    const before = joined.at(-1)
    if (before !== undefined && (span.segment === lastSegment || span.segment === lastSegment + 1)) {
      joined[joined.length - 1] = { ...before, end: span.end, quote: `${before.quote} ${span.quote}` }
    } else joined.push(span)
    lastSegment = span.segment
  }
  return joined
}
