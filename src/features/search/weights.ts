/** How much what counts, in one place. Tuned on questions that people asked of meetings, never on single conversations. */
export interface Weights {
  /** Share of the words in the score; the rest is meaning. */
  readonly lexical: number
  /** How much a moment gains by whom the question names: at 1, one that is spoken by them counts twice. */
  readonly speaker: number
  /** Share of being named in the score of each moment, where the question names some conversation. */
  readonly name: number
  /** Share of what its whole conversation says of the question in the score of each moment. */
  readonly conversation: number
}

export const WEIGHTS: Weights = {
  lexical: 0.7,
  speaker: 0.5,
  name: 0.5,
  conversation: 0.42,
}
