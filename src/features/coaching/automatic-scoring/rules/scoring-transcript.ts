/** Conversation as input to the rules: its sentences, each with the side of its speaker. */
import { extractTerms } from '../../../../core/terms.ts'
import { splitTranscriptSentences, type TranscriptSentence } from '../../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../../text/passages/index.ts'
import type { TranscriptSegment } from '../../../text/transcripts/index.ts'

/** Side of a speaker: the organization or the customer. */
export type ScoringSide = 'inside' | 'outside'

export interface ScoredSentence extends TranscriptSentence {
  /** Undefined if unknown. */
  readonly side: ScoringSide | undefined
  /** Verbatim text, including hesitations, with straight apostrophes for matching. */
  readonly plain: string
  /** All terms, including words of speaking. */
  readonly stems: ReadonlySet<string>
}

export interface ScoringTranscript {
  readonly sentences: readonly ScoredSentence[]
  /** Whether both sides are known to have spoken. */
  readonly twoSided: boolean
}

/** Speaker names of sources that use roles instead of personal names. */
const ROLES: Readonly<Record<ScoringSide, RegExp>> = {
  inside:
    /\b(?:agent|assistant|representative|rep|advis[eo]r|seller|sales(?:person|man|woman)?|support|consultant|operator|account (?:executive|manager)|bot)\b/i,
  outside: /\b(?:customer|client|user|caller|buyer|prospect|guest|patient|lead)\b/i,
}

export function toScoringTranscript(segments: readonly TranscriptSegment[]): ScoringTranscript {
  const sideOf = createSideLookup(segments)
  const sentences = splitTranscriptSentences(cutTranscript(segments)).map((sentence): ScoredSentence => {
    const at = sentence.spans[0]?.segment
    const speaker = at === undefined ? undefined : segments[at]?.speaker
    const plain = sentence.spans
      .map(({ quote }) => quote)
      .join(' ')
      .replaceAll('’', "'")
    return {
      ...sentence,
      ...{ plain, stems: new Set(extractTerms(plain)) },
      side: speaker === undefined ? undefined : sideOf(speaker),
    }
  })
  const has = (side: ScoringSide) => sentences.some((one) => one.side === side)
  return { sentences, twoSided: has('inside') && has('outside') }
}

type Speaker = TranscriptSegment['speaker']

function createSideLookup(segments: readonly TranscriptSegment[]): (speaker: Speaker) => ScoringSide | undefined {
  const detectSide = ({ internal, name }: Speaker): ScoringSide | undefined => {
    if (internal !== undefined) return internal ? 'inside' : 'outside'
    return ROLES.inside.test(name) ? 'inside' : ROLES.outside.test(name) ? 'outside' : undefined
  }
  const names = new Set(segments.map(({ speaker }) => speaker.name))
  const known = new Set(segments.map(({ speaker }) => detectSide(speaker)))
  known.delete(undefined)
  // With two speakers, the unknown one is on the other side.
  const [only] = known
  const other =
    names.size === 2 && known.size === 1 && !names.has('') ? (only === 'inside' ? 'outside' : 'inside') : undefined
  return (speaker) => detectSide(speaker) ?? other
}
