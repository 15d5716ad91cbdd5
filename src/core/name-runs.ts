/**
 * Complete names in questions. A name of several capitalized words means one person: “Anna Schmidt” isn't Anna Meyer.
 */
import { fold } from './fold.ts'

/** Consecutive capitalized words of a question, in the normalized form. */
export interface NameRun {
  /** At least two words. */
  readonly words: readonly string[]
  /** The run as written. */
  readonly written: string
  /** Whether the first word starts a sentence, so that it can be any word. */
  readonly startsSentence: boolean
}

export interface PlacedWord {
  readonly word: string
  readonly written: string
  /** Text between the word before and this one. */
  readonly before: string
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Words of a text with what precedes each. */
export function placeWords(text: string, form = WORD): PlacedWord[] {
  let end = 0
  return [...text.matchAll(form)].map(({ 0: written, index }) => {
    const before = text.slice(end, index)
    end = index + written.length
    return { word: fold(written), written, before }
  })
}

/** Words of a person's name, normalized. */
export const splitName = (name: string): string[] => placeWords(name).map(({ word }) => word)

const HONORIFICS: ReadonlySet<string> = new Set('mr mrs ms miss dr prof herr frau sir'.split(' '))
const JOINED = /^(?:\s+|-)$/
const ENDS_SENTENCE = /[.?!:;]/

/**
 * @param isName whether a capitalized word can belong to a name
 * @returns the run of each word; undefined for words outside of runs
 */
export function readNameRuns(
  words: readonly PlacedWord[],
  isName: (word: PlacedWord) => boolean,
): readonly (NameRun | undefined)[] {
  const runs = new Array<NameRun | undefined>(words.length).fill(undefined)
  const belongs = (at: number) => {
    const word = words[at]
    return word !== undefined && /^\p{Lu}/u.test(word.written) && !HONORIFICS.has(word.word) && isName(word)
  }
  // “Team A”, “Grad A”
  const isLetter = (at: number) => /^(?!I)\p{Lu}$/u.test(words[at]?.written ?? '')
  for (let from = 0; from < words.length; from++) {
    if (!belongs(from)) continue
    let to = from + 1
    while ((belongs(to) || isLetter(to)) && JOINED.test(words[to]?.before ?? '')) to++
    if (to - from > 1) {
      const startsSentence = from === 0 || ENDS_SENTENCE.test(words[from]?.before ?? '')
      const all = words.slice(from, to)
      const written = all.map((one, at) => (at === 0 ? one.written : one.before + one.written)).join('')
      const run = { words: all.map(({ word }) => word), written }
      runs.fill({ ...run, startsSentence }, from, to)
    }
    from = to - 1
  }
  return runs
}

/**
 * Whether a run of a question can mean a person. Either contains all words of the other, except that a short form of a
 * name counts: “Alex Miller”, “A. Miller” and “Alexander M” are Alexander Miller. Paul Miller isn't Peter Miller.
 * @param name words of the name of the person, normalized
 * @param isKnown whether a word is part of the name of any person
 */
export function meansPerson(run: NameRun, name: readonly string[], isKnown: (word: string) => boolean): boolean {
  const [first = ''] = run.words
  const isOther = run.startsSentence && !isKnown(first)
  const asked = isOther ? run.words.slice(1) : run.words
  const missing = asked.filter((word) => !name.includes(word))
  if (missing.length === 0 || name.every((word) => asked.includes(word))) return true
  const [other = ''] = missing
  const [given = ''] = name
  const family = name.at(-1) ?? ''
  if (missing.length > 1 || family.length < 2) return false
  const hasInitial = other === asked.at(-1) && other.length === 1 && family.startsWith(other)
  const isShort = given.startsWith(other) || (given.length > 1 && other.startsWith(given))
  return hasInitial || (other === asked[0] && asked.at(-1) === family && isShort)
}
