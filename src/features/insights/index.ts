/**
 * Insights: what came out when a question was put to many conversations.
 *
 * An **insight** belongs to the user who asked. It has **results**, each the answer to one prompt: a text that names its
 * sources by `[1]`, `[2]` …, and **items**, which are those sources: words of a transcript, or of a knowledge source.
 * States of a result: `PENDING` → `FINISHED` or `FAILED`.
 *
 * How one is made stands in `insight-runs`, above this.
 *
 * A result is kept with every conversation it was made of, and read with the eyes of whoever reads it: when one of those
 * conversations is hidden from the reader by now, the text is withheld, for it may tell what was said there. Titles and
 * quotes are joined in at read time and only from what the reader sees. A result goes when a conversation it was made
 * of is erased.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { listInsights } from './list-insights.ts'

export { deleteInsightRow, selectInsight } from './queries.ts'
export { insightsOf } from './read.ts'
export { insight } from './schema.ts'
export {
  finishResult,
  type MadeResult,
  type NewInsight,
  type NewItem,
  type NewResult,
  SourceGone,
  storeInsight,
} from './store.ts'
export { tools } from './tools.ts'
export { PROMPT_TOLD, resultData, resultText, tellResult } from './tools-told.ts'

export { listInsights }

export const operations: readonly AnyOperation[] = [listInsights]
