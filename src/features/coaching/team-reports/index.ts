/**
 * Team reports: figures about teams and their users.
 *
 * Each request computes the figures over the conversations that the caller can access. They include talk share and
 * questions of the internal side, scores by scorecard, user, team and time, labels, tracker hits, and actions by
 * status. The only stored data are narrow columns next to the documents, which database triggers maintain.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getHomeFigures } from './get-home-figures.ts'
import { getOrganizationReport } from './get-organization-report.ts'
import { getTeamReport } from './get-team-report.ts'

export { tools } from './tools.ts'
export { getHomeFigures, getOrganizationReport, getTeamReport }

export const operations: readonly AnyOperation[] = [getTeamReport, getOrganizationReport]
