/**
 * Field extraction: finds values of fields in a conversation by rules and a linear model, without a language model.
 *
 * The conversation is split into turns, sentences and words once (`transcript-view.ts`), and all possible values are marked
 * (`mentions.ts`, `options.ts`, `polarity.ts`). The title and prompt of a field define its **intent** (`field-intent.ts`). Its
 * **candidates** are the mentions that its type allows. Each candidate has a row of **signals**, and one more row
 * represents "no value". A linear model with trained weights (`npm run train:fields`) computes the likelihood of each
 * row. The most likely value is returned with its evidence if it is more likely than not.
 *
 * This module is pure: it uses no database and no clock. Quotes are verbatim from their segments.
 */
export { extractFields, type RejectedValues, type ScoredField, scanTranscript } from './extract.ts'
export {
  type ExtractedField,
  type ExtractionField,
  type FieldEvidence,
  LONG_TEXT_MAX,
  QUOTE_MAX,
  type ResponseType,
  type TalkGiven,
  TEXT_MAX,
} from './model.ts'
export { numbersIn } from './numbers.ts'
export { SIGNALS } from './signals.ts'
export { type ExtractionWeights, GROUPS, getWeightGroup } from './weights.ts'
