/** Row in the table of the kinds of questions. */

/**
 * Content that the rest of a question can have, after its pattern and the names of people, accounts, deals and calls.
 * `none`: nothing. `topic`: terms that the record must contain. `target`: the thing that the question is about.
 */
export type Rest = 'none' | 'topic' | 'target'

export interface KindRow {
  readonly patterns: readonly string[]
  /** Words that the question can contain in addition, and that restrict nothing. */
  readonly also: string
  readonly rest: Rest
}
