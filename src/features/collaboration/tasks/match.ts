/** Recognizes the task of a promise by the words of its topic, because a new analysis can find other words and places. */
import { computeOverlap, findTopicTerms, KNOWN_AGAIN } from '../../text/extractive-summary/index.ts'

interface Quoted {
  readonly text: string
  readonly spans: readonly { readonly quote: string }[]
}

interface KeptPromise {
  readonly id: string
  readonly text: string
  readonly quote: string | null
}

const toTerms = ({ text, spans }: Quoted): string[] => findTopicTerms(spans.length > 0 ? spans : [{ quote: text }])

interface Likeness {
  readonly like: number
  /** Difference of the numbers of terms, which decides between promises that contain the same terms. */
  readonly surplus: number
}

const compare = (one: readonly string[], other: readonly string[]): Likeness => ({
  like: computeOverlap(one, other),
  surplus: Math.abs(one.length - other.length),
})

const byLikeness = (a: Likeness, b: Likeness): number => b.like - a.like || a.surplus - b.surplus

/** Pairs promises of one conversation with its tasks, most similar first. Each task belongs to one promise at most. */
export function matchTasks<P extends Quoted, T extends KeptPromise>(
  promises: readonly P[],
  tasks: readonly T[],
): ReadonlyMap<P, T> {
  const kept = tasks.map((task) => ({ task, terms: findTopicTerms([{ quote: task.quote ?? task.text }]) }))
  const likely = promises
    .flatMap((promise) => {
      const terms = toTerms(promise)
      return kept.map(({ task, terms: others }) => ({ promise, task, ...compare(terms, others) }))
    })
    .filter(({ like }) => like >= KNOWN_AGAIN)
    .toSorted(byLikeness)
  const pairs = new Map<P, T>()
  const taken = new Set<string>()
  for (const { promise, task } of likely) {
    if (pairs.has(promise) || taken.has(task.id)) continue
    pairs.set(promise, task)
    taken.add(task.id)
  }
  return pairs
}

/** The promise that the words are about. Undefined if none is similar enough. */
export function findPromise<P extends Quoted>(promises: readonly P[], words: string): P | undefined {
  const terms = findTopicTerms([{ quote: words }])
  const [best] = promises.map((promise) => ({ promise, ...compare(terms, toTerms(promise)) })).toSorted(byLikeness)
  return best !== undefined && best.like >= KNOWN_AGAIN ? best.promise : undefined
}
