/**
 * Detects whether something was completed. Service staff usually say so: "it is booked", "I have sent it", or
 * "unavailable", "unable". The last such statement on the subject counts.
 */
import { stemWord } from '../../../../core/stems.ts'
import { splitWords } from '../../../../core/terms.ts'
import { type RuleFinding, toEvidence } from './finding.ts'
import type { ReadItem } from './item.ts'
import type { ScoredSentence, ScoringTranscript } from './scoring-transcript.ts'

/** Verbs of completion, grouped by meaning. */
const FAMILIES: readonly string[] = [
  'book booking booked reserve reserved reservation',
  'schedule scheduled scheduling appointment arrange arranged set',
  'submit submitted submission file filed report reported',
  'cancel cancelled canceled cancellation',
  'change changed changes update updated modify modified',
  'find found search match matching recommend recommended suggest suggested',
  'send sent email emailed mail forward forwarded',
  'order ordered purchase purchased buy bought pay paid payment',
  'resolve resolved solve solved fix fixed solution resolution',
  'complete completed finish finished process processed',
  'authenticate authenticated verify verified identify identified',
  'register registered enroll enrolled sign signed subscribe subscribed',
  'refund refunded reimburse reimbursed credit credited',
  'confirm confirmed confirmation',
  'deliver delivered ship shipped shipment',
  'issue issued create created open opened',
  'close closed win won agree agreed accept accepted sell sold',
]
const familyOf = new Map(
  FAMILIES.flatMap((words) => {
    const stems = new Set(words.split(' ').map(stemWord))
    return [...stems].map((stem) => [stem, stems] as const)
  }),
)
const FIND = familyOf.get(stemWord('find'))

const PAST =
  '(?:booked|reserved|confirmed|scheduled|submitted|completed?|set(?: up)?|arranged|sent|done|placed|cancell?ed|changed|updated|registered|reported|filed|authenticated|verified|resolved|solved|fixed|processed|refunded|credited|issued|created|ordered|delivered|shipped|approved|accepted|paid|purchased|enrolled)'
const DONE = new RegExp(
  [
    String.raw`\b(?:is|are|was|were|has been|have been|been|'s|'re) (?:now |already |all |just |hereby |success?ful+y )*${PAST}\b`,
    String.raw`\b(?:i|we)(?:'ve| have| just|'ll have)? (?:now |already |just |success?ful+y |gone ahead and )*${PAST}\b`,
    String.raw`\b(?:have|got) (?:you|it|that|this|everything) (?:all |now )*(?:${PAST}|ready)\b`,
    String.raw`^(?:\w+ )?(?:all )?(?:booked|done|confirmed|scheduled|completed|sent|submitted)\b`,
    String.raw`\b(?:successful|success?ful+y|you're all set|all set|(?:thats|that's|that is) (?:all|everything)\b.*\bdone|confirmation (?:number|code|email))\b`,
    String.raw`\byour (?:driver|agent|technician|contact) (?:will be|is)\b`,
  ].join('|'),
  'i',
)
const FOUND =
  /\b(?:(?:i|we)(?:'ve| have)? found|here (?:is|are)|there(?:'s| is| are) (?!no\b|not\b|nothing\b)|(?:i|we) (?:can |would |'d )?(?:recommend|suggest|offer)|how about|has an? \w+ rating|is (?:still )?available|(?:yes|sure),? (?:we|they|it|there))\b/i
const FAILED =
  /\b(?:unsuccessful|not (?:been )?successful|failed|failure|(?:isn't|aren't|wasn't|is not|are not|was not|not) (?:\w+ )?(?:available|possible|able)|unavailable|unable|(?:can't|cannot|can not|could not|couldn't|won't be able to|wasn't able to|not able to)|there (?:is|are|was|were) no\b|no (?:\w+ ){0,2}(?:available|left|match(?:es|ing)?|results?|vacanc\w+|rooms?|seats?)\b|unfortunately|declined|rejected|denied|sold out|fully booked|does not exist|doesn't exist|not found)\b/i
/** Questions and offers, which don't report a completed action. */
const OFFERS = /\?|\b(?:would you like|should i|shall i|can i|may i|do you want|want me to|if you)\b/i
/** Number of preceding sentences that can name the subject. */
const CONTEXT = 6

export function evaluateOutcome(item: ReadItem, { sentences }: ScoringTranscript): RuleFinding | undefined {
  const words = new Set(splitWords(item.text).map(stemWord))
  const families = [...words].flatMap((stem) => familyOf.get(stem) ?? [])
  if (families.length === 0 || item.subject !== 'inside') return undefined
  const verbs = new Set(families.flatMap((family) => [...family]))
  const objects = new Set(item.terms.filter((term) => !verbs.has(term)))
  const finds = families.some((family) => family === FIND)
  const results: { said: ScoredSentence; done: boolean }[] = []
  sentences.forEach((said, at) => {
    if (said.side !== 'inside') return
    const failed = FAILED.test(said.plain)
    const done = !failed && !OFFERS.test(said.plain) && (DONE.test(said.plain) || (finds && FOUND.test(said.plain)))
    if ((failed || done) && isAbout(said, sentences.slice(Math.max(0, at - CONTEXT), at), objects, verbs)) {
      results.push({ said, done })
    }
  })
  const last = results.at(-1)
  if (last === undefined) return undefined
  const same = results.filter(({ done }) => done === last.done).map(({ said }) => said)
  const mixed = same.length < results.length
  return {
    answer: last.done ? 'yes' : 'no',
    why: last.done
      ? `A participant said that it was done${mixed ? ', after an earlier failure' : ''}.`
      : `A participant said that it wasn't possible${mixed ? ', after an earlier success' : ''}.`,
    evidence: toEvidence(same.toReversed()),
    confidence: mixed ? 0.7 : 0.85,
  }
}

/** Minimum ratio of subject terms that the sentence or its context must contain. */
const NAMED = 0.6

function isAbout(
  said: ScoredSentence,
  before: readonly ScoredSentence[],
  objects: ReadonlySet<string>,
  verbs: ReadonlySet<string>,
): boolean {
  const near = [said, ...before]
  const listNamedTerms = (wanted: ReadonlySet<string>) =>
    [...wanted].filter((term) => near.some(({ stems }) => stems.has(term)))
  return objects.size === 0 ? listNamedTerms(verbs).length > 0 : listNamedTerms(objects).length >= NAMED * objects.size
}
