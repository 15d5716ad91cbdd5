/**
 * Finds conversations that a question names. Users refer to a call by its company, person, opportunity, speaker or a
 * word of its title. These words are rarely said in the call, so the transcript can't identify it. Titles contain
 * topics too (“Pricing review”): a word that is said in many conversations is a topic and identifies none.
 */
import { extractTerms } from '../../../core/terms.ts'
import { type NameMatch, type permittedConversations, selectKnownBy } from '../../conversations/records/index.ts'
import { type Handle, isWordLikeOthers, spoken } from './names-spoken.ts'
import { extractCapitalizedWords, namingWords } from './naming-words.ts'
import type { SearchPorts } from './prepare-query.ts'
import type { SearchQuestion } from './question.ts'

/** How a question names a conversation. */
export interface Naming {
  /** Confidence, greater than 0, at most 1. */
  readonly confidence: number
  /** Terms of the words that name it. */
  readonly terms: ReadonlySet<string>
}

/** Conversations that a question names, by ID. */
export type Named = ReadonlyMap<string, Naming>

/** Maximum number of words that are looked up. A longer text that isn't a question names no conversation. */
const WORDS_MAX = { asked: 12, given: 5 } as const
/** Maximum number of conversations that a word identifies, or in which it is said. */
const KNOWN_MAX = 200
/** Maximum number of named conversations; those with the highest confidence are returned. */
const NAMED_MAX = 50

/** @param permitted the visibility condition of the search */
export async function findNamedConversations(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  question: Pick<SearchQuestion, 'core' | 'isQuestion'>,
): Promise<Named> {
  const capitals = extractCapitalizedWords(question)
  const words = listLookupWords(question, capitals)
  if (words.length === 0) return new Map()
  const within = { conversations: permitted }
  const [{ total, matches }, speakers] = await Promise.all([
    selectKnownBy(db, org, permitted, words, KNOWN_MAX),
    search.spokenBy(db, org, within, words, { names: KNOWN_MAX, most: NAMED_MAX }),
  ])
  const handles = [...titled(matches), ...spoken(speakers, capitals, NAMED_MAX)]
  if (handles.length === 0) return new Map()
  const said = await search.saidIn(db, org, within, handles.flatMap(termsOfHandle), KNOWN_MAX + 1)
  const sure = new Map<string, { confidence: number; terms: Set<string> }>()
  for (const handle of handles) {
    const { ids } = handle
    // A name with two words occurs at most as often as its rarer word.
    const saidIn = Math.min(
      ...handle.words.map((word) => Math.max(0, ...extractTerms(word).map((term) => said.get(term) ?? 0))),
    )
    if (saidIn > KNOWN_MAX || isWordLikeOthers(handle, saidIn)) continue
    const tells = computeSpecificity(Math.max(ids.size, saidIn), total)
    if (tells <= 0) continue
    const terms = termsOfHandle(handle)
    for (const id of ids) {
      const known = sure.get(id) ?? { confidence: 0, terms: new Set() }
      for (const term of terms) known.terms.add(term)
      sure.set(id, { ...known, confidence: known.confidence + tells })
    }
  }
  const surest = [...sure].sort(([a, x], [b, y]) => y.confidence - x.confidence || (a < b ? -1 : 1))
  return new Map(
    surest
      .slice(0, NAMED_MAX)
      .map(([id, { confidence, terms }]) => [id, { confidence: Math.min(1, confidence), terms }]),
  )
}

/** Words to look up: all words of a short question, otherwise only capitalized ones. */
function listLookupWords(
  { core, isQuestion }: Pick<SearchQuestion, 'core' | 'isQuestion'>,
  capitals: ReadonlySet<string>,
): string[] {
  const words = namingWords(core)
  if (words.length <= WORDS_MAX[isQuestion ? 'asked' : 'given']) return words
  return isQuestion && capitals.size <= WORDS_MAX.asked ? [...capitals] : []
}

const termsOfHandle = ({ words }: Handle): string[] => words.flatMap((word) => extractTerms(word))

/** Words of titles and other labels; each word counts separately. */
const titled = (known: readonly NameMatch[]): Handle[] =>
  known
    .filter(({ count }) => count <= KNOWN_MAX)
    .map(({ word, ids }) => ({ words: [word], ids: new Set(ids), isSpeaker: false }))

/** Specificity of a word that `count` conversations have: 1 for one conversation, 0 for all. */
const computeSpecificity = (count: number, total: number): number =>
  total <= 1 ? 0 : 1 - Math.log(count) / Math.log(total)
