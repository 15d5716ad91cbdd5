/** Plan of a search: what a passage must contain, which texts can contain it, and how much is read. */
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchCriteria, SearchScope } from '../../core/search.ts'
import { type IndexScope, loadScope } from './scope.ts'
import { selectSpace, type VectorSpace } from './vectors.ts'
import { type RequiredTerms, selectFulfilling } from './words.ts'

export interface SearchLimits {
  /** Maximum number of texts of which all passages are scored. */
  readonly fewTexts: number
  /** With more texts, the number that is examined at first, and the maximum. */
  readonly textsFirst: number
  readonly textsMost: number
  /**
   * Number of passages read per query to find those that match the criteria, and maximum number of nearest passages
   * examined.
   */
  readonly readAtOnce: number
  readonly nearestMost: number
  /** Number of texts examined per query for the newest passages. */
  readonly newestAtOnce: number
}

export const LIMITS: SearchLimits = {
  fewTexts: 400,
  textsFirst: 300,
  textsMost: 1_200,
  readAtOnce: 400,
  nearestMost: 25_000,
  newestAtOnce: 50,
}

/** Vector of the query, with the space that contains the passage vectors of the same model. */
export interface QueryVector {
  readonly space: VectorSpace
  readonly values: Float32Array
}

export interface SearchPlan {
  readonly db: Reader
  readonly scope: IndexScope
  readonly needs: RequiredTerms
  /** Texts that can contain matches; undefined means all. */
  readonly candidateIds: readonly string[] | undefined
  /** Texts whose best passages are always included. */
  readonly alwaysInclude: readonly string[]
  /** Whether every passage in scope matches the criteria, so that none has to be read to check it. */
  readonly matchesAll: boolean
  /** Undefined if the search is by words only, or if the organization has no vectors of the model. */
  readonly queryVector: QueryVector | undefined
  readonly limits: SearchLimits
}

/** @returns undefined if no text in scope can match the criteria */
export async function createPlan(
  db: Reader,
  org: OrganizationId,
  within: SearchScope,
  criteria: SearchCriteria,
  limits: SearchLimits,
): Promise<SearchPlan | undefined> {
  const [scope, queryVector] = await Promise.all([
    loadScope(db, org, within, limits.fewTexts),
    findQueryVector(db, org, criteria.vector),
  ])
  if (scope.fewTexts?.length === 0) return undefined
  const needs: RequiredTerms = {
    all: [...new Set(criteria.phrases.flat())],
    none: criteria.without.filter((run) => run.length === 1).flat(),
    speakers: criteria.speakers,
  }
  const candidateIds = await selectFulfilling(db, scope, needs)
  if (candidateIds?.length === 0) return undefined
  return {
    ...{ db, scope, needs, candidateIds, queryVector, limits },
    alwaysInclude: listAlwaysIncluded(within, scope, candidateIds),
    matchesAll: candidateIds === undefined && criteria.without.length === 0,
  }
}

async function findQueryVector(
  db: Reader,
  org: OrganizationId,
  vector: SearchCriteria['vector'],
): Promise<QueryVector | undefined> {
  if (vector === undefined) return undefined
  const space = await selectSpace(db, org, vector.model)
  return space?.dimension === vector.values.length ? { space, values: vector.values } : undefined
}

/** Texts to include always, as far as they are in scope and can match. */
function listAlwaysIncluded(
  within: SearchScope,
  { fewTexts }: IndexScope,
  candidateIds: readonly string[] | undefined,
): readonly string[] {
  const ids = 'alwaysInclude' in within ? (within.alwaysInclude ?? []) : []
  if (ids.length === 0) return ids
  const candidates = candidateIds === undefined ? undefined : new Set(candidateIds)
  const permitted = fewTexts === undefined ? undefined : new Set(fewTexts.map(({ id }) => id))
  return ids.filter((id) => candidates?.has(id) !== false && permitted?.has(id) !== false)
}
