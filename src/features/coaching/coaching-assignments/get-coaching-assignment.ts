import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { coachingAssignment } from './schema.ts'
import { loadAssignmentRow, serializeAssignment } from './serialize.ts'

export const getCoachingAssignment = defineOperation({
  id: 'getCoachingAssignment',
  summary: 'Get a coaching assignment',
  description:
    'Returns an assignment with its answer. Requires access to the conversation, and the assignee, the assigner, a manager or ' +
    'an admin.',
  tag: 'Coaching',
  input: z.object({ id: pathId('coaching assignment') }),
  output: coachingAssignment,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/coaching-assignments/{id}', ...inData(coachingAssignment) },
  handle: async ({ id }, ctx) => serializeAssignment(await loadAssignmentRow(ctx, ctx.db, id), ctx),
})
