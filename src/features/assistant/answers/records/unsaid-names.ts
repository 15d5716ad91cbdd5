/** Names in a question that occur nowhere in its conversations, so that no passage of them is about these names. */
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { extractTerms } from '../../../../core/terms.ts'
import type { SearchPorts } from '../../../search/conversation-search/index.ts'
import type { ScopedConversations } from '../queries.ts'
import { isSubject } from './narrow-to-names.ts'
import { permitted } from './queries.ts'

/** @param names as written in the question, which belong to no person, account, deal or call of the scope */
export async function findUnsaidNames(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  within: ScopedConversations,
  names: readonly string[],
): Promise<readonly string[]> {
  const terms = new Map(names.map((name) => [name, extractTerms(name)]))
  const all = [...terms.values()].flat()
  if (all.length === 0) return []
  const said = await search.saidIn(db, org, { conversations: permitted(org, within) }, all, 1)
  // “SMS” can be said in other words.
  const isSaid = (term: string) => said.has(term) || listSameMeaning(term).size > 0
  return [...terms].flatMap(([name, own]) => (own.length > 0 && !own.some(isSaid) ? [name] : []))
}

/** “ROI” can have other words in the calls. */
const ACRONYM = /^\p{Lu}+s?$/u
const BEFORE_PARTIES = /\b(?:with|at|from|of|for)\s+$/i

/** Whether only what is said about a name answers the question: “What did Ostro say?”, “the next step with Ostro”. */
export function isAboutName(prompt: string, name: string): boolean {
  if (ACRONYM.test(name)) return false
  return isSubject(prompt, name) || BEFORE_PARTIES.test(prompt.slice(0, Math.max(0, prompt.indexOf(name))))
}
