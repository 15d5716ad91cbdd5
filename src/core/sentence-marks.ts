/**
 * Marks that end a sentence, with the quotes and brackets that can follow them. The only list of these marks. The feature
 * `sentences` decides with them where sentences end: a point after an abbreviation doesn't end one.
 */

const MARK = '[.!?…؟]'
const CLOSING = String.raw`["'”’»)\]]{0,3}`
/** Marks of scripts without spaces, and what closes a quote in them. */
const WIDE_MARK = '[。！？｡]'
const WIDE_CLOSING = '[”’」』）]{0,3}'

/** Marks with what closes them. A run of marks is matched only from its start, which keeps the time linear. */
export const SENTENCE_MARKS: RegExp = new RegExp(
  String.raw`(?<!${MARK})${MARK}+${CLOSING}(?=\s|$)|${WIDE_MARK}+${WIDE_CLOSING}`,
  'gu',
)

/** A place to split a text: after the mark and the space behind it. Scripts without spaces need none. */
export const SENTENCE_BREAK: RegExp = new RegExp(String.raw`${MARK}${CLOSING}\s+|${WIDE_MARK}${WIDE_CLOSING}`, 'g')

/** The same between two words, where a line break separates sentences too. */
export const SENTENCE_END: RegExp = new RegExp(String.raw`${SENTENCE_BREAK.source}|\n`)

/** A text that ends with a mark. */
export const ENDS_WITH_MARK: RegExp = new RegExp(String.raw`(?:${MARK}|${WIDE_MARK})["'”’»)\]」』）]{0,3}\s*$`)

/** A text that ends with an ellipsis. */
export const ENDS_WITH_ELLIPSIS: RegExp = new RegExp(String.raw`(?:…|\.\.)${CLOSING}\s*$`)

const LAST_MARKS = new RegExp(`(?<!${MARK})${MARK}+$`)

/** Removes the marks at the end of a sentence that becomes a part of another one. */
export const removeLastMarks = (sentence: string): string => sentence.replace(LAST_MARKS, '')
