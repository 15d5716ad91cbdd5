/** Finds passages by words and by meaning: the best ones of each, with both scores for all of them. */
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchCriteria, SearchScope } from '../../core/search.ts'
import { findByWords, scoreOtherTexts } from './find-by-words.ts'
import { type PassageHit, PassageReader } from './passage-reader.ts'
import { type PassageKey, toPassageKey } from './ranking.ts'
import { createPlan, LIMITS, type SearchLimits, type SearchPlan } from './search-plan.ts'
import { selectNearest } from './vectors.ts'
import { WordScores } from './word-scores.ts'
import { candidatesIn, selectPostings } from './words.ts'

/** Finds the best passages, or the newest ones if the criteria contain neither terms nor a vector. */
export async function find(
  db: Reader,
  org: OrganizationId,
  within: SearchScope,
  criteria: SearchCriteria,
  limit: number,
  limits: SearchLimits = LIMITS,
): Promise<PassageHit[]> {
  const plan = await createPlan(db, org, within, criteria, limits)
  if (plan === undefined) return []
  const passages = new PassageReader(plan, criteria)
  if (criteria.terms.length === 0 && criteria.vector === undefined) return findNewest(plan, passages, limit)
  return findBest(plan, new WordScores(criteria), passages, limit)
}

async function findBest(
  plan: SearchPlan,
  scores: WordScores,
  passages: PassageReader,
  limit: number,
): Promise<PassageHit[]> {
  const [byWords, byMeaning] = await Promise.all([
    findByWords(plan, scores, passages, limit),
    findByMeaning(plan, passages, limit),
  ])
  const keys = new Map([...byWords, ...byMeaning].map((key) => [toPassageKey(key), key]))
  const [found] = await Promise.all([passages.read([...keys.values()]), scoreOtherTexts(plan, scores, byMeaning)])
  return scores.addTo(found)
}

/** Finds up to `limit` nearest passages, and as many in the texts that are always included. */
async function findByMeaning(plan: SearchPlan, passages: PassageReader, limit: number): Promise<PassageKey[]> {
  const { candidateIds, alwaysInclude } = plan
  const all = findNearest(plan, passages, candidateIds, limit)
  if (alwaysInclude.length === 0) return all
  return (await Promise.all([all, findNearest(plan, passages, alwaysInclude, limit)])).flat()
}

/** Examines more and more of the nearest passages, until `limit` of them match the criteria. */
async function findNearest(
  { db, scope, queryVector, matchesAll, limits }: SearchPlan,
  passages: PassageReader,
  textIds: readonly string[] | undefined,
  limit: number,
): Promise<PassageKey[]> {
  if (queryVector === undefined) return []
  const { space, values } = queryVector
  for (let count = matchesAll ? limit : limit * 3; ; count = Math.min(count * 5, limits.nearestMost)) {
    const nearest = await selectNearest(db, scope, space, values, textIds, count)
    const found = await passages.selectMatching(nearest, limit)
    if (found.length >= limit || nearest.length < count || count >= limits.nearestMost) return found
  }
}

/** Finds the first passages that match the criteria in the newest texts. */
async function findNewest(plan: SearchPlan, passages: PassageReader, limit: number): Promise<PassageHit[]> {
  const { newestAtOnce } = plan.limits
  const found: PassageKey[] = []
  for (let offset = 0; found.length < limit; offset += newestAtOnce) {
    const { keys, isLast } = await listCandidates(plan, offset)
    found.push(...(await passages.selectMatching(keys, limit - found.length)))
    if (isLast) break
  }
  return passages.read(found)
}

/** Passages of one page of the newest texts that can match the criteria. */
async function listCandidates(
  { db, scope, candidateIds, matchesAll, needs, limits: { newestAtOnce } }: SearchPlan,
  offset: number,
): Promise<{ readonly keys: readonly PassageKey[]; readonly isLast: boolean }> {
  const texts = await scope.newest(db, candidateIds, { limit: newestAtOnce, offset })
  const ids = texts.map(({ id }) => id)
  const postings = matchesAll ? new Map() : await selectPostings(db, scope, ids, [], needs)
  const keys = texts.flatMap(({ id, passages }) => {
    const isCandidate = matchesAll ? () => true : candidatesIn(postings.get(id), needs)
    const positions = Array.from({ length: passages }, (_, position) => position)
    return positions.filter(isCandidate).map((position) => ({ textId: id, position }))
  })
  return { keys, isLast: texts.length < newestAtOnce }
}
