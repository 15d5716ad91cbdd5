/**
 * Stems of English words: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", 1980), with corrections for
 * words of business conversations. The algorithm joins words that mean different things (*important* and *import*), and it
 * separates short words and irregular verbs from their own forms (*key* and *keys*, *freeze* and *froze*).
 */
import { stemmer } from 'stemmer'
import { IRREGULAR_VERBS } from './irregular-verbs.ts'

/**
 * Version of the stems and of the words of which they are made. If they change, increase it: at the next start, Parley updates the search index of texts with an
 * older version.
 */
export const STEMS_VERSION = 4

/** Maximum number of cached stems. A conversation has a few thousand different words. */
const KEPT = 50_000
const stems = new Map<string, string>()

/** Length up to which words are their own stems. Many are acronyms. */
const SHORT = 3

/**
 * Words whose stem would be that of a word with another meaning. The first word of a line is the stem of all words of the
 * line. Forms with *-s*, *-ly* and British spellings are listed where they occur.
 */
const APART = `
  important importance importantly
  customer customers
  customs
  professor professors
  news
  university universities
  organic
  organize organized organizes organizing organizer organizers organization organizations organizational
  general generally
  generous generously
  generic
  international internationally
  internal internally
  intern interns internship internships
  community communities
  informal informally
  accountant accountants
  accounting
  accountable accountability
  paste pasted pastes pasting
  marketing
  experiment experiments experimental experimented
  integral
  executive executives
  operator operators
  manager managers
  consultant consultants
  production
  productive productivity
  interesting interestingly
  objection objections
  objective objectives
  direction directions
  several
  position positions positioned positioning
  positive positively
  computer computers
  evening evenings
  actually
  basically
  finally
  totally
  personal personally
  personality personalities
  critical critically
  relative relatively
  capital capitals
`

/** Forms of short words, which the algorithm gives another stem than the short word itself. */
const FORMS = `
  use used uses using
  add added adding
  owe owed owes owing
  age aged ages
  eye eyes
  tie tied ties tying
  die died dies
  lie lied lies
  pie pies
  ice iced
  axe axed axes
  go goes
  bus buses
  gas gases
  ad ads
  id ids
  tv tvs
  pc pcs
  vp vps
`

/** Words by lines. The first word of a line determines the stem of the others. */
const readFamilies = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))

const CORRECTED: ReadonlyMap<string, string> = new Map([
  ...readFamilies(`${APART}${FORMS}`).flatMap((words) =>
    words.map((word): [string, string] => [word, words[0] ?? word]),
  ),
  ...readFamilies(IRREGULAR_VERBS).flatMap(([verb = '', ...past]) =>
    past.map((word): [string, string] => [word, verb.length <= SHORT ? verb : restoreY(verb, stemmer(verb))]),
  ),
])

/** @param word normalized word */
export function stemWord(word: string): string {
  if (/[^a-z]/.test(word)) return word
  if (word.length <= SHORT) return CORRECTED.get(word) ?? word
  const known = stems.get(word)
  if (known !== undefined) return known
  const spelled = toAmerican(word)
  const stem = CORRECTED.get(spelled) ?? restoreY(spelled, stemmer(spelled))
  if (stems.size >= KEPT) stems.clear()
  stems.set(word, stem)
  return stem
}

/** `kei` of `keys` → `key`, as short words keep their `y`. The stem of `APIs` keeps its `i`. */
function restoreY(word: string, stem: string): string {
  return stem.length === SHORT && stem.endsWith('i') && !word.endsWith('is') ? `${stem.slice(0, -1)}y` : stem
}

/** Converts British to American spelling: `colour` to `color`, `organise` to `organize`. */
const toAmerican = (word: string) =>
  word.length < 6
    ? word
    : word.replace(/our(?=$|s$|ed$|ing$|able$)/, 'or').replace(/is(?=e$|es$|ed$|ing$|ation$|ations$)/, 'iz')
