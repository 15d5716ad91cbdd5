/** Decides whether capitalized words are a person's name, from a list of other words and from how the call uses them. */
import { MONTHS, WEEKDAYS } from '../../../core/calendar-words.ts'
import { SMALL_NUMBERS } from '../../../core/numbers.ts'
import { matchName, toNameWords } from './known-names.ts'
import type { SpeakerTurn } from './model.ts'

/** `known` is a name of a known person, `name` probably a name of somebody, `other` no name. */
export type NameJudge = (words: string) => 'known' | 'name' | 'other'

/** Capitalized words that name nobody, although they follow "this is", "thanks" or "over to". */
const OTHER_WORDS = new Set(
  `${[...WEEKDAYS, ...MONTHS].filter((word) => word !== 'may').join(' ')} everyone everybody all guys folks team again both sir madam ma'am operator chair chairman chairwoman moderator ladies gentlemen god goodness
i i'm i'll i've i'd we we're we'll you you're it it's that that's this the a an and but so or yes yeah no okay ok right well now then just if
what when where who how why oh yep yup nope alright cool perfect exactly correct actually maybe also sounds awesome excellent wow um uh hmm mm-hmm nice
agreed next first last anyway basically otherwise ah hm welcome congratulations nevermind gotcha please thanks thank hi hello hey good great sorry sure bye goodbye
${SMALL_NUMBERS.slice(1, 13).join(' ')} mr mrs ms dr english french german spanish chinese japanese european american canadian british australian indian african asian
zoom teams google microsoft youtube twitter slack github discord telegram mute q q1 q2 q3 q4 ceo cfo coo cto vp ir
partners energy inc corp corporation group capital holdings bank securities company llc ltd plc`.split(/\s+/),
)
/** A word is a common word if its uses in lower case are more than this ratio of its capitalized ones. */
const LOWER_RATIO_MAX = 0.34
/** Maximum number of judgments that are kept. */
const KEPT_MAX = 10_000

export function createNameJudge(turns: readonly SpeakerTurn[], people: readonly string[]): NameJudge {
  const lower = new Map<string, number>()
  const upper = new Map<string, number>()
  for (const { text } of turns) {
    for (const [word] of text.matchAll(/\p{L}[\p{L}'’-]*/gu)) {
      const key = word.toLowerCase()
      const counts = key === word ? lower : upper
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const judge: NameJudge = (name) => {
    if (people.some((person) => matchName(name, person) === 1)) return 'known'
    const first = name.split(' ', 1)[0] ?? ''
    const key = first.toLowerCase()
    const isOther = OTHER_WORDS.has(key) || toNameWords(name).some((word) => OTHER_WORDS.has(word))
    if (isOther || key.length < 2 || /^\p{Lu}{2,}(?:['’]\p{Ll}+)?$/u.test(first)) return 'other'
    return (lower.get(key) ?? 0) <= LOWER_RATIO_MAX * (upper.get(key) ?? 0) ? 'name' : 'other'
  }
  const kept = new Map<string, ReturnType<NameJudge>>()
  return (name) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const judgment = judge(name)
    if (kept.size < KEPT_MAX) kept.set(name, judgment)
    return judgment
  }
}
