import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { report, reportFields, reportOn } from './report.ts'

/** Report of one team or of all teams, for the tool that covers both. */
export const getAnyReport = defineToolOperation({
  id: 'getAnyReport',
  summary: 'Get a report of one or all teams',
  tag: 'Reports',
  input: z.object({ id: pathId('team').optional(), ...reportFields }),
  output: report,
  requires: { scope: 'read' },
  handle: ({ id, ...asked }, ctx) => reportOn(id, asked, ctx),
})
