import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { deleteLabelRow, isHeld, lockLabel } from './queries.ts'

export const deleteLabel = defineOperation({
  id: 'deleteLabel',
  summary: 'Delete a label and its options.',
  description: 'One that criteria name stays: 409 `label_in_use`. What conversations are labelled with stays as well.',
  tag: 'Labels',
  input: z.object({ id: pathId('label') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/labels/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockLabel(tx, ctx.org, id)) === undefined) throw notFound('label')
      if (await isHeld(tx, ctx.org, id)) {
        throw conflict('label_in_use', 'Criteria name this label: change those of the scorecards and fields first.')
      }
      await deleteLabelRow(tx, ctx.org, id)
    })
    return undefined
  },
})
