/**
 * Conversations that a question names. People ask for a call by what they call it: the company, the person, the
 * opportunity, a word of its title, whoever speaks in it. Hardly anybody says those words in that call, so what is said
 * cannot tell. Titles hold topics too (“Pricing review”): a word that is said in many conversations is what they speak
 * of, and names none.
 */
import { termsOf } from '../../core/terms.ts'
import { type Known, type permittedConversations, selectKnownBy } from '../conversations/index.ts'
import type { SearchPorts } from './asked.ts'
import { type Handle, isWordLikeOthers, spoken } from './names-spoken.ts'
import { capitalsOf, namingWords } from './naming-words.ts'
import type { Question } from './question.ts'

/** Conversation → how surely the question names it, above 0 to 1. */
export type Named = ReadonlyMap<string, number>

/** Words that are looked up. Who writes more than a few without asking gives an account, and names nobody. */
const WORDS_MAX = { asked: 12, given: 5 } as const
/** A word by which more are known, or that is said in more, names none. */
const KNOWN_MAX = 200
/** Conversations that are named at most: the surest. */
const NAMED_MAX = 50

/** @param permitted the same condition as everything else is found under */
export async function namedBy(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  question: Pick<Question, 'core' | 'asks'>,
): Promise<Named> {
  const capitals = capitalsOf(question)
  const words = wordsLookedUp(question, capitals)
  if (words.length === 0) return new Map()
  const within = { conversations: permitted }
  const [{ total, known }, speakers] = await Promise.all([
    selectKnownBy(db, org, permitted, words, KNOWN_MAX),
    search.spokenBy(db, org, within, words, { names: KNOWN_MAX, most: NAMED_MAX }),
  ])
  const handles = [...titled(known), ...spoken(speakers, capitals, NAMED_MAX)]
  if (handles.length === 0) return new Map()
  const said = await search.saidIn(db, org, within, handles.flatMap(termsOfHandle), KNOWN_MAX + 1)
  const sure = new Map<string, number>()
  for (const handle of handles) {
    const { ids } = handle
    // Both words of a name together are said no more often than the rarer one.
    const saidIn = Math.min(
      ...handle.words.map((word) => Math.max(0, ...termsOf(word).map((term) => said.get(term) ?? 0))),
    )
    if (saidIn > KNOWN_MAX || isWordLikeOthers(handle, saidIn)) continue
    const tells = telling(Math.max(ids.size, saidIn), total)
    for (const id of ids) sure.set(id, (sure.get(id) ?? 0) + tells)
  }
  const surest = [...sure].filter(([, tells]) => tells > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return new Map(surest.slice(0, NAMED_MAX).map(([id, tells]) => [id, Math.min(1, tells)]))
}

/** Of a long question those that are written as names. */
function wordsLookedUp({ core, asks }: Pick<Question, 'core' | 'asks'>, capitals: ReadonlySet<string>): string[] {
  const words = namingWords(core)
  if (words.length <= WORDS_MAX[asks ? 'asked' : 'given']) return words
  return asks && capitals.size <= WORDS_MAX.asked ? [...capitals] : []
}

const termsOfHandle = ({ words }: Handle): string[] => words.flatMap((word) => termsOf(word))

/** A word of a title and the like: each tells for itself. */
const titled = (known: readonly Known[]): Handle[] =>
  known
    .filter(({ count }) => count <= KNOWN_MAX)
    .map(({ word, ids }) => ({ words: [word], ids: new Set(ids), isSpeaker: false }))

/** How much a word tells that so many are known by, or say: everything where it is one alone, nothing where all are. */
const telling = (count: number, total: number): number => (total <= 1 ? 0 : 1 - Math.log(count) / Math.log(total))
