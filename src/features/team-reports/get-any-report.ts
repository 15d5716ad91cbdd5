import { z } from 'zod'
import { defineToolOperation } from '../../core/tool.ts'
import { pathId } from '../../core/wire.ts'
import { report, reportFields, reportOn } from './report.ts'

/** For tools, which ask for a team or for all in one place. */
export const getAnyReport = defineToolOperation({
  id: 'getAnyReport',
  summary: 'Tell how a team does, or all of them.',
  tag: 'Reports',
  input: z.object({ id: pathId('team').optional(), ...reportFields }),
  output: report,
  requires: { scope: 'read' },
  handle: ({ id, ...asked }, ctx) => reportOn(id, asked, ctx),
})
