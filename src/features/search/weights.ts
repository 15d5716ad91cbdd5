/** How much what counts, in one place. `npm run train:ranking` tells what those are worth that it names. */
export interface Weights {
  /** Share of the words in the score; the rest is meaning. */
  readonly lexical: number
  /** How much a moment gains by whom the question names: at 1, one that is spoken by them counts twice. */
  readonly speaker: number
  /** Share of the question's words that stand together as they do in it. */
  readonly together: number
  /** Share of being named in the score of each moment, where the question names some conversation. */
  readonly name: number
  /** Share of what its whole conversation says of the question in the score of each moment. */
  readonly conversation: number
}

const SHARED = { speaker: 0.5, name: 0.5 }

/**
 * Who asks wants the conversation that speaks of it, in whatever words; who gives words looks for where just they were
 * said. Within one conversation its topic is in many moments, and what stands together is said too often to tell the
 * one that was meant. What is written says things in the words that are asked for.
 */
export const WEIGHTS: Readonly<Record<'asked' | 'given' | 'within' | 'written', Weights>> = {
  asked: { ...SHARED, lexical: 0.5, together: 0.25, conversation: 0.4 },
  given: { ...SHARED, lexical: 0.7, together: 0.25, conversation: 0.3 },
  within: { ...SHARED, lexical: 0.7, together: 0.1, conversation: 0 },
  written: { ...SHARED, lexical: 0.7, together: 0, conversation: 0.4 },
}
