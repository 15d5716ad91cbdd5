import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { REPORT_REST, report, reportFields, reportOn } from './report.ts'

export const getOrganizationReport = defineOperation({
  id: 'getOrganizationReport',
  summary: 'Tell how all teams and their people do: talk, scores, labels, trackers and actions, over time.',
  description:
    'As the report of a team, over all conversations that the caller sees: for who is no admin, their own and those of ' +
    'their teams.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object(reportFields),
  output: report,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/report', ...REPORT_REST },
  handle: (asked, ctx) => reportOn(undefined, asked, ctx),
})
