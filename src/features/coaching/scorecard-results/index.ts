/**
 * Scorecard results: the scores of a conversation for a scorecard.
 *
 * Each pair of conversation and scorecard has at most one **result**. Users with access to the conversation can score
 * it. A human result replaces an automatic one, and automatic scoring never replaces a human result. Scores are within
 * the scale of their item, and evidence is verbatim from the transcript. This feature calculates the summary: the
 * position of each score on its scale, 0 to 100, averaged by weight.
 *
 * The automatic **scoring** of a conversation (computed by the feature `automatic-scoring`) is stored in addition to the result.
 * It can be compared with a human result, and it lists the items that couldn't be scored. If a user deletes a result,
 * automatic scoring doesn't create it again.
 *
 * A result contains titles and scales as of the scoring, and the version of the scorecard. It therefore survives
 * changes and deletion of the scorecard. It's deleted with its conversation. The results in the conversation record are
 * updated in the same transaction.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { deleteScorecardResult } from './delete-scorecard-result.ts'
import { listConversationScorecardResults } from './list-conversation-scorecard-results.ts'
import { listScorecardResults } from './list-scorecard-results.ts'
import { listUnreviewedScorecardResults } from './list-unreviewed-scorecard-results.ts'
import { locateQuotes } from './locate-quotes.ts'
import { putScorecardResult } from './put-scorecard-result.ts'

export { listConversationScorecardResults } from './list-conversation-scorecard-results.ts'
export { type NewScoring, type ScoringItem, type ScoringRow, selectScorings } from './queries-scorings.ts'
export { quotedTurnsTask } from './quoted-turns.ts'
export { saveScorings } from './save-scorings.ts'
export type { StoredResult } from './schema.ts'
export { type ScoringInput, storeScorecardResult } from './store.ts'
export { tools } from './tools.ts'
export { deleteScorecardResult, listUnreviewedScorecardResults, locateQuotes, putScorecardResult }

export const operations: readonly AnyOperation[] = [
  listScorecardResults,
  listUnreviewedScorecardResults,
  listConversationScorecardResults,
  putScorecardResult,
  deleteScorecardResult,
  locateQuotes,
]
