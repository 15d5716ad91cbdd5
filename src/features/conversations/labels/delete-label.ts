import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteLabelRow, isHeld, lockLabel } from './queries.ts'

export const deleteLabel = defineOperation({
  id: 'deleteLabel',
  summary: 'Delete a label',
  description:
    'Deletes the label and its options permanently. Conversations keep the labels that they have. Requires the admin ' +
    'role. Returns 409 `label_in_use` if the criteria of a scorecard or field configuration use the label.',
  tag: 'Labels',
  input: z.object({ id: pathId('label') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/labels/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockLabel(tx, ctx.org, id)) === undefined) throw notFound('label')
      if (await isHeld(tx, ctx.org, id)) {
        throw conflict(
          'label_in_use',
          'The criteria of a scorecard or field configuration use the label. Update the criteria first.',
        )
      }
      await deleteLabelRow(tx, ctx.org, id)
    })
    return undefined
  },
})
