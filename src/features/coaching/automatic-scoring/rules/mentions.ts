/**
 * Detects whether a side asked about or mentioned a subject: its terms occur in a question or statement of that side.
 */
import { stemWord } from '../../../../core/stems.ts'
import { splitWords } from '../../../../core/terms.ts'
import { type RuleFinding, toEvidence } from './finding.ts'
import type { ReadItem } from './item.ts'
import type { ScoredSentence, ScoringTranscript } from './scoring-transcript.ts'

const toStems = (words: string) => new Set(words.split(/\s+/).map(stemWord))
const ASKING = toStems(
  `ask asked inquire inquired enquire uncover uncovered discover discovered explore explored identify identified qualify
   qualified probe probed question questioned clarify clarified`,
)
const TELLING = toStems(
  `mention mentioned explain explained describe described present presented discuss discussed cover covered state stated
   tell told inform informed share shared address addressed raise raised offer offered recommend recommended suggest
   suggested propose proposed show showed give gave provide provided communicate communicated outline outlined review
   reviewed name named quote quoted position positioned bring brought talk talked introduce introduced set summarize
   summarized recap recapped demonstrate demonstrated`,
)
/** Minimum ratio of subject terms that must occur together. */
const COVERED = 0.66
/** Number of consecutive sentences of one speaker that count as together. */
const TOGETHER = 2

export function evaluateMentions(item: ReadItem, { sentences }: ScoringTranscript): RuleFinding | undefined {
  const words = splitWords(item.text).map(stemWord)
  const asks = words.some((word) => ASKING.has(word))
  const tells = words.some((word) => TELLING.has(word))
  if (!asks && !tells) return undefined
  const matter = item.terms.filter((term) => !ASKING.has(term) && !TELLING.has(term))
  if (matter.length === 0) return undefined
  const own = sentences.filter(({ side }) => side === item.subject)
  const fitting = own.filter((one, at) => {
    const isQuestion = /\?["'”’»)]*$/.test(one.plain)
    if (asks ? !isQuestion : isQuestion) return false
    if (covers(matter, [one]) === 0) return false
    const near = own.slice(Math.max(0, at - TOGETHER + 1), at + TOGETHER).filter((other) => isNear(one, other))
    return covers(matter, near) >= COVERED
  })
  const all = [...matter, ...item.more.filter((term) => !ASKING.has(term) && !TELLING.has(term))]
  if (fitting.length === 0 || (item.more.length > 0 && covers(all, fitting) < COVERED)) return undefined
  return {
    answer: 'yes',
    why: `${asks ? 'Asked' : 'Said'} in ${fitting.length === 1 ? 'one sentence' : `${fitting.length} sentences`}.`,
    evidence: toEvidence(fitting),
    confidence: asks ? 0.8 : 0.75,
    isWholeCall: true,
  }
}

const isNear = (one: ScoredSentence, other: ScoredSentence) => Math.abs(one.position - other.position) < TOGETHER + 1

function covers(matter: readonly string[], sentences: readonly ScoredSentence[]): number {
  return matter.filter((term) => sentences.some(({ stems }) => stems.has(term))).length / matter.length
}
