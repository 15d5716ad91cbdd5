/**
 * Finds statements for proposals, pitches and reviews by their cues, in self-contained sentences. Where nothing matches,
 * the conversations are searched by question instead.
 */
import type { TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import type { DeckFinding } from './findings.ts'
import { type DeckInput, findSpeakerSide } from './material.ts'
import type { SalesCue } from './read-talk.ts'
import { CITES_MAX, toCite } from './slide-builders.ts'

/** Returns the best matching sentences in chronological order, up to a maximum. */
export function cued(
  { conversations }: DeckInput,
  cue: SalesCue,
  most: number,
  without: ReadonlySet<string>,
): DeckFinding[] {
  const found = conversations.flatMap((talk) =>
    talk.cued[cue].filter(({ sentence }) => !without.has(sentence.text)).map((one) => ({ talk, ...one })),
  )
  const kept: typeof found = []
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === most) break
    if (!kept.some((other) => isAlike(one.sentence, other.sentence))) kept.push(one)
  }
  return kept
    .toSorted(
      (a, b) =>
        conversations.indexOf(a.talk) - conversations.indexOf(b.talk) || a.sentence.position - b.sentence.position,
    )
    .map(({ talk, sentence }) => ({
      talk,
      quote: sentence.spans.map(({ quote }) => quote).join(' '),
      text: sentence.text,
      cites: sentence.spans.slice(0, CITES_MAX).map((span) => toCite(talk.id, span)),
      internal: findSpeakerSide(talk, sentence.speaker),
    }))
}

const SAME = 0.8

function isAlike(a: TranscriptSentence, b: TranscriptSentence): boolean {
  const [one, other] = [new Set(a.terms), new Set(b.terms)]
  const fewer = Math.min(one.size, other.size)
  return fewer > 0 && [...one].filter((term) => other.has(term)).length / fewer >= SAME
}
