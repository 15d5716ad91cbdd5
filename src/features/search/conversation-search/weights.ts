/** Ranking weights. `npm run train:ranking` measures them. */
export interface RankingWeights {
  /** Weight of the lexical score; the semantic score has the rest. */
  readonly lexical: number
  /** Bonus for a named speaker: at 1, the score of a hit that they say doubles. */
  readonly speaker: number
  /** Weight of neighboring question terms that are neighbors in the hit too. */
  readonly together: number
  /** Weight of a named conversation, if the question names one. */
  readonly name: number
  /** Weight of the score of the whole conversation or source. */
  readonly conversation: number
}

const SHARED = { speaker: 0.5, name: 0.5 }

/**
 * Weights by kind of search. `asked`: a question; the conversation about the subject matters, in whatever words.
 * `given`: keywords; the exact words matter. `within`: one conversation; its topic and common phrases occur too often
 * to distinguish passages. `written`: documents, which usually contain the words of the query.
 */
export const WEIGHTS: Readonly<Record<'asked' | 'given' | 'within' | 'written', RankingWeights>> = {
  asked: { ...SHARED, lexical: 0.5, together: 0.25, conversation: 0.4 },
  given: { ...SHARED, lexical: 0.7, together: 0.25, conversation: 0.3 },
  within: { ...SHARED, lexical: 0.7, together: 0.1, conversation: 0 },
  written: { ...SHARED, lexical: 0.7, together: 0, conversation: 0.4 },
}
