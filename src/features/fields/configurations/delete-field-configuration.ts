import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { releaseCriteria } from '../../conversations/labels/index.ts'
import { deleteConfiguration, lockConfiguration } from './queries.ts'

/** Operation 20 of the contract. */
export const deleteFieldConfiguration = defineOperation({
  id: 'deleteFieldConfiguration',
  summary: 'Delete a field configuration',
  description:
    'Deletes the configuration permanently, with its items and their assignments. Conversations keep the values that ' +
    'Parley found for the items. Requires the admin role.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/field-configurations/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await lockConfiguration(tx, ctx.org, id))) throw notFound('field configuration')
      await releaseCriteria(tx, ctx.org, { kind: 'field_configuration', id })
      await deleteConfiguration(tx, ctx.org, id)
    })
    return {}
  },
})
