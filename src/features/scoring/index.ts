/**
 * Scoring: what the program makes of conversations by scorecards, and how well that agrees with people.
 *
 * The **scorecards step** judges a conversation by every scorecard in use that applies to it: its team's or everybody's,
 * whose criteria its labels meet. An item is judged to be on one of the **levels** of its scale, with the reason and with
 * **evidence**, words of the transcript. Rules judge what words alone show (`rules/`), and measure what can be counted; the
 * rest takes a language model, which judges all items in few calls, and whose quotes are looked up. What cannot be judged or
 * proved stays open, with the reason.
 *
 * What comes of it is kept by `scorecard-results`, where a person's result takes its place. The two are compared by
 * **agreement**: exact, within one level, and beyond chance (kappa).
 */
import type { AnyOperation } from '../../core/operation.ts'
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
