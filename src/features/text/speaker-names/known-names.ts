/** Matches spoken names with people. Speech recognition spells names as it hears them. */
import { editDistance, soundKey } from '../../../core/near-words.ts'
import { areShortForms } from './short-forms.ts'

/** Letters of a first name that identify it, as in "Pari" for Parithosh. */
const PREFIX_MIN = 3
/** Letters of a word in which one may be misheard. */
const MISHEARD_MIN = 5
const SAME_SOUND_MIN = 4

/** Words of a name in lower case, without accents and punctuation. */
export const toNameWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** How well a spoken name fits a person: 1 if all of its words are words of the name, less if they only resemble them, or 0. */
export function matchName(spoken: string, name: string): number {
  const words = toNameWords(spoken)
  const own = toNameWords(name)
  if (words.length === 0 || own.length === 0) return 0
  let least = 1
  for (const word of words) least = Math.min(least, Math.max(...own.map((other) => matchWord(word, other))))
  return least
}

function matchWord(word: string, other: string): number {
  if (word === other) return 1
  if (areShortForms(word, other)) return 0.9
  if (word.length === 1 || other.length === 1) return word.charAt(0) === other.charAt(0) ? 0.5 : 0
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length >= PREFIX_MIN && long.startsWith(short)) return 0.8
  if (short.length >= MISHEARD_MIN && editDistance(word, other, 1) <= 1) return 0.8
  if (short.length >= SAME_SOUND_MIN && word.charAt(0) === other.charAt(0) && soundKey(word) === soundKey(other))
    return 0.7
  return 0
}
