/**
 * Scorecard results: how a conversation did by a scorecard.
 *
 * There is one **result** for each pair of conversation and scorecard. Whoever sees the conversation may score it, and a
 * person's result takes the place of the program's; the program never replaces a person's. A score lies on the scale of
 * its item, and its evidence is verbatim from the transcript. The summary is computed here: each score's place on its
 * scale, 0 to 100, averaged by weight.
 *
 * What the program makes of a conversation by a scorecard is a **scoring**, kept beside the result (feature `scoring` works
 * it out): so it can be compared with a person's, and it tells what was left open when nothing could be scored. Who takes
 * a result off says so for good: the program puts none there again.
 *
 * A result carries titles and scales as they were, and by which version of the scorecard it came about: it outlives
 * changes of the scorecard, and its end. It goes with its conversation. What the conversation's element tells of its
 * results is kept in step in the same transaction.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { deleteScorecardResult } from './delete-scorecard-result.ts'
import { listConversationScorecardResults } from './list-conversation-scorecard-results.ts'
import { listScorecardResults } from './list-scorecard-results.ts'
import { locateQuotes } from './locate-quotes.ts'
import { putScorecardResult } from './put-scorecard-result.ts'

export { keepScorings } from './keep-scorings.ts'
export { listConversationScorecardResults } from './list-conversation-scorecard-results.ts'
export { type NewScoring, type ScoringItem, type ScoringRow, selectScorings } from './queries-scorings.ts'
export { quotedTurnsPiece } from './quoted-turns.ts'
export type { StoredResult } from './schema.ts'
export { type Scoring, storeScorecardResult } from './store.ts'
export { tools } from './tools.ts'
export { deleteScorecardResult, locateQuotes, putScorecardResult }

export const operations: readonly AnyOperation[] = [
  listScorecardResults,
  listConversationScorecardResults,
  putScorecardResult,
  deleteScorecardResult,
  locateQuotes,
]
