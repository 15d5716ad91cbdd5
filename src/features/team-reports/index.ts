/**
 * Team reports: how teams and their people do.
 *
 * Counted when it is asked for, over the conversations that the caller sees: how much our side talks and asks, what
 * scorecards give, by scorecard, person, team and time, what conversations were labelled with, which trackers they hit,
 * and where the actions made of them stand. Nothing is kept for it but narrow columns beside the documents that tell it,
 * which the database keeps true.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getOrganizationReport } from './get-organization-report.ts'
import { getTeamReport } from './get-team-report.ts'

export { tools } from './tools.ts'
export { getOrganizationReport, getTeamReport }

export const operations: readonly AnyOperation[] = [getTeamReport, getOrganizationReport]
