/**
 * Conversations that a question names. People ask for a call by what they call it: the company, the person, the
 * opportunity, a word of its title. Hardly anybody says those words in that call, so what is said cannot tell. Titles hold
 * topics too (“Pricing review”): a word that is said in many conversations is what they speak of, and names none.
 */
import { fold } from '../../core/fold.ts'
import { isSmallWord, termsOf } from '../../core/terms.ts'
import { type permittedConversations, selectKnownBy } from '../conversations/index.ts'
import type { SearchPorts } from './asked.ts'
import type { Question } from './question.ts'

/** Conversation → how surely the question names it, above 0 to 1. */
export type Named = ReadonlyMap<string, number>

/** Words that are looked up. Who writes more, or more than a few without asking, gives an account, and names nobody. */
const WORDS_MAX = { asked: 12, given: 5 } as const
/** A word by which more are known, or that is said in more, names none. */
const KNOWN_MAX = 200
/** Conversations that are named at most: the surest. */
const NAMED_MAX = 50

const RUNS = /[\p{L}\p{N}\p{M}]+/gu

/** @param permitted the same condition as everything else is found under */
export async function namedBy(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  question: Pick<Question, 'core' | 'asks'>,
): Promise<Named> {
  const words = namingWords(question.core)
  if (words.length === 0 || words.length > WORDS_MAX[question.asks ? 'asked' : 'given']) return new Map()
  const { total, known } = await selectKnownBy(db, org, permitted, words, KNOWN_MAX)
  const rare = known.filter(({ count }) => count <= KNOWN_MAX)
  if (rare.length === 0) return new Map()
  const terms = rare.flatMap(({ word }) => termsOf(word))
  const said = await search.saidIn(db, org, { conversations: permitted }, terms, KNOWN_MAX + 1)
  const sure = new Map<string, number>()
  for (const { word, count, ids } of rare) {
    const saidIn = Math.max(0, ...termsOf(word).map((term) => said.get(term) ?? 0))
    if (saidIn > KNOWN_MAX) continue
    const tells = telling(Math.max(count, saidIn), total)
    for (const id of ids) sure.set(id, (sure.get(id) ?? 0) + tells)
  }
  const surest = [...sure].filter(([, tells]) => tells > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return new Map(surest.slice(0, NAMED_MAX).map(([id, tells]) => [id, Math.min(1, tells)]))
}

/** Folded as titles are, each once. */
export function namingWords(core: string): string[] {
  const words = fold(core)
    .replace(/['’ʼ]s?(?![\p{L}\p{N}])/gu, '')
    .match(RUNS)
  return [...new Set(words)].filter((word) => [...word].length >= 2 && !isSmallWord(word))
}

/** How much a word tells that so many are known by, or say: everything where it is one alone, nothing where all are. */
const telling = (count: number, total: number): number => (total <= 1 ? 0 : 1 - Math.log(count) / Math.log(total))
