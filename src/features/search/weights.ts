/** How much what counts, in one place. Tuned on questions that people asked of meetings, never on single conversations. */
export interface Weights {
  /** Share of the words in the score; the rest is meaning. */
  readonly lexical: number
  /** How much a moment gains by whom the question names: at 1, one that is spoken by them counts twice. */
  readonly speaker: number
  /** Share of being named in the score of each moment, where the question names some conversation. */
  readonly name: number
  /** Share of the conversation's evidence in the score of each of its moments. */
  readonly conversation: number
  /** What a conversation's evidence is made of: its best moment, its second, … Together 1. */
  readonly evidence: readonly number[]
}

export const WEIGHTS: Weights = {
  lexical: 0.7,
  speaker: 0.5,
  name: 0.4,
  conversation: 0.5,
  evidence: [0.35, 0.25, 0.2, 0.1, 0.1],
}
