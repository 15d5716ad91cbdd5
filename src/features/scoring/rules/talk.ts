/** A conversation as the rules read it: its sentences, and on whose side each was said. */
import { termsOf } from '../../../core/terms.ts'
import { type Sentence, sentencesOf } from '../../gist/index.ts'
import { cutTranscript } from '../../passages/index.ts'
import type { TranscriptSegment } from '../../transcripts/index.ts'

/** Ours, or theirs. */
export type Side = 'inside' | 'outside'

export interface Said extends Sentence {
  /** Undefined: nobody knows. */
  readonly side: Side | undefined
  /** As it was said, hesitations too, with plain apostrophes: to be matched. */
  readonly plain: string
  /** Its terms, those of talking too. */
  readonly stems: ReadonlySet<string>
}

export interface Talk {
  readonly sentences: readonly Said[]
  /** Whether both sides are known to have spoken. */
  readonly twoSided: boolean
}

/** How sources call the two sides where they name roles instead of people. */
const ROLES: Readonly<Record<Side, RegExp>> = {
  inside:
    /\b(?:agent|assistant|representative|rep|advis[eo]r|seller|sales(?:person|man|woman)?|support|consultant|operator|account (?:executive|manager)|bot)\b/i,
  outside: /\b(?:customer|client|user|caller|buyer|prospect|guest|patient|lead)\b/i,
}

export function talkOf(segments: readonly TranscriptSegment[]): Talk {
  const sideOf = sidesOf(segments)
  const sentences = sentencesOf(cutTranscript(segments)).map((sentence): Said => {
    const at = sentence.spans[0]?.segment
    const speaker = at === undefined ? undefined : segments[at]?.speaker
    const plain = sentence.spans
      .map(({ quote }) => quote)
      .join(' ')
      .replaceAll('’', "'")
    return {
      ...sentence,
      ...{ plain, stems: new Set(termsOf(plain)) },
      side: speaker === undefined ? undefined : sideOf(speaker),
    }
  })
  const has = (side: Side) => sentences.some((one) => one.side === side)
  return { sentences, twoSided: has('inside') && has('outside') }
}

type Speaker = TranscriptSegment['speaker']

function sidesOf(segments: readonly TranscriptSegment[]): (speaker: Speaker) => Side | undefined {
  const told = ({ internal, name }: Speaker): Side | undefined => {
    if (internal !== undefined) return internal ? 'inside' : 'outside'
    return ROLES.inside.test(name) ? 'inside' : ROLES.outside.test(name) ? 'outside' : undefined
  }
  const names = new Set(segments.map(({ speaker }) => speaker.name))
  const known = new Set(segments.map(({ speaker }) => told(speaker)))
  known.delete(undefined)
  // Of two who talk the other one is on the other side.
  const [only] = known
  const other =
    names.size === 2 && known.size === 1 && !names.has('') ? (only === 'inside' ? 'outside' : 'inside') : undefined
  return (speaker) => told(speaker) ?? other
}
