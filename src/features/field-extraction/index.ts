/**
 * Field extraction: values for questions in words, found in one conversation by rules.
 *
 * A conversation is cut into turns, sentences and words once (`talk.ts`), and everything in it that could be a value is
 * marked (`mentions.ts`, `options.ts`, `polarity.ts`). What a field **wants** is read from its title and prompt
 * (`wants.ts`). Its **candidates** are the mentions that its type can have; each gets a row of **signals**, and one more
 * row stands for nobody having said it. A linear model over them, whose weights are learned (`npm run train:fields`), says
 * how likely each is. Told is the likeliest value where it is likelier than not, with the words it stands on.
 *
 * Everything here is pure: no database, no clock, no guess. A quote is verbatim from its segment.
 */
export { extractFields, lookThrough, type Refused, type Weighed } from './extract.ts'
export {
  type AskedField,
  type Evidence,
  type FoundField,
  LONG_TEXT_MAX,
  QUOTE_MAX,
  type ResponseType,
  type TalkGiven,
  TEXT_MAX,
} from './model.ts'
export { numbersIn } from './numbers.ts'
export { SIGNALS } from './signals.ts'
export { GROUPS, groupOf, type Weights } from './weights.ts'
