/** Row in the table of the kinds of questions. */

/**
 * Content that the rest of a question can have, after its pattern and the names of people, accounts, deals and calls.
 * `none`: nothing. `topic`: terms that the record must contain. `words`: the same, where a word isn't the name of a label
 * or a title unless it names a call (“in discovery calls”). `target`: the thing that the question is about.
 */
export type Rest = 'none' | 'topic' | 'words' | 'target'

export interface KindRow {
  readonly patterns: readonly string[]
  /** Words that the question can contain in addition, and that restrict nothing. */
  readonly also: string
  readonly rest: Rest
  /** Patterns of questions that the kind doesn't answer, although its patterns match them. */
  readonly never?: readonly string[]
}
