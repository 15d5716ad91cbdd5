/** Ranking of passages by the words of a query. */

/** Position of a passage. */
export interface PassageKey {
  readonly textId: string
  readonly position: number
}
export const toPassageKey = ({ textId, position }: PassageKey): string => `${textId}/${position}`

export interface Ranked extends PassageKey {
  readonly lexical: number
}

/** Best passages in a deterministic order: ties are sorted by text and position. */
export interface Ranking {
  add(ranked: Ranked): void
  /** Score of the last of the first `count` passages; minus infinity if there are fewer. */
  findWorst(count: number): number
  sorted(): readonly Ranked[]
}

const compare = (one: Ranked, other: Ranked): number =>
  other.lexical - one.lexical ||
  (one.textId < other.textId ? -1 : one.textId > other.textId ? 1 : one.position - other.position)

/** @param most maximum number of passages; undefined keeps all */
export function createRanking(most: number | undefined): Ranking {
  let kept: Ranked[] = []
  let least = Number.NEGATIVE_INFINITY
  const cut = () => {
    kept.sort(compare)
    if (most === undefined || kept.length < most) return
    kept = kept.slice(0, most)
    least = kept.at(-1)?.lexical ?? least
  }
  return {
    add(ranked) {
      if (ranked.lexical < least) return
      kept.push(ranked)
      if (most !== undefined && kept.length >= most * 8) cut()
    },
    findWorst(count) {
      cut()
      return kept[count - 1]?.lexical ?? Number.NEGATIVE_INFINITY
    },
    sorted() {
      cut()
      return kept
    },
  }
}
