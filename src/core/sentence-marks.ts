/** Marks that end a sentence, with the quotes and brackets that can follow them. */

/** A place to split a text: after the mark and the space behind it. Scripts without spaces need none. */
export const SENTENCE_BREAK = /[.!?…]["'”’»)\]]{0,3}\s+|[。！？｡][”’」』）]{0,3}/g

/** A text that ends with a mark. */
export const ENDS_WITH_MARK = /[.!?…。！？｡]["'”’»)\]」』）]{0,3}\s*$/
