/**
 * `Name: text`, as Zoom, SRT and plain text name speakers. A colon also occurs in speech ("And remember: never …"), so
 * a label is taken for one in two steps:
 *
 * 1. It must look like a name: at most 64 characters and 7 words before a colon that a blank or the line's end follows
 *    (`：` needs neither); it begins with a letter or digit, has a letter, and neither a colon of its own nor any of
 *    `?!;"<>{}=` nor a full stop that ends a sentence. It is *strong* when each of its words begins with a capital, a
 *    digit, a sign or a letter of a script without capitals (particles such as "de" aside), else *weak*.
 * 2. The whole text must speak like that. Where at least four of five units begin with something that looks like a
 *    name, all do. Else strong labels count, and weak ones that recur, provided that the text opens with one, that one
 *    recurs, or that half of the units have one.
 */

export interface Label {
  name: string
  rest: string
  strong: boolean
}

const PARTICLES = new Set(
  'de da do di du del della van von der den het ter ten la le el al bin ibn of the and und y e i dos das zu af av'.split(
    ' ',
  ),
)
const UNLIKELY = /[?!;"“”„<>{}=\t\n]/
const ENDS_SENTENCE = /\p{L}{4,}\.\s/u
const MAX_LENGTH = 64
const MAX_WORDS = 7

/** @param decode what turns the escaped form (entities in WebVTT) into plain text; a colon hidden in one is no label */
export function findLabel(text: string, decode: (text: string) => string = (same) => same): Label | undefined {
  // An escaped name may be longer than the name; anything beyond this cannot become short enough.
  const head = text.slice(0, MAX_LENGTH * 8)
  const match = /:(?=\s|$)|：/.exec(head)
  if (match === null || (match.index + 1 === head.length && head.length < text.length)) return undefined
  const name = decode(head.slice(0, match.index)).trim()
  if (!looksLikeName(name)) return undefined
  return { name, rest: text.slice(match.index + 1), strong: name.split(/\s+/).every(isNameWord) }
}

function looksLikeName(name: string): boolean {
  if (name.length === 0 || [...name].length > MAX_LENGTH || !/^[\p{L}\p{N}]/u.test(name) || !/\p{L}/u.test(name))
    return false
  if (/[:：]/.test(name) || UNLIKELY.test(name) || ENDS_SENTENCE.test(name)) return false
  return name.split(/\s+/).length <= MAX_WORDS
}

function isNameWord(word: string, index: number): boolean {
  return !/^\p{Ll}/u.test(word) || (index > 0 && PARTICLES.has(word))
}

/**
 * Step 2 of the rule above.
 * @param candidates for each unit with text, in order, what `findLabel` found
 * @returns whether a label counts
 */
export function judgeLabels(candidates: readonly (Label | undefined)[]): (label: Label) => boolean {
  const seen = new Map<string, number>()
  for (const label of candidates) if (label) seen.set(label.name, (seen.get(label.name) ?? 0) + 1)
  const labelled = candidates.reduce((sum, label) => sum + (label ? 1 : 0), 0)
  if (labelled === 0) return () => false
  if (labelled >= candidates.length * 0.8) return () => true
  const recurs = (label: Label) => (seen.get(label.name) ?? 0) > 1
  const counts = (label: Label) => label.strong || recurs(label)
  const accepted = candidates.flatMap((label) => (label !== undefined && counts(label) ? [label] : []))
  const [first] = candidates
  const speaks =
    (first !== undefined && counts(first)) ||
    accepted.some((label) => label.strong && recurs(label)) ||
    accepted.length >= candidates.length * 0.5
  return speaks ? counts : () => false
}
