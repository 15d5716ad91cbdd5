/** Lines of one conversation, indexed once for many questions. */
import { extractTerms, splitWords } from '../../../core/terms.ts'
import type { SourceLine } from '../passages/index.ts'
import { indexesByDescendingValue, type SignalColumn } from './arithmetic.ts'

/** Occurrences of a term in each line, and the weight of the term. */
export interface TermColumn {
  readonly terms: readonly string[]
  readonly counts: SignalColumn
  readonly weight: number
}

export interface ReadLines {
  readonly lines: readonly SourceLine[]
  readonly count: number
  /** Number of terms in each line. */
  readonly lengths: SignalColumn
  /** Number of words in each line. */
  readonly words: readonly number[]
  /** Columns for the terms of a question, one per distinct term. Related terms count half. */
  getColumns(terms: readonly string[]): TermColumn[]
  /** Number of adjacent term pairs of the question that are adjacent in each line, in either order. */
  getPairs(terms: readonly string[]): SignalColumn
  /**
   * Terms that are more frequent in the best lines than elsewhere, without those of the question. Weights include
   * rarity.
   */
  tellingTerms(
    believed: SignalColumn,
    take: { lines: number; words: number },
    asked: readonly TermColumn[],
  ): TermColumn[]
}

/** Weight of a related term, compared to the term itself. */
const RELATION = 0.5
/** Minimum number of shared initial letters of related terms. */
const RELATION_LETTERS = 5

/** Indexes by lines. Several questions are about the same transcript. */
const known = new WeakMap<readonly SourceLine[], ReadLines>()

export function readLines(lines: readonly SourceLine[]): ReadLines {
  const read = known.get(lines) ?? indexLines(lines)
  known.set(lines, read)
  return read
}

function indexLines(lines: readonly SourceLine[]): ReadLines {
  const count = lines.length
  const terms = lines.map(({ text }) => extractTerms(text))
  const postings = new Map<string, Map<number, number>>()
  terms.forEach((all, line) => {
    for (const term of all) {
      const posting = postings.get(term) ?? new Map<number, number>()
      posting.set(line, (posting.get(line) ?? 0) + 1)
      postings.set(term, posting)
    }
  })
  const lengths = Float64Array.from(terms, (all) => all.length)
  const total = lengths.reduce((sum, one) => sum + one, 0)
  const relations = relationsIn([...postings.keys()])

  const add = (column: SignalColumn, term: string, factor: number) => {
    for (const [line, n] of postings.get(term) ?? []) column[line] = (column[line] ?? 0) + n * factor
  }

  return {
    lines,
    count,
    lengths,
    words: lines.map(({ text }) => splitWords(text).length),
    getColumns(asked) {
      const columns: TermColumn[] = []
      for (const term of new Set(asked)) {
        const related = relations(term)
        if (!postings.has(term) && related.length === 0) continue
        const counts = new Float64Array(count)
        add(counts, term, 1)
        for (const other of related) add(counts, other, RELATION)
        columns.push({ terms: [term, ...related], counts, weight: asked.filter((one) => one === term).length })
      }
      return columns
    },
    getPairs(asked) {
      const pairs = new Set(asked.slice(1).flatMap((term, at) => [`${asked[at]} ${term}`, `${term} ${asked[at]}`]))
      return Float64Array.from(
        terms,
        (all) => all.slice(1).filter((term, at) => pairs.has(`${all[at]} ${term}`)).length,
      )
    },
    tellingTerms(believed, take, asked) {
      const excluded = new Set(asked.flatMap((column) => column.terms))
      const best = indexesByDescendingValue(believed).slice(0, take.lines)
      const belief = best.reduce((sum, line) => sum + (believed[line] ?? 0), 0)
      if (belief <= 0) return []
      const inBest = new Map<string, number>()
      let weighed = 0
      for (const line of best) {
        const share = (believed[line] ?? 0) / belief
        for (const term of terms[line] ?? []) inBest.set(term, (inBest.get(term) ?? 0) + share)
        weighed += share * (lengths[line] ?? 0)
      }
      const worths: { term: string; worth: number }[] = []
      for (const [term, n] of inBest) {
        const posting = postings.get(term)
        if (posting === undefined || posting.size < 3 || excluded.has(term)) continue
        const here = n / Math.max(weighed, 1e-9)
        const anywhere = ([...posting.values()].reduce((sum, one) => sum + one, 0) + 0.5) / (total + 1)
        const worth = here * Math.log(here / anywhere)
        if (worth > 0) worths.push({ term, worth })
      }
      worths.sort((one, other) => other.worth - one.worth || (one.term < other.term ? -1 : 1))
      const highest = worths[0]?.worth ?? 1
      return worths.slice(0, take.words).map(({ term, worth }) => {
        const counts = new Float64Array(count)
        add(counts, term, 1)
        const having = postings.get(term)?.size ?? 0
        const rarity = Math.log(1 + (count - having + 0.5) / (having + 0.5))
        return { terms: [term], counts, weight: (rarity * worth) / highest }
      })
    },
  }
}

/** Words of one family with different stems (“transcribe”, “transcript”), matched by their initial letters. */
function relationsIn(vocabulary: readonly string[]): (term: string) => string[] {
  const byStart = new Map<string, string[]>()
  for (const term of vocabulary) {
    if (term.length < RELATION_LETTERS) continue
    const start = term.slice(0, RELATION_LETTERS)
    const all = byStart.get(start)
    if (all === undefined) byStart.set(start, [term])
    else all.push(term)
  }
  return (term) => {
    if (term.length < RELATION_LETTERS) return []
    const all = byStart.get(term.slice(0, RELATION_LETTERS)) ?? []
    return all.filter((other) => other !== term && areRelated(term, other))
  }
}

function areRelated(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= 0.62 * long.length || (shared === short.length && long.length <= shared + 4)
}
