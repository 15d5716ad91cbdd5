/** SQL condition that a normalized text contains a normalized word. */
import { type RawBuilder, sql } from 'kysely'

/**
 * Characters between words, listed explicitly. PostgreSQL's letter classes depend on the locale of the database; in
 * `C`, `å` isn't a letter.
 */
const BETWEEN = '[\\u0001-/:-@\\[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]'

/** @param word letters and digits only */
export const containsWord = (text: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (strpos(${text}, ${word}) > 0 and ${text} ~ (${`(^|${BETWEEN})`}::text || ${word} || ${`($|${BETWEEN})`}::text))`
