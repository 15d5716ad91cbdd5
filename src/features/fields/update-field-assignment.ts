import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { lockConfiguration } from './queries.ts'
import { selectAssignment, updateAssignment } from './queries-assignments.ts'
import { fieldAssignment, ITEMS_MAX } from './schema.ts'
import { assignmentOf } from './told.ts'

export const updateFieldAssignment = defineOperation({
  id: 'updateFieldAssignment',
  summary: 'Give an item another place in one team.',
  description: 'Places need not be unique: of two items at the same one, that which was given it stands first.',
  tag: 'Fields',
  input: z.object({
    id: pathId('field configuration'),
    assignmentId: pathId('field assignment'),
    displayOrder: z.int().min(1).max(ITEMS_MAX).nullable().describe('Null: back to the place of the item.'),
  }),
  output: fieldAssignment,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/field-configurations/{id}/assignments/{assignmentId}',
    ...inData(fieldAssignment),
  },
  async handle({ id, assignmentId, displayOrder }, ctx) {
    return ctx.transact(async (tx) => {
      if (!(await lockConfiguration(tx, ctx.org, id))) throw notFound('field configuration')
      const missing = () => notFound('field assignment', '/path/assignmentId')
      if ((await selectAssignment(tx, ctx.org, id, assignmentId)) === undefined) throw missing()
      await updateAssignment(tx, ctx.org, assignmentId, displayOrder)
      const row = await selectAssignment(tx, ctx.org, id, assignmentId)
      if (row === undefined) throw missing()
      return assignmentOf(row)
    })
  },
})
