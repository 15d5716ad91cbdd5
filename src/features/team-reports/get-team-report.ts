import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { REPORT_REST, report, reportFields, reportOn } from './report.ts'

export const getTeamReport = defineOperation({
  id: 'getTeamReport',
  summary: 'Tell how a team and its people do: talk, scores, labels, trackers and actions, over time.',
  description:
    'Over the conversations of the team and of those below it that the caller sees, archived ones left out, held in the ' +
    'last 90 days unless `from` and `to` say otherwise. `reps` holds a page; everything else tells of the whole.',
  tag: 'Reports',
  cost: COSTS.medium,
  input: z.object({ id: pathId('team'), ...reportFields }),
  output: report,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/teams/{id}/report', ...REPORT_REST },
  handle: ({ id, ...asked }, ctx) => reportOn(id, asked, ctx),
})
