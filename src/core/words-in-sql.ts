/** Whether a folded text holds a folded word, where the database looks for it. */
import { type RawBuilder, sql } from 'kysely'

/**
 * What stands between words: signs and blanks, named one by one. What PostgreSQL takes for a letter depends on the locale of
 * the database, and in `C` an `å` is none.
 */
const BETWEEN = '[\\u0001-/:-@\\[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]'

/** @param word letters and digits alone */
export const holdsWord = (text: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (strpos(${text}, ${word}) > 0 and ${text} ~ (${`(^|${BETWEEN})`}::text || ${word} || ${`($|${BETWEEN})`}::text))`
