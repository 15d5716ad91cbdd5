import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { REPORT_REST, report, reportFields, reportOn } from './report.ts'

export const getTeamReport = defineOperation({
  id: 'getTeamReport',
  summary: 'Get the report of a team',
  description:
    'Returns talk figures, scores, labels, trackers and actions of a team and its users, over time. Covers conversations ' +
    'of the team and its child teams that the caller can access and that started in the period, except archived ones. ' +
    'Only `reps` is paged; all other figures cover the whole period.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object({ id: pathId('team'), ...reportFields }),
  output: report,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/teams/{id}/report', ...REPORT_REST },
  handle: ({ id, ...asked }, ctx) => reportOn(id, asked, ctx),
})
