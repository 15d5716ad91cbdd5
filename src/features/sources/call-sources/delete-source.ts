import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteSourceRow } from './queries.ts'

export const deleteSource = defineOperation({
  id: 'deleteSource',
  summary: 'Delete a call source',
  description:
    'Deletes the source, its credentials and its deliveries permanently. Its address stops working, and calls that ' +
    "wait aren't imported. Imported conversations are kept. Requires the admin role.",
  tag: 'Sources',
  input: z.object({ id: pathId('source') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/sources/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteSourceRow(tx, ctx.org, id))) throw notFound('source')
    })
    return undefined
  },
})
