/** Table of the kinds of questions that records answer. */
import { ANALYSIS_KINDS } from './kinds-analysis.ts'
import { CALL_KINDS } from './kinds-calls.ts'
import { DEAL_KINDS } from './kinds-deals.ts'

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

export const KINDS = { ...CALL_KINDS, ...ANALYSIS_KINDS, ...DEAL_KINDS } satisfies Readonly<Record<string, KindRow>>
export type RecordKind = keyof typeof KINDS
