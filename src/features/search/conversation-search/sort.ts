/** Order of results. */
import type { Match } from './match-kinds.ts'

/** `relevance`: the best first. `time`: by conversation, each in the order in which it was said. */
export const sorts = ['relevance', 'time'] as const
export type Sort = (typeof sorts)[number]

interface Sorted {
  readonly match: Match
  readonly hit: { readonly conversationId: string; readonly position: number }
}

/**
 * Groups results by conversation, in the order of their best results, and sorts each group by time. Exact results stay
 * before related ones.
 */
export function sortByTime<R extends Sorted>(best: readonly R[]): R[] {
  const groups = Map.groupBy(best, ({ match, hit }) => `${match} ${hit.conversationId}`)
  return [...groups.values()].flatMap((group) => group.toSorted((a, b) => a.hit.position - b.hit.position))
}
