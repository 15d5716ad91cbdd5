/**
 * Finds the best passages by words.
 *
 * If few texts are in scope, all of their passages are scored. Otherwise, word statistics yield an upper bound for the
 * best passage of each text. Texts are examined in the order of their bounds, as long as a better passage is possible.
 */
import type { PassageReader } from './passage-reader.ts'
import { POSTING_BYTES } from './postings.ts'
import { createRanking, type PassageKey, type Ranked, type Ranking } from './ranking.ts'
import type { TextSize } from './scope.ts'
import type { SearchPlan } from './search-plan.ts'
import type { WordScores } from './word-scores.ts'
import { candidatesIn, computeWeights, type Postings, selectPostings, surveyCorpus, type TermHolding } from './words.ts'

/** Finds up to `limit` passages, and as many in the texts that are always included. */
export async function findByWords(
  plan: SearchPlan,
  scores: WordScores,
  passages: PassageReader,
  limit: number,
): Promise<PassageKey[]> {
  if (scores.occurrences.size === 0) return []
  const { fewTexts } = plan.scope
  return fewTexts === undefined
    ? findAmongMany(plan, scores, passages, limit)
    : findAmongFew(plan, scores, passages, fewTexts, limit)
}

/** Calculates the word scores of texts that were found by meaning only. */
export async function scoreOtherTexts(
  { db, scope }: SearchPlan,
  scores: WordScores,
  keys: readonly PassageKey[],
): Promise<void> {
  const ids = [...new Set(keys.map(({ textId }) => textId))].filter((id) => !scores.has(id))
  if (scores.terms.length === 0) return
  const postings = await selectPostings(db, scope, ids, scores.terms)
  for (const id of ids) scores.scoreText(id, postings.get(id))
}

async function findAmongFew(
  plan: SearchPlan,
  scores: WordScores,
  passages: PassageReader,
  texts: readonly TextSize[],
  limit: number,
): Promise<PassageKey[]> {
  const ids = texts.map(({ id }) => id)
  const postings = await selectPostings(plan.db, plan.scope, ids, scores.terms, plan.needs)
  const total = texts.reduce((sum, text) => sum + text.passages, 0)
  scores.weights = computeWeights(scores.occurrences, countHoldings(postings), {
    passages: total,
    texts: texts.length,
  })
  const ranking = createPlanRanking(plan, limit)
  rankTexts(plan, scores, ids, postings, ranking)
  const found = await passages.selectMatching(ranking.sorted(), limit)
  return [...found, ...(await findAlwaysIncluded(plan, scores, passages, postings, limit))]
}

async function findAmongMany(
  plan: SearchPlan,
  scores: WordScores,
  passages: PassageReader,
  limit: number,
): Promise<PassageKey[]> {
  const { db, scope, needs, limits } = plan
  const survey = await surveyCorpus(db, scope, scores.occurrences, plan.candidateIds, limits.textsMost)
  scores.weights = survey.weights
  const ranking = createPlanRanking(plan, limit)
  let from = 0
  let to = Math.min(limits.textsFirst, survey.texts.length)
  for (;;) {
    const ids = survey.texts.slice(from, to).map(({ id }) => id)
    rankTexts(plan, scores, ids, await selectPostings(db, scope, ids, scores.terms, needs), ranking)
    const next = survey.texts[to]
    if (next === undefined || ranking.findWorst(limit) >= next.bound) {
      const found = await passages.selectMatching(ranking.sorted(), limit)
      // Passages that don't match the criteria ranked before: the last one found can be worse than the next text.
      const last = found[limit - 1]
      if (next === undefined || (last !== undefined && last.lexical >= next.bound)) {
        const postings = await selectPostings(db, scope, plan.alwaysInclude, scores.terms, needs)
        return [...found, ...(await findAlwaysIncluded(plan, scores, passages, postings, limit))]
      }
    }
    from = to
    to = survey.texts.length
  }
}

/** Finds the best passages of the texts that are always included. */
function findAlwaysIncluded(
  plan: SearchPlan,
  scores: WordScores,
  passages: PassageReader,
  postings: Postings,
  limit: number,
): Promise<Ranked[]> {
  const ranking = createPlanRanking(plan, limit)
  rankTexts(plan, scores, plan.alwaysInclude, postings, ranking)
  return passages.selectMatching(ranking.sorted(), limit)
}

/** Ranking that keeps all passages if some of them can turn out not to match the criteria. */
const createPlanRanking = ({ matchesAll }: SearchPlan, limit: number): Ranking =>
  createRanking(matchesAll ? limit : undefined)

/** Scores texts, and ranks those of their passages that can match the criteria. */
function rankTexts(
  plan: SearchPlan,
  scores: WordScores,
  ids: readonly string[],
  postings: Postings,
  ranking: Ranking,
): void {
  for (const textId of ids) {
    const words = postings.get(textId)
    const isCandidate = plan.matchesAll ? () => true : candidatesIn(words, plan.needs)
    scores.scoreText(textId, words).forEach((lexical, position) => {
      if (lexical > 0 && isCandidate(position)) ranking.add({ textId, position, lexical })
    })
  }
}

/** Number of passages and of texts that contain each word. */
function countHoldings(postings: Postings): Map<string, TermHolding> {
  const holdings = new Map<string, TermHolding>()
  for (const words of postings.values()) {
    for (const [word, bytes] of words) {
      const { passages = 0, texts = 0 } = holdings.get(word) ?? {}
      holdings.set(word, { passages: passages + bytes.length / POSTING_BYTES, texts: texts + 1 })
    }
  }
  return holdings
}
