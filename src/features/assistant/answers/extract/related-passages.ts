/**
 * Passages that are offered if nothing answers a question. Those that the search has found come first. Each one has a term
 * of the question, in any word of the same meaning.
 */
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms } from '../../../../core/terms.ts'
import type { AnswerPart, ReadText } from '../text.ts'
import { isFormTerm } from './answerable.ts'
import { splitOnce } from './candidates.ts'
import { excerptAround } from './excerpt.ts'
import { formatPassage, type Passage, proofsOfPassage } from './format-passage.ts'
import { statesReduction } from './requested-value.ts'
import type { LineSentence } from './sentences.ts'
import { listSynonyms } from './synonyms.ts'

/** Segments of a conversation that a search has found. */
export interface FoundRange {
  readonly conversationId: string
  readonly first: number
  readonly last: number
  /** Relevance, 0 to 1. */
  readonly score: number
}

/** Maximum number of passages that are offered. */
const RELATED_MAX = 3
/** Maximum number of found ranges that are read. */
const READ_MAX = 8
/** Minimum score of a found range relative to the best one. */
const GOOD = 0.5
/** Minimum ratio of the subject's terms that a passage contains, by their rarity: “Does Owen like golf?” */
const COVERAGE_MIN = 0.25
/** Rarer terms, those that nobody says included, weigh no more than terms that this number of sentences contains. */
const RARE = 3
/** Maximum number of terms of a question that are looked for. */
const TERMS_MAX = 24
/** Maximum number of words of a passage that is extended by other terms of the question. */
const WORDS_MAX = 70

/** Stems that introduce the subject of a question: “What did they say about …?” They aren't the subject. */
const OF_QUESTIONS: ReadonlySet<string> = new Set(
  `ask say tell talk discuss mention think hear happen know want need get make give agree promise like work look use people
  person`
    .split(/\s+/)
    .map(stemWord),
)

/** Term of a question, in the words that state it. */
interface Wording {
  readonly stems: ReadonlySet<string>
  readonly term: string
  /** Rarer terms weigh more. */
  readonly weight: number
}

/** Number of sentences of the texts, and of those that contain each term. */
function countTerms(texts: readonly ReadText[]): { readonly total: number; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>()
  const sentences = texts.flatMap(({ lines, kind }) => splitOnce(lines, kind).all)
  for (const { terms } of sentences) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { total: sentences.length, counts }
}

/** Terms of the subject of a question, without names. The rarest ones in the texts weigh most, and come first. */
function listWordings(
  { question }: ReadText,
  { total, counts }: ReturnType<typeof countTerms>,
  about: readonly string[],
): Wording[] {
  const names = new Set([...question.named, ...about].flatMap((name) => extractTerms(name)))
  return [...new Set(question.terms)]
    .filter((term) => !OF_QUESTIONS.has(term) && !isFormTerm(term) && !names.has(term))
    .map((term) => {
      const stems = listSynonyms(term)
      const count = [...stems].reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0)
      return { term, stems, isSaid: count > 0, weight: Math.log(1 + (total + 1) / Math.max(RARE, count)) }
    })
    .toSorted((a, b) => b.weight - a.weight || Number(b.isSaid) - Number(a.isSaid))
    .slice(0, TERMS_MAX)
}

const states = ({ terms, text }: Pick<LineSentence, 'terms' | 'text'>, { term, stems }: Omit<Wording, 'weight'>) =>
  terms.some((one) => stems.has(one)) || statesReduction(term, text)

/** Terms of the subject that some sentences contain. */
const findCovered = (sentences: readonly LineSentence[], wordings: readonly Wording[]): Wording[] =>
  wordings.filter((wording) => sentences.some((sentence) => states(sentence, wording)))

const sumWeights = (wordings: readonly Wording[]) => wordings.reduce((sum, { weight }) => sum + weight, 0)

/**
 * Passages in the ranges that a search has found. What contains more terms of the question comes first.
 * @param ranges best first
 * @param names accounts or people to whose conversations the texts are restricted
 */
