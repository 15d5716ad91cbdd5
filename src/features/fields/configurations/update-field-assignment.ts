import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { lockConfiguration } from './queries.ts'
import { selectAssignment, updateAssignment } from './queries-assignments.ts'
import { fieldAssignment, ITEMS_MAX } from './schema.ts'
import { serializeAssignment } from './serialize.ts'

export const updateFieldAssignment = defineOperation({
  id: 'updateFieldAssignment',
  summary: 'Update a field assignment',
  description:
    'Sets the display order of an item in one team. Several assignments can have the same order; one with its own order ' +
    "comes before one that uses the order of its item. Other assignments don't move. Requires the admin role.",
  tag: 'Fields',
  input: z.object({
    id: pathId('field configuration'),
    assignmentId: pathId('field assignment'),
    displayOrder: z
      .int()
      .min(1)
      .max(ITEMS_MAX)
      .nullable()
      .describe(
        `Position of the item in the team, 1 to ${ITEMS_MAX}. Null uses the position of the item. Example: \`3\`.`,
      ),
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
      return serializeAssignment(row)
    })
  },
})
