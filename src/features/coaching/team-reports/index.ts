/**
 * Team reports: figures about teams and their users.
 *
 * Each request computes the figures over the conversations that the caller can access. They include talk share and
 * questions of the internal side, scores by scorecard, user, team and time, labels, tracker hits, and actions by
 * status. The report of a scorecard has the mean of each question by user. Changes between the last two periods have a
 * verdict: whether they can be distinguished from chance (`significance.ts`). The only stored data are narrow columns
 * next to the documents, which database triggers maintain.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getHomeFigures } from './get-home-figures.ts'
import { getOrganizationReport } from './get-organization-report.ts'
import { getScorecardReport } from './get-scorecard-report.ts'
import { getTeamReport } from './get-team-report.ts'

export { describeChange } from './describe-change.ts'
export { type CallScope, matchesScope } from './queries.ts'
export { sample } from './queries-change.ts'
export type { FigureChange } from './schema-change.ts'
export { type ChangeVerdict, judgeCounts, judgeMeans, type Sample } from './significance.ts'
export { tools } from './tools.ts'
export { getHomeFigures, getOrganizationReport, getScorecardReport, getTeamReport }

export const operations: readonly AnyOperation[] = [getTeamReport, getOrganizationReport, getScorecardReport]
