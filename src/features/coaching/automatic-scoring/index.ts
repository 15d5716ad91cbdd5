/**
 * Scoring: automatic scoring of conversations with scorecards, and its agreement with scores by people.
 *
 * The **scorecards step** scores a conversation with each enabled scorecard that applies to it: scorecards of its team
 * or of all teams, whose criteria its labels meet. Each item gets one of the **levels** of its scale, a reason and
 * **evidence**: quotes from the transcript. Rules (`rules/`) judge items that depend on single words and measure what
 * can be counted. A language model judges the other items in few calls, and its quotes are verified. Items without a
 * judgement or evidence stay unscored, with a reason.
 *
 * `scorecard-results` stores the scores; a result by a person overrides the automatic one. **Agreement** compares both:
 * exact, within one level, and beyond chance (kappa).
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getScorecardAgreement } from './get-scorecard-agreement.ts'
import { listConversationScorecards } from './list-conversation-scorecards.ts'
import { listConversationScorings } from './list-conversation-scorings.ts'

export { scorecardsStep } from './scorecards.step.ts'
export { getScorecardAgreement, listConversationScorecards, listConversationScorings }

export const operations: readonly AnyOperation[] = [
  listConversationScorings,
  listConversationScorecards,
  getScorecardAgreement,
]
