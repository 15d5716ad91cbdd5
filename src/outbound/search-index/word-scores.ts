/** Scores of the texts that a search examines, by the words of the query. */
import type { SearchCriteria } from '../../core/search.ts'
import type { PassageHit } from './passage-reader.ts'
import { isAt } from './postings.ts'
import { NO_WEIGHTS, type ScoringWeights, scoreDocument, scoresIn, type WordsOfText } from './words.ts'

export class WordScores {
  /** Number of occurrences of each term in the query. */
  readonly occurrences: ReadonlyMap<string, number>
  /** Terms whose postings are read: those that are scored, and those that hits only report. */
  readonly terms: readonly string[]
  /** Weights of the terms. Set before the first text is scored. */
  weights: ScoringWeights = NO_WEIGHTS
  /** Examined texts: their query words, and the scores of their passages by position. */
  readonly #texts = new Map<string, { readonly words: WordsOfText | undefined; readonly scores: Float64Array }>()

  constructor({ terms, noted = [] }: Pick<SearchCriteria, 'terms' | 'noted'>) {
    const occurrences = new Map<string, number>()
    for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + 1)
    this.occurrences = occurrences
    this.terms = [...new Set([...occurrences.keys(), ...noted])]
  }

  has(textId: string): boolean {
    return this.#texts.has(textId)
  }

  /** Calculates and stores the scores of a text. @returns scores of its passages by position */
  scoreText(textId: string, words: WordsOfText | undefined): Float64Array {
    const scores = scoresIn(words, this.weights.inPassage)
    this.#texts.set(textId, { words, scores })
    return scores
  }

  /** Adds the scores to passages of examined texts. */
  addTo(passages: readonly PassageHit[]): PassageHit[] {
    const wholes = new Map<string, number>()
    return passages.map((passage) => {
      const { textId, position, passagesOfText } = passage
      const text = this.#texts.get(textId)
      const whole = wholes.get(textId) ?? scoreDocument(text?.words, passagesOfText, this.weights)
      wholes.set(textId, whole)
      return {
        ...passage,
        lexical: text?.scores[position] ?? 0,
        whole,
        held: this.terms.filter((term) => isAt(text?.words?.get(term), position)),
      }
    })
  }
}
