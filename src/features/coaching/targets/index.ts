/**
 * Targets: desired values of the figures of reports.
 *
 * A **target** is a lower bound, an upper bound or a range for a figure of the reports, or for the mean score of one
 * scorecard. It is for the organization or for one team. The target of a team wins over those of the teams above it and
 * over that of the organization. A user is compared with the targets of the primary team, and a call with those of its
 * team.
 *
 * The **verdict** compares a figure with its target, rounded as people see it. With too few calls there is none.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createTarget } from './create-target.ts'
import { deleteTarget } from './delete-target.ts'
import { getConversationTargets } from './get-conversation-targets.ts'
import { getTarget } from './get-target.ts'
import { listTargets } from './list-targets.ts'
import { updateTarget } from './update-target.ts'

export { loadTargetLookup, type TargetLookup } from './lookup.ts'
export {
  CALLS_MIN,
  compareFigures,
  compareWithTarget,
  fitsFigure,
  type MeasuredCounts,
  type MeasuredFigures,
  maySet,
  measureCallsPerWeek,
} from './model.ts'
export { type Target, type TargetComparison, type TargetFigure, targetComparison } from './schema.ts'
export { createTarget, deleteTarget, getConversationTargets, getTarget, listTargets, updateTarget }

export const operations: readonly AnyOperation[] = [listTargets, createTarget, getTarget, updateTarget, deleteTarget]
