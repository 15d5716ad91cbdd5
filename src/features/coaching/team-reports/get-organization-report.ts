import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { REPORT_REST, report, reportFields, reportOn } from './report.ts'

export const getOrganizationReport = defineOperation({
  id: 'getOrganizationReport',
  summary: 'Get the report of the organization',
  description:
    'Returns the same figures as the report of a team, over all conversations that the caller can access. Users without ' +
    'the admin role see figures of their own conversations and of those of their teams.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object(reportFields),
  output: report,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/report', ...REPORT_REST },
  handle: (asked, ctx) => reportOn(undefined, asked, ctx),
})
