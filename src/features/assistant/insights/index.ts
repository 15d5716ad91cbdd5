/**
 * Insights: questions evaluated over many conversations, with their answers.
 *
 * An **insight** belongs to the user who created it. It has one **result** per prompt: a text with citations `[1]`,
 * `[2]`, and **items**, the cited quotes of transcripts or knowledge sources. States of a result: `PENDING`, then
 * `FINISHED` or `FAILED`. The module `insight-runs` evaluates insights.
 *
 * A result references every conversation that it uses, and each read checks the permissions of the reader. If the
 * reader can no longer access one of these conversations, the text is withheld, because it can contain information from
 * it. Titles and quotes are read at request time, and only from accessible conversations. Erasing a conversation
 * deletes the results that use it.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { listInsights } from './list-insights.ts'

export { PROMPT_TOLD, resultData, resultText, serializeResult } from './format-insights.ts'
export { deleteInsightRow, selectInsight } from './queries.ts'
export { readInsights } from './read.ts'
export { insight } from './schema.ts'
export {
  finishResult,
  type MadeResult,
  type NewInsight,
  type NewInsightItem,
  type NewInsightResult,
  SourceGone,
  storeInsight,
} from './store.ts'
export { tools } from './tools.ts'

export { listInsights }

export const operations: readonly AnyOperation[] = [listInsights]
