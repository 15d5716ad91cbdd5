/**
 * Finds words that are spelled or pronounced like a word of the query that nobody says.
 *
 * The index looks up words at an edit distance of 1, and the word in one or two parts. Further candidates are similar
 * words of the newest conversations and of the glossary. All of them occur in conversations that the caller can see: the index checks the
 * visibility of each word, so a suggestion reveals nothing that is hidden. The cost depends neither on the number of
 * conversations nor on the size of the vocabulary.
 */
import { isCommonWord } from '../../../core/common-words.ts'
import { fold } from '../../../core/fold.ts'
import { editDistance, soundKey, wordsAtDistanceOne } from '../../../core/near-words.ts'
import { stemWord } from '../../../core/stems.ts'
import { extractTerms, isSmallWord } from '../../../core/terms.ts'
import type { permittedConversations } from '../../conversations/records/index.ts'
import { findAlikeSpellings } from '../../text/glossary/index.ts'
import type { SearchPorts } from './prepare-query.ts'
import type { QueryWord, TermRun } from './query-words.ts'

/** Number of newest conversations whose words are compared. */
const NEWEST = 300
/** Maximum numbers of words that are looked up, and of similar words for each. */
const WORDS_MAX = 3
const NEAR_MAX = 3
/** Minimum length of a word, of a part of it, and of its sound key. Shorter ones are alike by chance. */
const LENGTH_MIN = 5
const PART_MIN = 3
const SOUND_MIN = 3
/** Length from which two words at an edit distance of 2 are alike, whatever their sound: `concern` isn't `convers`. */
const LONG = 9

/** Another form of a query word. */
export interface WordVariant {
  /** Key of the query word: its terms. */
  readonly of: QueryWord
  readonly run: TermRun
}

interface Candidate {
  readonly run: TermRun
  /** Smaller is more similar. */
  readonly distance: number
  /** Word of the query that is joined with the unknown one. */
  readonly neighbor?: QueryWord
}

export async function findNearWords(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  words: readonly QueryWord[],
  unknown: ReadonlySet<QueryWord>,
): Promise<WordVariant[]> {
  const looked = words.filter((word) => unknown.has(word) && isComparable(word)).slice(0, WORDS_MAX)
  if (looked.length === 0) return []
  const within = { conversations: permitted }
  const [newest, alike] = await Promise.all([
    search.newestWords(db, org, within, NEWEST),
    findAlikeSpellings(db, org, looked.map(folded)),
  ])
  const recent = vocabulary([...newest, ...alike])
  const candidates = looked.map((of) => ({ of, all: candidatesFor(of, words, recent) }))
  const terms = new Set(candidates.flatMap(({ all }) => all.flatMap(({ run }) => run)))
  const said = await search.saidIn(db, org, within, [...terms], 1)
  return candidates.flatMap(({ of, all }) => {
    const known = all
      .filter(({ run }) => run.every((term) => said.has(term) || recent.names.has(term)))
      .toSorted((a, b) => a.distance - b.distance || (a.run.join(' ') < b.run.join(' ') ? -1 : 1))
    const joined = known.filter((one) => one.neighbor !== undefined)
    if (joined.length === 0) return known.slice(0, NEAR_MAX).map(({ run }) => ({ of, run }))
    // The joined word replaces both.
    return joined.flatMap(({ run, neighbor }) => [of, neighbor ?? of].map((word) => ({ of: word, run })))
  })
}

const folded = ({ word }: QueryWord): string => fold(word)
const isComparable = (word: QueryWord): boolean => /^[a-z]+$/.test(folded(word))

interface Vocabulary {
  readonly terms: ReadonlySet<string>
  /** Terms of the names of speakers. */
  readonly names: ReadonlySet<string>
}

function vocabulary(all: readonly string[]): Vocabulary {
  const terms = new Set<string>()
  const names = new Set<string>()
  for (const word of all) {
    if (word.startsWith('@')) for (const term of extractTerms(word)) names.add(term)
    else terms.add(word)
  }
  for (const name of names) terms.add(name)
  return { terms, names }
}

function candidatesFor(of: QueryWord, words: readonly QueryWord[], { terms }: Vocabulary): Candidate[] {
  const word = folded(of)
  const stem = stemWord(word)
  const found = new Map<string, Candidate>()
  const add = (run: TermRun, distance: number) => {
    const key = run.join(' ')
    if (distance < (found.get(key)?.distance ?? Number.POSITIVE_INFINITY)) found.set(key, { run, distance })
  }
  const joined = joinedWith(of, words)
  // “expensive” isn't a misspelled “expansion”.
  if (word.length < LENGTH_MIN || isCommonWord(word)) return joined
  for (const other of wordsAtDistanceOne(word)) if (!isSmallWord(other)) add([stemWord(other)], 1)
  for (let at = PART_MIN; at <= word.length - PART_MIN; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (!parts.some(isSmallWord)) add(parts.map(stemWord), 1)
  }
  const sound = soundKey(stem)
  const most = stem.length >= LONG ? 2 : 1
  for (const term of terms) {
    if (Math.abs(term.length - stem.length) > 3 || term.length < LENGTH_MIN) continue
    const distance = editDistance(stem, term, 2)
    const isAlike = sound.length >= SOUND_MIN && soundKey(term) === sound
    if (isAlike && distance <= 2) add([term], distance * 0.5 + 0.25)
    else if (distance <= most) add([term], distance)
  }
  // The word itself is unknown.
  found.delete(stem)
  return [...joined, ...found.values()]
}

/** The word joined with its neighbors in the query: `Way Loom` is `Wayloom`. */
function joinedWith(of: QueryWord, words: readonly QueryWord[]): Candidate[] {
  const at = words.indexOf(of)
  return [
    [words[at - 1], of, words[at - 1]],
    [of, words[at + 1], words[at + 1]],
  ].flatMap(([first, second, neighbor]) =>
    first === undefined || second === undefined || neighbor === undefined
      ? []
      : [{ run: [stemWord(folded(first) + folded(second))], distance: 0, neighbor }],
  )
}
