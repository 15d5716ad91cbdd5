/** What an action rests on: words that were said, what kind of thing they are, and whose. */
import { termsOf } from '../../core/terms.ts'
import { type Due, isTalk, type Span } from '../gist/index.ts'
import type { HeardSignal } from './schema.ts'

export interface Ground {
  readonly signal: HeardSignal
  /** Who said it; empty when nobody knows. */
  readonly by: string
  /** Freed of hesitations. */
  readonly text: string
  /** Verbatim, at least one. */
  readonly spans: readonly Span[]
  /** What was said back to it, verbatim. */
  readonly reply: readonly Span[]
  readonly due: Due | null
  /** The more, the surer; comparable among those of one signal. */
  readonly weight: number
}

/** Words that many promises and questions have, whatever they are about. */
const COMMON: ReadonlySet<string> = new Set(
  `send share mail email e-mail forward write draft prepare post upload submit open create set schedule book arrange invite
  introduce ping reach contact call back follow circle check ask speak look find confirm update finish complete review sign
  deliver provide report document do take care sure bring answer question possible please thank thanks soon next week month
  day today tomorrow monday tuesday wednesday thursday friday saturday sunday end morning afternoon
  ill well im were id wed youll`
    .split(/\s+/)
    .flatMap(termsOf),
)

/** What the ground is known by again: the words that say what it is about, whatever else has changed. */
export function termsOfGround({ spans }: Pick<Ground, 'spans'>): string[] {
  const terms = [...new Set(spans.flatMap(({ quote }) => termsOf(quote)))]
  const telling = terms.filter((term) => !COMMON.has(term) && !isTalk(term))
  return telling.length > 0 ? telling : terms
}

/** Shared terms, as a part of the fewer. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const known = new Set(other)
  const shared = one.filter((term) => known.has(term)).length
  const fewer = Math.min(one.length, other.length)
  return fewer === 0 ? 0 : shared / fewer
}

/** From here on one says again what the other has said. */
export const REPEATED = 0.8
/** From here on it may be the same one, by a corrected transcript, or by a model that quotes a little more or less. */
export const KNOWN_AGAIN = 0.5