export function findPassagesInRanges(
  texts: readonly ReadText[],
  ranges: readonly FoundRange[],
  names: readonly string[],
): Passage[] {
  const counted = countTerms(texts)
  const byId = new Map(texts.map((text) => [text.id, { of: text, wordings: listWordings(text, counted, names) }]))
  const most = Math.max(...texts.map(({ answerability }) => answerability))
  const readable = ranges.filter(({ conversationId }) => byId.has(conversationId))
  const least = GOOD * (readable[0]?.score ?? 0)
  const rated = readable.slice(0, READ_MAX).flatMap((range) => {
    const text = byId.get(range.conversationId)
    const passage = text && range.score >= least ? selectPassage(text.of, range, text.wordings) : undefined
    if (text === undefined || passage === undefined) return []
    const covered = findCovered(passage.all.slice(passage.from, passage.to), text.wordings)
    const coverage = sumWeights(covered) / sumWeights(text.wordings)
    const worth = range.score * (1 + coverage) * Math.sqrt(text.of.answerability / most)
    return coverage < COVERAGE_MIN ? [] : [{ passage, worth }]
  })
  const passages: Passage[] = []
  for (const { passage } of rated.toSorted((a, b) => b.worth - a.worth)) {
    const isRepeated = passages.some(({ of, from, to }) => of === passage.of && from < passage.to && passage.from < to)
    if (!isRepeated && passages.length < RELATED_MAX) passages.push(passage)
  }
  return passages
}

/** The ranges of texts that are ranked highest for the question, best first, if all of them were read without a search. */
export function listRankedRanges(texts: readonly ReadText[]): FoundRange[] {
  return texts
    .flatMap(({ id, lines, place }) =>
      listRuns(place).map(({ from, to, rank }) => ({
        conversationId: id,
        first: lines[from]?.segment ?? 0,
        last: lines[to - 1]?.segment ?? 0,
        score: rank,
      })),
    )
    .toSorted((a, b) => b.score - a.score)
}

/** Consecutive lines of the same rank. */
function listRuns(place: ArrayLike<number>): { from: number; to: number; rank: number }[] {
  const runs: { from: number; to: number; rank: number }[] = []
  for (let line = 0; line < place.length; line++) {
    const rank = place[line] ?? 0
    const last = runs.at(-1)
    if (last?.rank === rank) last.to = line + 1
    else runs.push({ from: line, to: line + 1, rank })
  }
  return runs
}

/** The excerpt of a range with the most terms of the question, and what contains further ones if it is close. */
function selectPassage(of: ReadText, { first, last }: FoundRange, wordings: readonly Wording[]): Passage | undefined {
  const { all } = splitOnce(of.lines, of.kind)
  const isFound = ({ line }: LineSentence) => {
    const segment = of.lines[line]?.segment ?? -1
    return segment >= first && segment <= last
  }
  const excerpts = all
    .flatMap((sentence, position) => (isFound(sentence) ? [excerptAround(all, position)] : []))
    .map((excerpt) => {
      const own = all[excerpt.key]
      const covered = findCovered(all.slice(excerpt.from, excerpt.to), wordings)
      return {
        ...{ ...excerpt, covered, worth: sumWeights(covered) },
        own: own === undefined ? 0 : sumWeights(findCovered([own], wordings)),
      }
    })
    .toSorted((a, b) => b.worth - a.worth || b.own - a.own)
  const [best] = excerpts
  if (best === undefined || best.covered.length === 0) return undefined
  let { from, to } = best
  const covered = new Set(best.covered)
  for (const other of excerpts) {
    const wider = { from: Math.min(from, other.from), to: Math.max(to, other.to) }
    if (other.covered.every((wording) => covered.has(wording)) || !isShort(all, wider)) continue
    ;({ from, to } = wider)
    for (const wording of other.covered) covered.add(wording)
  }
  return { from, to, key: best.key, of, all }
}

const isShort = (all: readonly LineSentence[], { from, to }: { from: number; to: number }) =>
  to - from <= WORDS_MAX && all.slice(from, to).reduce((sum, { words }) => sum + words.length, 0) <= WORDS_MAX

export const formatRelated = (passages: readonly Passage[]): AnswerPart[] =>
  passages.map((passage, index) => ({
    text: formatPassage(passage, { named: true, marked: true }),
    proofs: proofsOfPassage(passage).map((proof) => ({ ...proof, passage: index })),
  }))
